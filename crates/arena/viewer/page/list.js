"use strict";
// The games: a list beside the board, and where there is no room for it, a picker.

// So many games are listed at first; a long list would make the page slow.
const LISTED = 300;
let listed = LISTED;
let found = { list: [], counts: {} };

function headingOf(game) {
  const t = text();
  const key = [...(game.players || []), game.pair].join("-");
  const heading = data.matches ? t.match(game.pair + 1) : t.pair(game.pair + 1);
  const who = game.players ? `${shortOf(game, 0)} – ${shortOf(game, 1)} · ` : "";
  const winner = data.matches ? data.matches[key] : undefined;
  const won = winner === undefined ? "" : ` · ${winner === data.human ? t.youWin : t.winsMatch(`${"AB"[winner]} ${shortOf(game, winner)}`)}`;
  return [key, who + heading + won];
}

function entry(game, place) {
  const t = text();
  const side = (seat) => {
    const mark = element("span", { className: "dot", style: `--own:${color(game.seats[seat])}` });
    return element("span", { className: `player${!game.live && wonBy(game) === game.seats[seat] ? " won" : ""}` }, mark,
      element("span", { className: "letter" }, letter(game, seat)), nameTag(game, game.seats[seat]));
  };
  const points = (seat) => element("span", { className: "points" }, game.live ? "" : String(game.scores[seat]));
  const notes = [t.turns(game.length), ...(game.err ? [reasons(game.err)] : []), ...(game.saved ? [t.fallback] : [])];
  return button("", { "aria-current": String(place === state.game), "data-place": String(place) }, () => open(place)).appendChild(
    element("span", { className: "row" },
      element("span", { className: "number" }, `#${game.id}`), ...seatsOf(game).flatMap((seat) => [side(seat), points(seat)]),
      element("span", { className: `length${game.bad ? " fault" : ""}`, title: notes.join(" · ") }, notes.join(" · ")))).parentNode;
}

function option(place) {
  const game = data.games[place];
  const [first, ...others] = seatsOf(game).map((seat) => `${letter(game, seat)} ${nameAt(game, seat)}`);
  const score = game.live ? "–" : game.scores.join(" : ");
  return element("option", { value: String(place) }, [`#${game.id}`, first, score, ...others].join("  "));
}

function list() {
  const t = text();
  found = filtered();
  filterBar(found.counts);
  const all = found.list, at = all.indexOf(state.game);
  const shown = all.slice(0, Math.max(listed, at + 1));
  const items = [];
  let group = null;
  for (const place of shown) {
    const game = data.games[place];
    const [key, heading] = headingOf(game);
    if (key !== group && (data.matches || (data.human === undefined && data.games.length > 1))) items.push(element("li", {}, element("h3", {}, heading)));
    group = key;
    items.push(element("li", {}, entry(game, place)));
  }
  if (shown.length < all.length)
    items.push(element("li", {}, button(t.more(Math.min(LISTED, all.length - shown.length)), { className: "plain more" }, () => { listed = shown.length + LISTED; list(); })));
  if (!all.length) items.push(element("li", { className: "quiet nothing" }, t.nothing));
  $("list").replaceChildren(...items);
  $("pick").replaceChildren(...(at < 0 ? [option(state.game)] : []), ...all.map(option));
  $("pick").setAttribute("aria-label", t.picker);
  for (const [id, name] of [["previous", t.previous], ["following", t.following]]) {
    $(id).title = name;
    $(id).setAttribute("aria-label", name);
  }
  const bad = data.bad || [];
  $("bad-title").textContent = bad.length ? t.bad(bad.length) : "";
  $("bad").replaceChildren(...bad.map((why) => element("li", {}, why)));
  $("games-title").textContent = all.length === data.games.length ? t.games(all.length) : t.of(all.length, data.games.length);
  // Few games need neither list nor filter, and one no picker.
  const few = data.human !== undefined || data.games.length < 3;
  document.querySelector("main").classList.toggle("few", few);
  $("games").classList.toggle("single", data.games.length < 2);
  $("filter").hidden = few;
  mark();
}

// Shows in list and picker which game is open.
function mark() {
  for (const made of document.querySelectorAll("#list [data-place]"))
    made.setAttribute("aria-current", String(Number(made.dataset.place) === state.game));
  reveal($("list"), document.querySelector('#list [aria-current="true"]'));
  $("pick").value = String(state.game);
  const at = found.list.indexOf(state.game);
  $("previous").disabled = neighbor(-1) === null;
  $("following").disabled = neighbor(1) === null;
  $("position").textContent = found.list.length > 1 && at >= 0 ? `${at + 1} / ${found.list.length}` : "";
}

// The next or previous game of the list; from a game that is not in it, the nearest that is.
function neighbor(by) {
  const next = by > 0 ? found.list.find((place) => place > state.game) : found.list.findLast((place) => place < state.game);
  return next ?? null;
}

function stepGame(by) {
  const next = neighbor(by);
  if (next !== null) open(next);
}

$("pick").addEventListener("change", () => open(Number($("pick").value)));
$("previous").addEventListener("click", () => stepGame(-1));
$("following").addEventListener("click", () => stepGame(1));
