"use strict";
// What a person needs to play: choices on the board, keys and buttons, and talk with the server.
const live = { version: -1, ask: null, refusal: null };
const STEPS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };
const SIGNS = { up: "↑", right: "→", down: "↓", left: "←" };

// Cells beside a head, in the drawing's units.
function beside(head, moves, size, seat, safe) {
  return moves.filter((move) => STEPS[move]).map((move) => {
    const [x, y] = [head[0] + STEPS[move][0] * 10, head[1] + STEPS[move][1] * 10];
    if (x < 0 || y < 0 || x > size[0] || y > size[1]) return "";
    const color = safe.includes(move) ? `var(--seat${seat})` : "var(--bad)";
    return `<rect class="choice seen" data-move="${move}" x="${x - 4.5}" y="${y - 4.5}" width="9" height="9" rx="2.5" fill="${color}"/>`;
  }).join("");
}

const asked = () => live.ask && state.turn === length();

// A button for every word: what a game's picture may have a better idea of.
function controls(ask, t, add) {
  for (const move of ask.moves || Object.keys(STEPS)) add(SIGNS[move] || t[move], t[move] || SIGNS[move], () => send(move));
}

// The buttons under the board.
function panel() {
  if (current().live && !asked()) {
    for (const made of $("move").children) made.disabled = true;
    return;
  }
  const t = text(), buttons = [];
  const add = (label, title, act, pressed) => {
    const made = element("button", { type: "button", className: "plain", title, "aria-label": title });
    made.append(label);
    if (pressed !== undefined) made.setAttribute("aria-pressed", String(pressed));
    made.addEventListener("click", act);
    buttons.push(made);
    return made;
  };
  const line = (label) => buttons.push(element("span", { className: "row" }), element("span", { className: "label" }, label));
  if (asked()) (drawing.controls || controls)(live.ask, t, add, line);
  $("move").replaceChildren(...buttons);
}

async function send(move) {
  if (!asked()) return;
  const ask = live.ask;
  live.ask = null;
  refresh();
  const answer = await fetch("/move", { method: "POST", body: move }).catch(() => null);
  if (answer?.status === 204) return;
  live.ask = ask;
  live.refusal = answer ? await answer.text() : text().lost;
  refresh();
}

// Shows what is known, at the end of the game if the end was being shown.
function refresh() {
  const game = current();
  game.ask = live.ask;
  game.say = live.refusal || (live.ask ? text().yours : text().thinking);
  panel();
  show();
}

function take(news) {
  const atEnd = state.turn === length();
  Object.assign(live, { version: news.version, ask: news.ask, refusal: news.refusal });
  if (live.ask && drawing.asked) drawing.asked(live.ask);
  data.games[0] = news.game;
  if (atEnd) state.turn = length();
  label();
  refresh();
}

async function poll() {
  try {
    const answer = await fetch(`/state?since=${live.version}`);
    if (answer.status === 200) take(await answer.json());
    if (answer.status >= 400) throw new Error(await answer.text());
    if (!current().live) return;
  } catch {
    // The arena has been ended: what is here can still be looked at.
    Object.assign(live, { ask: null, refusal: text().lost });
    refresh();
    return;
  }
  setTimeout(poll, 120);
}

$("board").addEventListener("click", (event) => {
  if (!asked()) return;
  const choice = event.target.closest("[data-move]");
  if (choice) return void send(choice.dataset.move);
  if (drawing.clicked) drawing.clicked(event);
});

// Before the viewer's own keys: while a move is asked for, arrows are moves.
document.addEventListener("keydown", (event) => {
  if (!asked() || event.altKey || event.ctrlKey || event.metaKey) return;
  const way = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" }[event.key];
  const acts = drawing.acts ? drawing.acts(event, way) : { [event.key]: way && (() => send(way)) };
  if (!acts[event.key]) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  acts[event.key]();
}, true);
$("language").addEventListener("click", refresh);
document.documentElement.dataset.play = data.game;
state.turn = length();
poll();
