"use strict";
// Below the board: how long every turn took, against the limit, and the players' own values of the game.
const PLOT = { left: 46, right: 10, top: 10, time: 68, gap: 14, value: 56, bottom: 19 };
// A limit more than so many times above the longest turn is told, not drawn: the bars would be flat.
const FAR = 4;
// The height of a line above the bars that tells a limit.
const LIMIT = 13;
// The width that the mark of a turn that lost much has for itself.
const MARK = 16;

// Steps of 1, 2 or 5 times a power of ten, at most so many up to `most`.
function ticks(most, count) {
  const rough = most / count, power = 10 ** Math.floor(Math.log10(rough));
  const size = [1, 2, 5, 10].find((size) => size * power >= rough) * power;
  return Array.from({ length: Math.floor(most / size + 1e-9) + 1 }, (_, i) => i * size);
}

const word = (x, y, words, anchor, className = "") => `<text x="${x}" y="${y}" text-anchor="${anchor}" class="${className}">${words}</text>`;
const path = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

// The limits to be shown: one of the match, or where a player has its own one of each player, in its color. A limit may change from
// turn to turn; `usual` is what is told.
function limitLines(game) {
  const sides = [0, 1].filter((side) => data.human !== side);
  const at = (side) => {
    const usual = { s: game.seats.indexOf(side) };
    const turns = game.turns.map((turn) => limitOf(game, turn.find((done) => game.seats[done.s] === side) || usual));
    return { side, turns, usual: limitOf(game, usual) };
  };
  const all = sides.map(at).filter((line) => line.usual !== null);
  if (!all.length) return [];
  if (all.some((line) => line.usual !== data.time_ms)) return all.map((line) => ({ ...line, whose: "AB"[line.side] }));
  // The longer of the two where both move at once.
  return [{ ...all[0], turns: all[0].turns.map((_, i) => Math.max(...all.map((line) => line.turns[i]))) }];
}

// The times, in a frame that reaches from x to x + width, below the words for the limits.
function timePlot(game, x, width, most, limits, top) {
  const t = text(), turns = game.turns.length, { time } = PLOT, near = (line) => line.usual <= most * FAR;
  const highest = Math.max(most, ...limits.filter(near).map((line) => line.usual)) * 1.08;
  const seconds = highest >= 5000, unit = seconds ? 1000 : 1;
  const y = (ms) => top + time * (1 - ms / highest);
  const at = (turn) => x + (width * turn) / turns;
  let svg = "";
  for (const tick of ticks(highest / unit, 3)) {
    const height = y(tick * unit);
    svg += `<path class="grid" d="M${x} ${height}h${width}"/>` + word(x - 6, height + 4, Number(tick.toPrecision(3)), "end");
  }
  const wide = width / turns, room = wide > 3 ? 0.12 : 0;
  game.turns.forEach((turn, place) => {
    const part = (1 - 2 * room) / (turn.length || 1);
    turn.forEach((done, i) => {
      if (!isTimed(game, done)) return;
      const height = Math.max(1, top + time - y(done.t));
      svg += `<rect class="${done.v || done.r ? "late" : `own${game.seats[done.s]}`}" x="${(at(place) + wide * (room + i * part)).toFixed(2)}" y="${(top + time - height).toFixed(1)}" width="${(wide * part).toFixed(2)}" height="${height.toFixed(1)}"/>`;
    });
  });
  svg += `<clipPath id="times"><rect x="${x}" y="${top - 1}" width="${width}" height="${time + 2}"/></clipPath>`;
  limits.forEach((line, row) => {
    const own = line.whose ? ` limit${line.side}` : "", limit = milliseconds(line.usual);
    svg += word(x + width, PLOT.top + LIMIT * row + 2, (near(line) ? t.limit : t.beyond)(limit, line.whose), "end", `limit-word${own}`);
    if (!near(line)) return;
    // Turns with a longer limit have their own piece of the line.
    const points = line.turns.flatMap((limit, i) => [[at(i), y(limit)], [at(i + 1), y(limit)]]);
    svg += `<path class="limit${own}" clip-path="url(#times)" d="${path(points)}"/>`;
  });
  return [svg, seconds ? "s" : "ms"];
}

