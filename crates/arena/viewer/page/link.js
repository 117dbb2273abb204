"use strict";
// Deep links: `#game=3&turn=41` is turn 41 of the game with the id 3. In a league, where every pairing has its own game 3,
// `a=NAME&b=NAME` tell which.

// At most so often, in milliseconds, the address changes: browsers refuse to change it faster for long.
const LINKED = 250;
let linking = null;

function linkHere() {
  const game = current(), parts = new URLSearchParams();
  if (game.players) [0, 1].forEach((side) => parts.set("ab"[side], fullName(game, side)));
  parts.set("game", game.id);
  parts.set("turn", state.turn);
  return `#${parts}`;
}

// Brings the address up to date, soon.
function link() {
  if (data.human !== undefined) return;
  linking ??= setTimeout(() => {
    linking = null;
    if (location.hash !== linkHere()) history.replaceState(null, "", linkHere());
  }, LINKED);
}

// Opens what the address names; what it names wrongly is left as it is.
function followLink() {
  const parts = new URLSearchParams(location.hash.slice(1));
  if (!parts.has("game")) return;
  const names = (game) => ["a", "b"].every((key, side) => !parts.has(key) || parts.get(key) === fullName(game, side));
  const place = data.games.findIndex((game) => String(game.id) === parts.get("game") && names(game));
  clearTimeout(linking);
  linking = null;
  if (place < 0) return;
  open(place, Math.trunc(Number(parts.get("turn"))) || 0);
}
if (data.human === undefined) addEventListener("hashchange", followLink);
