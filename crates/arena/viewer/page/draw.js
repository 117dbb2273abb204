"use strict";
// What the games' drawings share. A drawing is a text of SVG, made of numbers and of words of our own only.
//
// An entry of DRAW has `title` and `help` (how to play) in both languages; `draw(frame, setup, ask)`, the board without the
// end of its SVG; `icon(seat)`; `facts(frame, seat, text)`, pairs for the player's card; and where there is something to
// say `ends`, the judge's words for an end in both languages; `legend(frame, text, names)`, pairs of a mark and its meaning;
// `note(frame, setup, text)`, a line above the board; `score(frame, seat)`; `hundredths`, why the judge’s score has a fraction, in both languages; `sides(text)`, what the seats are called;
// `move(move, frame)`, a move as lists have it, with the frame behind it; `form(text)`, what the parts of such a move are;
// `words(move, text)`, a move in words; `said(move, frame)`, a move that
// a bot has written as lists have it; `points(move, frame, seat)`, where such a move is on the board: a place, from and to, or
// from, to and the target of a shot; `better(move, frame, seat)`, a better move as SVG, where that is another one; `numbered`, whether stones may have
// numbers (`at(cell)` is where one lies); `over(frame, game, text)`, why a game of which the judge says nothing more has ended. Where
// a person plays: `choices(frame, setup, ask)`, what can be clicked (`data-move` sends a word); `controls(ask, text, add,
// line)`, buttons in place of one for each move; `acts(event, way)`, what keys do; `asked(ask)` and `clicked(event)`.
const DRAW = {};

// Where a bot's words for moves lead, and how they are written.
const STEPS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };
const SIGNS = { up: "↑", right: "→", down: "↓", left: "←", fire: "⚡", split: "✂" };

// An arrow from one point to another, dashed where it is a shot.
function arrow([x0, y0], [x1, y1], color, shot) {
  const a = Math.atan2(y1 - y0, x1 - x0), at = (turned, far) => `${(x1 - far * Math.cos(a + turned)).toFixed(2)} ${(y1 - far * Math.sin(a + turned)).toFixed(2)}`;
  return `<path d="M${x0} ${y0}L${at(0, 2)}" fill="none" stroke="${color}" stroke-width="${shot ? 0.8 : 1.1}" stroke-linecap="round"${shot ? ' stroke-dasharray="1.8 1.4"' : ""} opacity=".9"/>`
    + `<path class="arrow" d="M${at(0, 0)}L${at(0.5, 3.4)}L${at(-0.5, 3.4)}Z" fill="${color}"/>`;
}

// Where a snake came to its end.
function crash(x, y) {
  let rays = "";
  for (let i = 0; i < 8; i++) {
    const a = (i * Math.PI) / 4;
    rays += `M${x + 2.5 * Math.cos(a)} ${y + 2.5 * Math.sin(a)}L${x + 5 * Math.cos(a)} ${y + 5 * Math.sin(a)}`;
  }
  return `<path class="pop" d="${rays}" stroke="var(--bad)" stroke-width="1.3" stroke-linecap="round"/>`;
}

// A board of squares in two shades, those of the class `lighter` where it holds black and white pieces.
function squares(width, height) {
  let path = "";
  for (let row = 0; row < height; row++)
    for (let column = row % 2; column < width; column += 2) path += `M${column * 10} ${row * 10}h10v10h-10z`;
  return `<rect x="-2" y="-2" width="${width * 10 + 4}" height="${height * 10 + 4}" rx="4" fill="var(--line)"/>`
    + `<rect width="${width * 10}" height="${height * 10}" rx="2" fill="var(--field)"/><path d="${path}" fill="var(--field2)"/>`;
}

// Names of columns and rows beside a board of squares, in a grid of 10 units a cell.
function coordinates(columns, rows, { top = -4, left = -5, size = 4 } = {}) {
  const name = (x, y, words) => `<text class="coordinate" x="${x}" y="${y + size * 0.36}" font-size="${size}" text-anchor="middle">${words}</text>`;
  return columns.map((words, i) => name(i * 10 + 5, top, words)).join("") + rows.map((words, i) => name(left, i * 10 + 5, words)).join("");
}
const numbers = (count, from) => Array.from({ length: count }, (_, i) => from + i);

// Keys of a board whose places are chosen one by one; cursor.js is there where somebody plays.
const cursorKeys = () => cursorActs();

// Marks of legends.
const mark16 = (inside) => `<svg viewBox="0 0 16 16">${inside}</svg>`;
const patch = (fill, edge = "none") => mark16(`<rect x="2" y="2" width="12" height="12" rx="3" fill="${fill}" stroke="${edge}"/>`);
// Black and white pieces lie on a piece of their board, so that both are seen on light and dark pages.
const plate = (size, ground, inside) => `<svg viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" rx="${size / 4}" fill="${ground}"/>${inside}</svg>`;
const halfPatch = (ground, fill) => plate(16, ground, `<rect x="4" y="4" width="8" height="8" rx="2" fill="${fill}"/>`);
const cross = mark16('<path d="M4 4l8 8m0-8l-8 8" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>');
