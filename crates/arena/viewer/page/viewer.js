"use strict";
// The viewer: which turn is shown, how it is changed, and what stands around the board.

// What the page of a game that is being played does after every drawing of the board.
let afterShow = () => {};

function show() {
  const game = current(), frame = frames()[state.turn], over = state.turn === length() && !game.live;
  const ask = state.turn === length() && game.live ? game.ask : null;
  for (const seat of seatsOf(game)) {
    document.documentElement.style.setProperty(`--seat${seat}`, color(game.seats[seat]));
    document.documentElement.style.setProperty(`--seat${seat}-soft`, `var(--player${game.seats[seat]}-soft)`);
  }
  if (drawing.fill) drawing.fill($("board"), frame, game.setup, text());
  else drawBoard(frame, game.setup, ask);
  $("counter").textContent = `${state.turn} / ${length()}`;
  $("slider").max = length();
  $("slider").value = state.turn;
  $("slider").setAttribute("aria-valuetext", `${text().slider} ${state.turn}`);
  const opening = state.turn > 0 && state.turn <= game.opening;
  const note = drawing.note ? drawing.note(frame, game.setup, text()) : "";
  if (data.human === undefined || !game.live) {
    $("banner").className = over ? "over" : "";
    // A game that is being watched has something to say.
    const said = game.live && state.turn === length() ? game.say : "";
    $("banner").textContent = over ? result(game) : [said, opening ? text().opening : note].filter(Boolean).join(" · ");
  }
  versus(game, frame, over);
  legend(game, frame);
  for (const seat of seatsOf(game)) $(`turn${seat}`).replaceChildren(...card(game, frame, seat));
  markMove();
  chartNow();
  link();
  afterShow();
}

// The game and the turn that the board shows.
let drawn = [];

function drawBoard(frame, setup, ask) {
  // A single step forward can be followed by the eye.
  $("board").classList.toggle("moves", drawn[0] === state.game && drawn[1] === state.turn - 1);
  drawn = [state.game, state.turn];
  $("board").innerHTML = drawing.draw(frame, setup, ask) + overBoard() + (ask ? drawing.choices(frame, setup, ask) : "") + "</svg>";
  const svg = $("board").querySelector("svg");
  // What is in a picture cannot be chosen by those who hear the page.
  if (ask) svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", `${text().board}, ${text().slider} ${state.turn}`);
}

function versus(game, frame, over) {
  const side = (seat) => {
    const moved = state.turn > 0 && game.turns[state.turn - 1].some((done) => done.s === seat);
    return element("div", { className: `side${seat ? " right" : ""}${moved ? " turn" : ""}` }, icon(seat), badge(game.seats[seat]), nameTag(game, game.seats[seat]));
  };
  const points = over && !game.broken && game.scores[0] !== null ? game.scores : seatsOf(game).map((seat) => (drawing.score ? drawing.score(frame, seat) : null));
  const score = points[0] === null ? text().versus : points.join(" : ");
  const middle = element("span", { className: "score" }, score);
  // What the numbers are; why there are hundredths, too.
  const odd = points.some((point) => point % 1) && drawing.hundredths?.[state.language];
  const what = points[0] === null ? [] : [element("small", {}, (drawing.score ? text().area : text().siteScore) + (odd ? `: ${odd}` : ""))];
  const [first, ...others] = seatsOf(game).map(side);
  $("versus").replaceChildren(first, middle, ...others, ...what);
}

// Below the board: what its marks mean. A part is a mark, an SVG of 16 by 16 or a sign, and a text.
function legend(game, frame) {
  const names = seatsOf(game).map((seat) => (isHuman(game, seat) ? text().you : letter(game, seat)));
  const parts = [...(drawing.legend ? drawing.legend(frame, text(), names) : []), ...overLegend()].map(([mark, words]) => {
    const sign = element("span", { className: "mark", "aria-hidden": "true" });
    sign.innerHTML = mark;
    return element("span", { className: "part" }, sign, words);
  });
  $("legend").replaceChildren(...parts);
}

const gameTitle = () => drawing.title[state.language] || data.game || text().unknownGame;
const isNamed = () => isAlone() || data.league;

