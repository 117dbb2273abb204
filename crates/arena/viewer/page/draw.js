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

// The cells of a path, two base-36 digits each.
function cells(path) {
  const list = [];
  for (let i = 0; i < path.length; i += 2) list.push([parseInt(path[i], 36), parseInt(path[i + 1], 36)]);
  return list;
}

// Where a bot's words for moves lead, and how they are written.
const STEPS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };
const SIGNS = { up: "↑", right: "→", down: "↓", left: "←", fire: "⚡", split: "✂" };

// A snake along these points, tail first, in a grid of 10 units a cell, with its number if it has one. From `before`, its points a turn
// earlier, it has come by a step of its head; then the class `moves` of the board lets it be seen.
function serpent(points, seat, { ray = false, dead = false, bright = false, number, before } = {}) {
  const color = `var(--seat${seat})`;
  const [x, y] = points[points.length - 1];
  const [bx, by] = points[points.length - 2] || [x, y - 10];
  const dx = Math.sign(x - bx), dy = Math.sign(y - by);
  const path = (all, more) => `<polyline points="${all.join(" ")}" fill="none" stroke-linejoin="round" stroke-linecap="round" ${more}/>`;
  const moved = before && points.length > 1 && before[before.length - 1].join() === `${bx},${by}`;
  const left = moved && before[0].join() !== points[0].join();
  // Its last step.
  const step = points.length > 1 && !dead ? arrow([bx, by], [x, y], "var(--card)") : "";
  let svg = `<g opacity="${dead ? 0.55 : 1}">`;
  svg += `<g stroke="${color}" stroke-width="6.6" opacity=".82">${path(moved ? points.slice(0, -1) : points, "")}`
    + (moved ? path([[bx, by], [x, y]], 'class="comes"') : "") + (left ? path([before[0], points[0]], 'class="leaves"') : "") + "</g>";
  svg += path(points, 'stroke="#fff" stroke-width="1.2" stroke-dasharray="0 5" opacity=".5"');
  svg += `<g${moved ? ` class="goes" style="--dx:${bx - x}px;--dy:${by - y}px"` : ""}>`;
  if (bright) svg += `<circle cx="${x}" cy="${y}" r="6.2" fill="none" stroke="var(--ink)" stroke-width=".9" stroke-dasharray="2 1.5"/>`;
  svg += step + `<circle cx="${x}" cy="${y}" r="4.5" fill="${color}" stroke="var(--card)" stroke-width=".7"/>`;
  for (const side of [1, -1]) {
    const ex = x + dx * 1.5 - dy * side * 1.8, ey = y + dy * 1.5 + dx * side * 1.8;
    svg += dead
      ? `<path d="M${ex - 1} ${ey - 1}l2 2m0-2l-2 2" stroke="#fff" stroke-width=".7" stroke-linecap="round"/>`
      : `<circle cx="${ex}" cy="${ey}" r="1.25" fill="#fff"/><circle cx="${ex + dx * 0.4}" cy="${ey + dy * 0.4}" r=".65" fill="#111"/>`;
  }
  if (ray) svg += bolt(x - dx * 2.5, y - dy * 2.5, 0.62);
  svg += "</g>";
  // Behind the head; of a head alone above it, or below it at the top.
  const [nx, ny] = points.length > 1 ? [bx, by] : [x, y < 10 ? y + 7.5 : y - 6.5];
  if (number !== undefined) svg += `<text class="snake-number" x="${nx}" y="${ny + 1.9}" font-size="5.4" text-anchor="middle" stroke="${color}">${number}</text>`;
  return svg + "</g>";
}

function bolt(x, y, scale) {
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="M1-4.5L-2.8.8H-.4L-1.2 4.5 2.8-.9H.3z" fill="#ffd43b" stroke="#7a5b00" stroke-width=".6" stroke-linejoin="round"/>`;
}

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

function snakeIcon(seat) {
  return `<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="10" fill="var(--seat${seat})"/><circle cx="8.5" cy="10" r="2.3" fill="#fff"/><circle cx="15.5" cy="10" r="2.3" fill="#fff"/><circle cx="8.5" cy="10.3" r="1.1" fill="#111"/><circle cx="15.5" cy="10.3" r="1.1" fill="#111"/><path d="M9 16q3 1.8 6 0" stroke="#fff" stroke-width="1.5" fill="none" stroke-linecap="round"/></svg>`;
}
