"use strict";
// The result of the whole match, on top of everything.

// Wins of A, draws and wins of B of the matches or games that are over.
function counted() {
  const count = [0, 0, 0];
  if (data.matches) {
    for (const winner of Object.values(data.matches)) count[2 * winner]++;
    return { count, mean: null, matches: true };
  }
  for (const game of data.games)
    if (!game.live) count[2 * (wonBy(game) ?? 0.5)]++;
  return { count, mean: null };
}

function matchResult() {
  const t = text();
  const given = data.human !== undefined ? counted() : isAlone() ? null : data.result;
  $("result").hidden = !given;
  if (!given) return;
  $("result").setAttribute("aria-label", data.human === undefined ? t.result : t.session);
  const [won, drawn, lost] = given.count, all = won + drawn + lost;
  const half = (count) => String(count + drawn / 2);
  const side = (player) => element("span", { className: `side${player ? " right" : ""}` }, badge(player), nameTag({}, player));
  const parts = [element("div", { className: "line" }, side(0), element("strong", { className: "total" }, `${half(won)} : ${half(lost)}`), side(1))];
  if (all) {
    const piece = (count, name) => element("span", { className: name, style: `flex-grow:${count}` });
    parts.push(element("div", { className: "share", "aria-hidden": "true" }, piece(won, "a"), piece(drawn, "even"), piece(lost, "b")));
  }
  const notes = [];
  if (given.mean !== null && all) {
    notes.push(t.scored(`A ${shortOf({}, 0)}`, percent(given.mean)));
    if (given.pairs > 1 && given.low !== null) notes.push(t.interval(percent(given.low), percent(given.high)));
  }
  notes.push(given.matches ? t.wholeMatches(all) : t.games(all));
  if (drawn) notes.push(t.drawnGames(drawn));
  if (all) parts.push(element("p", { className: "quiet" }, notes.join(" · ")));
  $("result").replaceChildren(...parts);
}
