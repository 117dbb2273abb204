"use strict";
// The viewer: which game and turn is shown, how it is changed, what stands around the board.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const drawing = DRAW[data.game];
const state = { game: 0, turn: 0, timer: null, language: navigator.language.startsWith("zh") ? "zh" : "en" };
const text = () => TEXT[state.language];
const current = () => data.games[state.game];
const length = () => current().frames.length - 1;

function element(tag, options = {}, ...children) {
  const { className, ...rest } = options;
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [key, value] of Object.entries(rest)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// The frames of a game; crates/arena/referee/src/frames.rs says how they are written.
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
// The names of A and B; in a league every game has its own two players.
const player = (game, side) => data.players[game.players ? game.players[side] : side];
const name = (game, seat) => player(game, game.seats[seat]);
const letter = (game, seat) => "AB"[game.seats[seat]];
const milliseconds = (ms) => (ms >= 10000 ? `${(ms / 1000).toFixed(1)} s` : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`);
const icon = (seat) => {
  const span = element("span", { style: "display:contents" });
  span.innerHTML = drawing.icon(seat);
  return span;
};
const dot = (seat) => (drawing.colors ? drawing.colors[seat] : `var(--seat${seat})`);

// The judge's reason, in words where it is a usual one.
function reasons(err) {
  return [...new Set((err || "").split(" / "))].map((part) => (Object.hasOwn(text().ends, part) ? text().ends[part] : part)).join(" / ");
}

function result(game) {
  if (game.broken) return text().broken(game.broken);
  const said = game.winner === null ? text().drawn : text().wins(`${letter(game, game.winner)} ${name(game, game.winner)}`);
  const reason = reasons(game.err);
  return reason ? `${said} · ${reason}` : said;
}

function show() {
  const game = current(), frame = frames()[state.turn], over = state.turn === length() && !game.live;
  const ask = state.turn === length() ? game.ask : null;
  $("board").innerHTML = drawing.draw(frame, game.setup, ask) + (ask ? drawing.choices(frame, game.setup, ask) : "") + "</svg>";
  $("counter").textContent = `${state.turn} / ${length()}`;
  $("slider").max = length();
  $("slider").value = state.turn;
  $("banner").className = over ? "over" : "";
  const note = drawing.note ? drawing.note(frame, game.setup, text()) : "";
  const said = game.live && state.turn === length() ? game.say || "" : "";
  const opening = state.turn > 0 && state.turn <= game.opening;
  $("banner").textContent = over ? result(game) : [said, opening ? text().opening : note].filter(Boolean).join(" · ");
  versus(game, frame, over);
  for (const seat of [0, 1]) $(`turn${seat}`).replaceChildren(...card(game, frame, seat));
  const now = document.querySelector("#times .now");
  if (now) now.setAttribute("x", state.turn - 1);
}

function versus(game, frame, over) {
  const side = (seat) => {
    const moved = state.turn > 0 && game.turns[state.turn - 1].some((done) => done.s === seat);
    return element("div", { className: `side${seat ? " right" : ""}${moved ? " turn" : ""}` }, icon(seat), element("span", { className: "name" }, name(game, seat)));
  };
  const points = over && !game.broken ? game.scores : [0, 1].map((seat) => (drawing.score ? drawing.score(frame, seat) : null));
  const score = points[0] === null ? "vs" : `${points[0]} : ${points[1]}`;
  $("versus").replaceChildren(side(0), element("span", { className: "score" }, score), side(1));
}

// What a seat did in the turn shown, or the last time before it.
function lately(game, seat) {
  for (let turn = state.turn; turn > 0; turn--) {
    const done = game.turns[turn - 1].find((part) => part.s === seat);
    if (done) return [done, turn];
  }
  return [null, 0];
}

function card(game, frame, seat) {
  const t = text();
  const [done, turn] = lately(game, seat);
  const who = element("div", { className: "who" }, icon(seat), element("b", {}, name(game, seat)), element("span", { className: "badge" }, letter(game, seat)));
  const facts = element("dl", { className: "facts" });
  const fact = (key, value, className = "") => facts.append(element("dt", {}, key), element("dd", { className }, value));
  for (const [key, value] of drawing.facts(frame, seat, t)) fact(key, value);
  const parts = [who, facts];
  if (!done) {
    fact(t.move, t.still);
    return parts;
  }
  const old = turn < state.turn ? "older" : "";
  fact(old ? `${t.before} (${turn})` : t.move, done.m ?? "–", old);
  if (done.t !== undefined && name(game, seat) !== "human") {
    fact(t.time, milliseconds(done.t) + (done.f ? ` (${t.doubled})` : ""), old);
    fact(t.verdict, t.verdicts[done.v || "OK"], `verdict ${done.v ? "bad" : ""} ${old}`);
  }
  if (done.r) parts.push(element("pre", { className: `debug trouble ${old}` }, `${t.saved(done.r.answers, done.r.more)}: ${done.r.cause}`));
  if (done.x) parts.push(element("pre", { className: `debug trouble ${old}` }, done.x));
  if (done.d) parts.push(element("pre", { className: `debug ${old}` }, done.d));
  return parts;
}

function times() {
  const game = current();
  let most = 0;
  for (const turn of game.turns) for (const done of turn) most = Math.max(most, done.t || 0);
  let bars = "";
  game.turns.forEach((turn, x) => {
    for (const done of turn) {
      if (done.t === undefined) continue;
      const size = Math.max(0.6, 24 * Math.sqrt(done.t / (most || 1)));
      bars += `<rect class="${done.v || done.r ? "late" : `t${done.s}`}" x="${x + 0.12}" width=".76" y="${done.s ? 27 : 27 - size}" height="${size}"/>`;
    }
  });
  const svg = `<svg viewBox="0 0 ${Math.max(1, length())} 54" preserveAspectRatio="none"><rect class="axis" x="0" y="26.7" width="100%" height=".6"/>${bars}<rect class="now" x="-1" y="0" width="1" height="54"/></svg>`;
  $("times").innerHTML = most ? svg : "";
  $("times").hidden = !most;
  $("times").title = text().times(milliseconds(most));
}

function list() {
  const t = text();
  const items = [];
  let pair = null;
  data.games.forEach((game, index) => {
    const key = [...(game.players || []), game.pair].join("-");
    if (key !== pair && (data.matches || data.games.length > 1)) {
      pair = key;
      const heading = data.matches ? t.match(game.pair + 1) : t.pair(game.pair + 1);
      const who = game.players ? `${player(game, 0)} – ${player(game, 1)} · ` : "";
      const winner = data.matches ? data.matches[key] : undefined;
      const won = winner === undefined ? "" : ` · ${t.winsMatch(`${"AB"[winner]} ${player(game, winner)}`)}`;
      items.push(element("li", {}, element("h3", {}, who + heading + won)));
    }
    const side = (seat) => {
      const mark = element("span", { className: "dot", style: `background:${dot(seat)};box-shadow:0 0 0 1px var(--line)` });
      return element("span", { className: `player${game.winner === seat ? " won" : ""}` }, mark, `${letter(game, seat)} ${name(game, seat)}`);
    };
    const points = (seat) => element("span", { className: "points" }, game.live ? "" : String(game.scores[seat]));
    const some = (found) => game.turns.some((turn) => turn.some(found));
    const saved = some((done) => done.r), fault = game.broken || saved || some((done) => done.v || done.x);
    const notes = [t.turns(game.turns.length), ...(game.err ? [reasons(game.err)] : []), ...(saved ? [t.fallback] : [])];
    const button = element("button", { type: "button", "aria-current": String(index === state.game) },
      element("span", { className: "number" }, `#${game.id}`), side(0), points(0), side(1), points(1), element("span", {}),
      element("span", { className: `length${fault ? " fault" : ""}` }, notes.join(" · ")));
    button.addEventListener("click", () => open(index));
    items.push(element("li", {}, button));
  });
  $("list").replaceChildren(...items);
  const bad = data.bad || [];
  $("bad-title").textContent = bad.length ? t.bad(bad.length) : "";
  $("bad").replaceChildren(...bad.map((why) => element("li", {}, why)));
  $("games-title").textContent = t.games(data.games.length);
}

