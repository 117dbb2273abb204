"use strict";
// What all parts of the page share: the data, what is shown, names, colors, small helpers.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const drawing = DRAW[data.picture];
const state = {
  game: 0, turn: 0, timer: null, language: (data.lang || navigator.language).startsWith("zh") ? "zh" : "en",
  // What is shown beside the game.
  numbers: false, line: true, rules: false,
  filter: { what: "all", side: data.league ? -1 : 0, query: "" },
};
// A game that is no part of a match or a session.
const isAlone = () => data.human === undefined && data.games.length === 1 && !data.bad?.length;
const text = () => TEXT[state.language];
// A game is decoded when it is opened: a page of many games has each in an element of its own.
const elementOf = (place) => JSON.parse($(`game${place}`).textContent);
function whole(place) {
  const game = data.games[place];
  return game.frames ? game : Object.assign(game, elementOf(place));
}
const current = () => whole(state.game);
const length = () => current().frames.length - 1;
const WIDE = matchMedia("(min-width: 1080px)");

function element(tag, options = {}, ...children) {
  const { className, ...rest } = options;
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [key, value] of Object.entries(rest)) if (value != null) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function button(label, options, act) {
  const made = element("button", { type: "button", ...options }, label);
  made.addEventListener("click", act);
  return made;
}

// The frames of a game; crates/arena/gameplay/src/frames.rs says how they are written.
function expand(list) {
  const frames = [];
  let frame = {};
  for (const change of list) {
    frame = { ...frame };
    for (const [key, value] of Object.entries(change)) {
      if (value === null) delete frame[key];
      else if (value.e) {
        let line = frame[key];
        for (let i = 0; i < value.e.length; i += 2)
          line = line.slice(0, value.e[i]) + value.e[i + 1] + line.slice(value.e[i] + value.e[i + 1].length);
        frame[key] = line;
      } else if (value.q) frame[key] = frame[key].slice(value.q[0]) + value.q[1];
      else frame[key] = value;
    }
    frames.push(frame);
  }
  return frames;
}
const frames = () => (current().boards ||= expand(current().frames));

// Players: A and B of a match; in a league every game has its own two.
let short = shortNames(data.players);
const index = (game, side) => (game.players ? game.players[side] : side);
const fullName = (game, side) => data.players[index(game, side)];
const isHuman = (game, seat) => data.human === game.seats[seat];
const shortOf = (game, side) => (data.human === side ? text().you : short[index(game, side)]);
const nameAt = (game, seat) => shortOf(game, game.seats[seat]);
const letter = (game, seat) => "AB"[game.seats[seat]];
const seatsOf = (game) => game.seats.map((_, seat) => seat);
// The player whose seats have the larger mean score; null for a draw. With two seats this is the player in the winner's seat.
function wonBy(game) {
  if (game.seats.length === 2) return game.winner === null ? null : game.seats[game.winner];
  const own = (side) => game.scores.filter((_, seat) => game.seats[seat] === side);
  const [a, b] = [own(0), own(1)].map((scores) => scores.reduce((sum, score) => sum + score, 0) / scores.length);
  return a > b ? 0 : b > a ? 1 : null;
}

// The color is the player's, whatever the seat.
const color = (side) => `var(--player${side})`;
const badge = (side) => element("span", { className: "badge", style: `--own:${color(side)}` }, "AB"[side]);

// A name on one line; what is cut is in the tooltip.
function nameTag(game, side, className = "name") {
  return element("span", { className, title: fullName(game, side) }, shortOf(game, side));
}

const milliseconds = (ms) => (ms >= 10000 ? `${(ms / 1000).toFixed(1)} s` : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`);
const signed = (value) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(2);
const percent = (part) => (100 * part).toFixed(1);

// The limits of a player: of a program that is started, and of one that was kept running; null where the log has none.
const limitsOf = (game, side) => data.limits[index(game, side)];
const limitOf = (game, done) => {
  const [started, kept] = limitsOf(game, game.seats[done.s]);
  return done.f && started !== null ? started * data.first_turn_factor : kept;
};
const icon = (seat) => {
  const span = element("span", { className: "icon", "aria-hidden": "true" });
  span.innerHTML = drawing.icon(seat);
  return span;
};

// A move of a turn, short for lists, and in words.
const moveOf = (done, turn) => (done.m == null ? "–" : drawing.move ? drawing.move(done.m, frames()[turn]) : done.m);
const inWords = (move) => (drawing.words ? drawing.words(move, text()) : move);
// What a program took is known; turns of an opening, of a person, and of a log without times have none.
const isTimed = (game, done) => typeof done.t === "number" && !isHuman(game, done.s);
// A player's value as A sees it: up in the chart is good for A.
const valueForA = (game, done) => (game.seats[done.s] ? -done.value : done.value);
// In words, if it has said one.
const valueOf = (game, done) => (typeof done.value === "number" ? signed(valueForA(game, done)) + (done.p ? ` (${text().proven})` : "") : "");

// The judge's reason, in words where it is a usual one: by the game's own table, by that of all games, or by its form.
function reason(part) {
  const t = text(), own = drawing.ends?.[state.language] || {};
  for (const table of [own, t.ends]) if (Object.hasOwn(table, part)) return table[part];
  const verdict = /^INVALID_INPUT_VERDICT_([A-Z]*)$/.exec(part);
  // The program ran well, and the judge could not read what it said.
  if (verdict?.[1] === "OK") return t.malformed;
  if (verdict) return t.noAnswer(t.verdicts[verdict[1]] || verdict[1]);
  const code = /^INVALID_MOVE +(\([-\d, ]+\))|^([A-Z]+(?:_[A-Z]+)+)$/.exec(part);
  return code ? t.illegal(code[1] || code[2]) : part;
}
const reasons = (err) => [...new Set((err || "").split(" / "))].map(reason).join(" / ");

function result(game) {
  if (game.broken) return text().broken(game.broken);
  // A log that was not written by the arena may say that a game goes on.
  if (game.err === "UNFINISHED") return reason(game.err);
  const side = wonBy(game);
  const won = side === null ? text().drawn : side === data.human ? text().youWin : text().wins(`${"AB"[side]} ${shortOf(game, side)}`);
  const why = reasons(game.err) || drawing.over?.(frames()[length()], game, text()) || "";
  return why ? `${won} · ${why}` : won;
}

// Scrolls a list, and nothing around it, until one of its parts is seen.
function reveal(list, part) {
  if (!part) return;
  const [outer, inner] = [list.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + inner.height;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + inner.height;
}