// Under which conditions the game that is open was played, and each player's own where they differ.
function conditions() {
  const t = text();
  // What a log does not know is not told.
  const known = (value, words) => (value == null ? [] : [words(value)]);
  const limit = data.nodes === null ? known(data.time_ms, t.ms) : [t.nodes(data.nodes)];
  const own = [0, 1].flatMap((side) => {
    const { ms, nodes, memory_mb, mode } = data.own[index(current(), side)] || {};
    const parts = [...known(ms, t.ms), ...known(nodes, t.nodes), ...known(memory_mb, t.memory), ...known(mode, (mode) => t[mode])];
    return parts.length && data.human !== side ? [`${"AB"[side]}: ${parts.join(", ")}`] : [];
  });
  $("conditions").textContent = [...(isNamed() ? [gameTitle()] : []), ...limit, ...known(data.mode, (mode) => t[mode]), ...known(data.seed, t.seed), ...(data.judge ? [t.judge] : []), ...own].join(" · ");
}

// All that stands still while a game is played.
function label() {
  const t = text();
  document.documentElement.lang = state.language === "zh" ? "zh-CN" : "en";
  const players = data.players.length > 4 ? t.players(data.players.length) : short.map((name, side) => shortOf({}, side) || name).join(" – ");
  document.title = `${gameTitle()} · ${players}`;
  // Where no result of a match stands beside it, the title says who plays.
  $("title").textContent = isNamed() ? players : gameTitle();
  conditions();
  $("language").textContent = t.other;
  $("language").lang = state.language === "zh" ? "en" : "zh-CN";
  $("theme").textContent = document.documentElement.dataset.theme === "dark" ? t.light : t.dark;
  for (const [id, key] of [["start", "Home"], ["back", "←"], ["forward", "→"], ["end", "End"]]) {
    $(id).title = `${t[id]} (${key})`;
    $(id).setAttribute("aria-label", t[id]);
  }
  $("speed-label").textContent = t.speed;
  $("speed").setAttribute("aria-label", t.speed);
  $("slider").setAttribute("aria-label", t.slider);
  $("games").setAttribute("aria-label", t.games(data.games.length));
  $("keys").textContent = current().live ? drawing.help[state.language] : t.keys;
  playButton();
  matchResult();
  list();
  moves();
  chart();
  extras();
  show();
}

function playButton() {
  const name = text()[state.timer ? "pause" : "play"];
  $("play").title = `${name} (${text().space})`;
  $("play").setAttribute("aria-label", name);
  $("play-shape").setAttribute("d", state.timer ? "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z" : "M8 5v14l11-7z");
}

function open(place, turn = 0) {
  if (place < 0 || place >= data.games.length) return;
  stop();
  state.game = place;
  state.turn = Math.max(0, Math.min(length(), turn));
  conditions();
  mark();
  moves();
  chart();
  extras();
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
  playButton();
}

function play() {
  if (state.timer) return stop();
  if (state.turn === length()) go(0);
  state.timer = setInterval(() => {
    go(state.turn + 1);
    if (state.turn === length()) stop();
  }, 1000 / Number($("speed").value));
  playButton();
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
$("language").addEventListener("click", () => { state.language = state.language === "zh" ? "en" : "zh"; label(); });
$("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme !== "dark"));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || /SELECT|INPUT/.test(event.target.tagName) && event.target.id !== "slider") return;
  const act = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => { stop(); go(0); }, End: () => { stop(); go(length()); },
    PageUp: () => stepGame(-1), PageDown: () => stepGame(1), "/": () => { $("filter").open = true; $("search").focus(); },
    // A button that has the focus is pressed by the space bar.
    ...(/BUTTON|SUMMARY/.test(event.target.tagName) ? {} : { " ": play }),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

let touch = null;
$("board").addEventListener("pointerdown", (event) => { touch = [event.clientX, event.clientY]; });
$("board").addEventListener("pointerup", (event) => {
  if (!touch || current().live || drawing.fill) return;
  const dx = event.clientX - touch[0], dy = event.clientY - touch[1];
  touch = null;
  const box = $("board").getBoundingClientRect();
  if (Math.abs(dx) > 30 && Math.abs(dx) > Math.abs(dy)) step(dx < 0 ? 1 : -1);
  else if (Math.abs(dx) < 10 && Math.abs(dy) < 10) step(event.clientX < box.left + box.width / 2 ? -1 : 1);
});

// Beside the board there is room for the filter; elsewhere it is folded.
const unfold = () => { $("filter").open = WIDE.matches; };
WIDE.addEventListener("change", unfold);
unfold();
document.documentElement.dataset.game = data.picture;
const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => theme(dark.matches));
theme(dark.matches);
followLink();