// All that stands still while a game is played.
function label() {
  const t = text();
  document.documentElement.lang = state.language === "zh" ? "zh-CN" : "en";
  const players = data.players.length > 4 ? t.players(data.players.length) : data.players.join(" – ");
  document.title = `${drawing.title[state.language]} · ${players}`;
  $("title").textContent = drawing.title[state.language];
  const limit = data.nodes === null ? t.ms(data.time_ms) : t.nodes(data.nodes);
  $("conditions").textContent = [limit, t[data.mode], t.seed(data.seed), ...(data.judge ? [t.judge] : [])].join(" · ");
  $("language").textContent = t.other;
  $("theme").textContent = document.documentElement.dataset.theme === "dark" ? t.light : t.dark;
  for (const id of ["start", "back", "forward", "end"]) { $(id).title = t[id]; $(id).setAttribute("aria-label", t[id]); }
  $("speed-label").textContent = t.speed;
  $("speed").setAttribute("aria-label", t.speed);
  $("slider").setAttribute("aria-label", t.slider);
  $("board").setAttribute("aria-label", t.board);
  $("keys").textContent = current().live ? drawing.help[state.language] : t.keys;
  button();
  list();
  times();
  show();
}

function button() {
  const name = state.timer ? "pause" : "play";
  $("play").title = text()[name];
  $("play").setAttribute("aria-label", text()[name]);
  $("play-shape").setAttribute("d", state.timer ? "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z" : "M8 5v14l11-7z");
}

