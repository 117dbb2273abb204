"use strict";
// What a person needs to play: choices on the board, keys and buttons, and talk with the server.
const live = { version: -1, ask: null, refusal: null, place: null, turned: 0, column: 4, depth: 0, gift: null };
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

DRAW.nogo.choices = (frame, setup, ask) => ask.moves.map((move) => {
  const [x, y] = move.split(",").map(Number);
  return `<circle class="choice" data-move="${move}" cx="${y * 10}" cy="${x * 10}" r="4.6" fill="url(#${ask.seat ? "white" : "black"})"/>`;
}).join("");

DRAW.snake.choices = (frame, setup, ask) => {
  const [x, y] = cells(frame[`p${ask.seat}`]).pop();
  return beside([y * 10 - 5, x * 10 - 5], Object.keys(STEPS), [setup.w * 10, setup.h * 10], ask.seat, ask.safe);
};

DRAW.snakego.choices = (frame, setup, ask) =>
  beside(DRAW.snakego.at(cells(frame[`s${ask.id}`]).pop()), ask.moves, [160, 160], ask.seat, ask.moves);

DRAW.tetris2.choices = (frame, setup, ask) => {
  const place = chosen();
  if (!place) return "";
  const color = PIECES[frame.n[ask.seat]][0];
  const ghost = place[1].map((cell) => `<rect x="${(cell % 10) * 10 + 0.7}" y="${Math.floor(cell / 10) * 10 + 0.7}" width="8.6" height="8.6" rx="2" fill="${color}" fill-opacity=".35" stroke="${color}" stroke-width="1.2"/>`);
  return `<g transform="translate(${ask.seat * 120} 0)">${ghost.join("")}<rect id="well" width="100" height="200" fill="#0000" style="cursor:pointer"/></g>`;
};

// The landing of Tetris2 that is shown: of this turning and column, so deep; the next column that has one if it has none.
function chosen() {
  const all = live.ask.places.map((place) => [...place, ...place[0].split(",").map(Number)]);
  const turnings = [...new Set(all.map((place) => place[4]))].sort();
  if (!turnings.length) return null;
  live.turned = (live.turned + 4 * turnings.length) % turnings.length;
  const own = all.filter((place) => place[4] === turnings[live.turned]);
  const columns = [...new Set(own.map((place) => place[2]))].sort((a, b) => a - b);
  live.columns = columns;
  const column = columns.reduce((best, x) => (Math.abs(x - live.column) < Math.abs(best - live.column) ? x : best), columns[0]);
  live.column = column;
  const places = own.filter((place) => place[2] === column).sort((a, b) => b[3] - a[3]);
  live.depth = (live.depth + places.length) % places.length;
  return places[live.depth];
}

function turnPiece() { live.turned += 1; live.depth = 0; show(); }
function shift(by) {
  const next = live.columns[live.columns.indexOf(live.column) + by];
  if (next !== undefined) { live.column = next; live.depth = 0; }
  show();
}
function deeper() { live.depth += 1; show(); }
function drop() { send(`${chosen()[0]}:${live.gift}`); }
function give(gift) { live.gift = gift; panel(); }

const asked = () => live.ask && state.turn === length();

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
  if (asked() && data.game === "tetris2") {
    add("◀", t.turnLeft, () => shift(-1)); add("⟳", t.rotate, turnPiece); add("▶", t.turnRight, () => shift(1));
    add("⇅", t.deeper, deeper); add(`⤓ ${t.drop}`, t.drop, drop).id = "drop";
    buttons.push(element("span", { className: "row" }), element("span", { className: "label" }, t.gift));
    for (const gift of live.ask.gives) add(gift, `${t.gift}: ${gift}`, () => give(gift), gift === live.gift);
  } else if (asked() && data.game !== "nogo") {
    for (const move of live.ask.moves || Object.keys(STEPS)) add(SIGNS[move] || t[move], t[move] || SIGNS[move], () => send(move));
  }
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
  if (live.ask?.gives && !live.ask.gives.includes(live.gift)) live.gift = live.ask.gives[0];
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
  if (event.target.id !== "well") return;
  const box = event.target.getBoundingClientRect();
  live.column = 1 + Math.floor(((event.clientX - box.left) / box.width) * 10);
  live.depth = 0;
  show();
});

// Before the viewer's own keys: while a move is asked for, arrows are moves.
document.addEventListener("keydown", (event) => {
  if (!asked() || event.altKey || event.ctrlKey || event.metaKey || data.game === "nogo") return;
  const way = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" }[event.key];
  const acts = data.game === "tetris2"
    ? { ArrowLeft: () => shift(-1), ArrowRight: () => shift(1), ArrowUp: turnPiece, ArrowDown: deeper, " ": drop }
    : { [event.key]: way && (() => send(way)) };
  if (data.game === "snakego") {
    if (event.key.toLowerCase() === "f") acts[event.key] = () => send("fire");
    if (event.key.toLowerCase() === "s") acts[event.key] = () => send("split");
  }
  const gift = data.game === "tetris2" && "LJSZTIO"[Number(event.key) - 1];
  if (gift && live.ask.gives.includes(gift)) acts[event.key] = () => give(gift);
  if (!acts[event.key]) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  acts[event.key]();
}, true);
$("language").addEventListener("click", refresh);
document.documentElement.dataset.play = data.game;
state.turn = length();
poll();
