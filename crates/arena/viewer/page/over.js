"use strict";
// What stands on the board beside the game itself: the better move of a turn that lost much, the line that a bot expects, the
// numbers of stones; and the marks of such turns, with the thresholds of lichess.
const LOSSES = [[0.3, "??"], [0.2, "?"], [0.1, "?!"]];
// Most moves of a line that are shown behind the one that was played.
const LINE = 5;

const lossMark = (done) => LOSSES.find(([least]) => done.l >= least)?.[1] || "";
// A bot's word for a move as lists have it.
const wordOf = (move, turn) => (drawing.said ? drawing.said(move, frames()[turn]) : moveOf({ m: move }, turn));
// What a turn lost, and what was better.
function lossOf(done, turn) {
  const better = done.b && text().better(inWords(wordOf(done.b, turn)));
  return [text().lostValue(done.l.toFixed(2)), better].filter(Boolean).join(", ");
}

// The moves that the debug text of a turn expects, that of the turn first; none that the picture cannot show.
function lineOf(done) {
  const words = /\bline ((?:\S+ ?)+)/.exec(done?.d || "")?.[1].trim().split(" ").map((word) => word.replace(/[,;.]$/, "")) || [];
  const known = words.findIndex((word) => !drawing.points?.(word, frames()[state.turn], done.s));
  return words.slice(0, known < 0 ? words.length : known);
}
const hasLine = (game) => Boolean(drawing.points) && game.turns.some((turn) => turn.some((done) => /\bline /.test(done.d || "")));

// One place is a ring, two are an arrow, a third one is shot at.
function way([from, to, shot], color, className) {
  if (!to) return `<circle class="${className}" cx="${from[0]}" cy="${from[1]}" r="4" fill="none" stroke="${color}" stroke-width="1.3" stroke-dasharray="2.2 1.3"/>`;
  return `<g class="${className}">${arrow(from, to, color)}${shot ? arrow(to, shot, color, true) : ""}</g>`;
}

function betterMoves(done) {
  if (!done.b || !lossMark(done)) return "";
  const before = frames()[state.turn - 1];
  if (drawing.better) return drawing.better(done.b, before, done.s);
  const points = drawing.points?.(done.b, before, done.s);
  return points ? way(points, "var(--good)", "better") : "";
}

// Stones in their colors, moves from a place to another as arrows, both with the number of the move.
function expected(done) {
  const frame = frames()[state.turn];
  return lineOf(done).slice(1, 1 + LINE).map((word, i) => {
    const points = drawing.points(word, frame, done.s), [x, y] = points[1] || points[0];
    const seat = (done.s + 1 + i) % current().seats.length, side = drawing.color ? drawing.color(frame, seat) : seat;
    const number = (fill) => `<text x="${x}" y="${y + 1.8}" font-size="5" font-weight="600" text-anchor="middle" fill="${fill}">${i + 2}</text>`;
    if (points.length > 1) return `<g class="line" opacity=".75">${way(points, color(current().seats[seat]), "")}<circle cx="${x}" cy="${y}" r="2.7" fill="var(--card)"/>${number("var(--ink)")}</g>`;
    return `<g class="line" opacity=".6"><circle cx="${x}" cy="${y}" r="4" fill="url(#${side ? "white" : "black"})"/>${number(side ? "#1b1b1b" : "#f4f4f4")}</g>`;
  }).join("");
}

function stoneNumbers() {
  const last = new Map();
  for (let turn = 1; turn <= state.turn; turn++) if (frames()[turn].m >= 0) last.set(frames()[turn].m, turn);
  return [...last].map(([cell, turn]) => {
    const [x, y] = drawing.at(cell);
    return `<text class="stone-number" x="${x}" y="${y + 1.5}" font-size="4.2" text-anchor="middle">${turn}</text>`;
  }).join("");
}

function overBoard() {
  const game = current(), turn = game.turns[state.turn - 1] || [];
  return turn.map(betterMoves).join("")
    + (state.line && drawing.points ? turn.map(expected).join("") : "")
    + (state.numbers && drawing.numbered ? stoneNumbers() : "");
}

// What those marks mean, where they are.
function overLegend() {
  const turn = current().turns[state.turn - 1] || [], t = text(), parts = [];
  if (turn.some(betterMoves)) parts.push([mark16('<circle cx="8" cy="8" r="5" fill="none" stroke="var(--good)" stroke-width="2" stroke-dasharray="3 2"/>'), t.betterMark]);
  if (state.line && turn.some((done) => lineOf(done).length > 1)) parts.push([mark16('<text x="8" y="12" font-size="11" text-anchor="middle" fill="currentColor">2</text>'), t.expected]);
  return parts;
}