function open(index) {
  if (index < 0 || index >= data.games.length) return;
  stop();
  Object.assign(state, { game: index, turn: 0 });
  document.querySelectorAll("#list button").forEach((item, i) => item.setAttribute("aria-current", String(i === index)));
  document.querySelector('#list [aria-current="true"]').scrollIntoView({ block: "nearest" });
  times();
  show();
}

function go(turn) {
  state.turn = Math.max(0, Math.min(length(), turn));
  show();
}

function step(by) { stop(); go(state.turn + by); }

function stop() {
  clearInterval(state.timer);
  state.timer = null;
  button();
}

function play() {
  if (state.timer) return stop();
  if (state.turn === length()) go(0);
  state.timer = setInterval(() => {
    go(state.turn + 1);
    if (state.turn === length()) stop();
  }, 1000 / Number($("speed").value));
  button();
}

function theme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  label();
}

$("start").addEventListener("click", () => { stop(); go(0); });
$("back").addEventListener("click", () => step(-1));
$("forward").addEventListener("click", () => step(1));
$("end").addEventListener("click", () => { stop(); go(length()); });
$("play").addEventListener("click", play);
$("slider").addEventListener("input", () => { stop(); go(Number($("slider").value)); });
$("speed").addEventListener("change", () => { if (state.timer) { stop(); play(); } });
$("times").addEventListener("click", (event) => {
  const box = $("times").getBoundingClientRect();
  stop();
  go(1 + Math.floor(((event.clientX - box.left) / box.width) * length()));
});
$("language").addEventListener("click", () => { state.language = state.language === "zh" ? "en" : "zh"; label(); });
$("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme !== "dark"));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT" || event.defaultPrevented) return;
  const act = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => { stop(); go(0); }, End: () => { stop(); go(length()); },
    " ": play, PageUp: () => open(state.game - 1), PageDown: () => open(state.game + 1),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
// A button that has the focus would take the space bar for itself.
document.addEventListener("keyup", (event) => { if (event.key === " " && event.target.tagName === "BUTTON") event.preventDefault(); });

let touch = null;
$("board").addEventListener("pointerdown", (event) => { touch = [event.clientX, event.clientY]; });
$("board").addEventListener("pointerup", (event) => {
  if (!touch || current().live) return;
  const dx = event.clientX - touch[0], dy = event.clientY - touch[1];
  touch = null;
  const box = $("board").getBoundingClientRect();
  if (Math.abs(dx) > 30 && Math.abs(dx) > Math.abs(dy)) step(dx < 0 ? 1 : -1);
  else if (Math.abs(dx) < 10 && Math.abs(dy) < 10) step(event.clientX < box.left + box.width / 2 ? -1 : 1);
});

document.documentElement.dataset.game = data.game;
const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => theme(dark.matches));
theme(dark.matches);
