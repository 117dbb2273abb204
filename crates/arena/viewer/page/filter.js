"use strict";
// Which games are listed: a kind, as one player sees it, and a search.
const KINDS = ["all", "won", "lost", "drawn", "long", "bad", "late"];

// The places of the longest tenth of the games, at least one; of as long ones the first. None if all are alike.
function longest() {
  const places = data.games.map((_, place) => place), turns = (place) => data.games[place].length;
  places.sort((a, b) => turns(b) - turns(a) || a - b);
  if (turns(places[0]) === turns(places.at(-1))) return new Set();
  return new Set(places.slice(0, Math.max(1, Math.floor(places.length / 10))));
}

// On which side of a game the chosen player is; -1 if on none, or if none is chosen.
function chosenSide(game) {
  const { side } = state.filter;
  return side < 0 || !game.players ? side : game.players.indexOf(side);
}

function isKind(place, kind, long) {
  const game = data.games[place];
  const side = chosenSide(game), over = !game.live;
  const winner = over ? wonBy(game) : null;
  switch (kind) {
    case "won": return winner !== null && winner === side;
    case "lost": return winner !== null && side >= 0 && winner !== side;
    case "drawn": return over && winner === null;
    case "long": return long.has(place);
    case "bad": case "late": return game[kind];
    default: return true;
  }
}

// What a search looks through. A game that is only searched is not kept decoded.
function words(place) {
  const game = data.games[place];
  if (game.words) return game.words;
  const { turns } = game.frames ? game : elementOf(place);
  const parts = [`#${game.id}`, fullName(game, 0), fullName(game, 1), game.err, reasons(game.err), game.broken];
  for (const turn of turns) for (const done of turn) parts.push(done.v, done.d, done.x, done.r && done.r.cause);
  const all = parts.filter(Boolean).join("\n").toLowerCase();
  return game.live ? all : (game.words = all);
}

// The games that the filter lets through, as their places in the data; and how many each kind would.
function filtered() {
  const long = longest(), query = state.filter.query.trim().toLowerCase();
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
  const list = [];
  data.games.forEach((game, place) => {
    if (game.players && state.filter.side >= 0 && chosenSide(game) < 0) return;
    if (query && !words(place).includes(query)) return;
    for (const kind of KINDS) if (isKind(place, kind, long)) counts[kind]++;
    if (isKind(place, state.filter.what, long)) list.push(place);
  });
  return { list, counts };
}

function filterBar(counts) {
  const t = text();
  $("filter-title").textContent = t.filter;
  $("search").placeholder = t.searchHint;
  $("search").setAttribute("aria-label", t.search);
  $("whose").replaceChildren(
    ...(data.league ? [element("option", { value: "-1" }, t.everybody)] : []),
    ...data.players.map((name, player) => element("option", { value: String(player), title: name },
      data.league ? short[player] : `${"AB"[player]} ${shortOf({}, player)}`)));
  $("whose").value = String(state.filter.side);
  $("whose").setAttribute("aria-label", t.whose);
  const chips = KINDS.filter((kind) => state.filter.side >= 0 || (kind !== "won" && kind !== "lost")).map((kind) => {
    const chip = button(t.filters[kind], { className: "chip", "data-kind": kind, title: t.filterTips[kind],
      "aria-pressed": String(kind === state.filter.what) }, () => { state.filter.what = kind; list(); });
    chip.append(element("span", { className: "count" }, String(counts[kind])));
    chip.disabled = !counts[kind] && kind !== "all" && kind !== state.filter.what;
    return chip;
  });
  const focused = document.activeElement?.dataset?.kind;
  $("kinds").replaceChildren(...chips);
  if (focused) $("kinds").querySelector(`[data-kind="${focused}"]`)?.focus();
}

$("whose").addEventListener("change", () => {
  state.filter.side = Number($("whose").value);
  if (state.filter.side < 0 && /won|lost/.test(state.filter.what)) state.filter.what = "all";
  list();
});
let searching = null;
$("search").addEventListener("input", () => {
  clearTimeout(searching);
  searching = setTimeout(() => { state.filter.query = $("search").value; list(); }, 120);
});
$("search").addEventListener("keydown", (event) => {
  if (event.key === "Escape") { $("search").value = state.filter.query = ""; list(); $("search").blur(); }
});