// The values, all as A sees them: up is good for A.
function valuePlot(game, x, width, top) {
  const t = text(), turns = game.turns.length, { value } = PLOT;
  const y = (part) => top + (value * (1 - part)) / 2;
  let svg = "";
  for (const part of [1, 0, -1]) svg += `<path class="${part ? "grid" : "axis"}" d="M${x} ${y(part)}h${width}"/>` + word(x - 6, y(part) + 4, part > 0 ? "+1" : part || "0", "end");
  svg += word(x + 4, y(1) + 12, t.winsAxis("A"), "start") + word(x + 4, y(-1) - 4, t.winsAxis("B"), "start");
  const all = game.turns.flatMap((turn, place) => turn.map((done) => [done, x + (width * (place + 0.5)) / turns, place + 1]));
  for (const side of [0, 1]) {
    const points = [];
    let proven = null;
    for (const [done, middle] of all) {
      if (typeof done.value !== "number" || game.seats[done.s] !== side) continue;
      points.push([middle, y(Math.max(-1, Math.min(1, valueForA(game, done))))]);
      if (done.p) proven ||= points.at(-1);
    }
    if (points.length) svg += `<path class="curve own${side}" d="${path(points)}"/>`;
    for (const [cx, cy] of points.length < 60 ? points : []) svg += `<circle class="own${side}" cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="2"/>`;
    // From here on it knew the result.
    if (proven) svg += `<path class="proven own${side}" d="M${proven[0].toFixed(1)} ${proven[1].toFixed(1)}m0 -6l6 6l-6 6l-6 -6z"><title>${t.proven}</title></path>`;
  }
  // Turns that lost much; where there is no room for all, the worst.
  const marked = [];
  for (const [done, middle, turn] of all.filter(([done]) => lossMark(done)).sort(([a], [b]) => b.l - a.l)) {
    if (marked.some((other) => Math.abs(other - middle) < MARK)) continue;
    marked.push(middle);
    const side = game.seats[done.s], mark = lossMark(done);
    svg += `<g class="blunder"><title>${t.slider} ${turn} ${mark} ${lossOf(done, turn)}</title>${word(middle, Math.max(top + 10, Math.min(top + value - 2, y(valueForA(game, done)) + (side ? 14 : -5))), mark, "middle", `own${side}`)}</g>`;
  }
  return svg;
}

function chart() {
  const game = current(), t = text(), done = game.turns.flat();
  const most = Math.max(0, ...done.filter((part) => isTimed(game, part)).map((part) => part.t));
  const values = done.some((part) => typeof part.value === "number");
  $("chart").hidden = !most && !values;
  if ($("chart").hidden) return;
  const width = Math.max(240, $("plot").clientWidth), turns = game.turns.length;
  const x = PLOT.left, inner = width - PLOT.left - PLOT.right;
  const limits = most ? limitLines(game) : [], top = PLOT.top + LIMIT * limits.length;
  const valueTop = most ? top + PLOT.time + PLOT.gap : top;
  const bottom = values ? valueTop + PLOT.value : top + PLOT.time;
  const height = bottom + PLOT.bottom;
  let svg = `<rect id="now" x="0" y="${top}" width="${Math.max(1.5, inner / turns)}" height="${bottom - top}"/>`;
  let unit = "";
  if (most) {
    const [plot, unitOf] = timePlot(game, x, inner, most, limits, top);
    svg += plot;
    unit = unitOf;
  }
  if (values) svg += valuePlot(game, x, inner, valueTop);
  svg += `<path class="axis" d="M${x} ${bottom}h${inner}"/>`;
  for (const tick of ticks(turns, Math.max(2, Math.floor(inner / 90)))) {
    const place = Math.round(tick);
    svg += word(x + (inner * Math.max(0, place - 0.5)) / turns, height - 5, place || t.slider, place ? "middle" : "start");
  }
  $("plot").innerHTML = `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${t.chart}">${svg}</svg>`;
  const key = (side) => element("span", { className: "key" }, element("span", { className: "swatch", style: `--own:${color(side)}` }), nameTag(game, side));
  $("chart-key").replaceChildren(element("span", { className: "quiet" }, [most ? t.timeAxis(unit) : "", values ? (game.analysis ? t.valueBy(game.analysis.by) : t.valueAxis) : ""].filter(Boolean).join(" · ")), key(0), key(1));
  readout(null);
  chartNow();
}

// Moves the mark of the turn that is shown.
function chartNow() {
  const now = $("now");
  if (!now || $("chart").hidden) return;
  const inner = $("plot").clientWidth - PLOT.left - PLOT.right;
  now.setAttribute("x", PLOT.left + (inner * Math.max(0, state.turn - 1)) / current().turns.length);
  now.style.visibility = state.turn ? "visible" : "hidden";
}

// The turn below a pointer.
function pointed(event) {
  const box = $("plot").getBoundingClientRect(), inner = box.width - PLOT.left - PLOT.right;
  const turn = 1 + Math.floor(((event.clientX - box.left - PLOT.left) / inner) * length());
  return Math.max(1, Math.min(length(), turn));
}

function readout(turn) {
  const game = current(), t = text();
  const part = (done) => [letter(game, done.s), moveOf(done, turn), isTimed(game, done) ? milliseconds(done.t) : "",
    valueOf(game, done), lossMark(done) && `${lossMark(done)} ${lossOf(done, turn)}`].filter(Boolean).join(" ");
  $("readout").textContent = turn ? `${t.slider} ${turn} · ${game.turns[turn - 1].map(part).join(" · ")}` : "";
}

$("plot").addEventListener("pointermove", (event) => {
  readout(pointed(event));
  if (event.buttons && event.pointerType === "mouse") { stop(); go(pointed(event)); }
});
$("plot").addEventListener("pointerleave", () => readout(null));
$("plot").addEventListener("click", (event) => { stop(); go(pointed(event)); });
new ResizeObserver(() => chart()).observe($("plot"));
