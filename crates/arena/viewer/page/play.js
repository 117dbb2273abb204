"use strict";
// What a person needs to play: choices on the board, keys and buttons, and talk with the server.
const live = { version: -1, ask: null, refusal: null, hint: null, undo: false, again: null, gone: false };

// Cells beside a head, in the drawing's units.
function beside(head, moves, size, seat, safe) {
  return moves.filter((move) => STEPS[move]).map((move) => {
    const [x, y] = [head[0] + STEPS[move][0] * 10, head[1] + STEPS[move][1] * 10];
    if (x < 0 || y < 0 || x > size[0] || y > size[1]) return "";
    const fill = safe.includes(move) ? `var(--seat${seat})` : "var(--bad)";
    return `<rect class="choice seen" data-move="${move}" aria-label="${text().directions[move]}" x="${x - 4.5}" y="${y - 4.5}" width="9" height="9" rx="2.5" fill="${fill}"/>`;
  }).join("");
}

const latest = () => data.games.at(-1);
const atLast = () => state.game === data.games.length - 1;
const asked = () => live.ask && atLast() && state.turn === length();

// A button for every word, those of directions as a cross: what a game's picture may have a better idea of.
function controls(ask, t, add) {
  for (const move of ask.moves || Object.keys(STEPS)) {
    const word = t.directions[move] ? SIGNS[move] : [SIGNS[move], t[move]].filter(Boolean).join(" ");
    const made = add(word, t.directions[move] || t[move], () => send(move));
    made.dataset.says = SIGNS[move] || move;
    if (STEPS[move]) made.dataset.way = move;
  }
}

// The buttons under the board.
function panel() {
  if (current().live && !asked()) {
    for (const made of $("move").children) made.disabled = true;
    return;
  }
  const t = text(), buttons = [];
  const focused = document.activeElement?.parentNode === $("move") ? document.activeElement.title : null;
  const add = (words, title, act, pressed) => {
    const made = button(words, { className: "plain", title, "aria-label": title }, act);
    if (pressed !== undefined) made.setAttribute("aria-pressed", String(pressed));
    buttons.push(made);
    return made;
  };
  const line = (words) => buttons.push(element("span", { className: "row" }), element("span", { className: "label" }, words));
  if (asked()) (drawing.controls || controls)(live.ask, t, add, line);
  $("move").replaceChildren(...buttons);
  if (focused) buttons.find((made) => made.title === focused)?.focus();
}

async function send(move) {
  if (!asked()) return;
  const ask = live.ask;
  live.ask = null;
  refresh();
  const refusal = await post("/move", move);
  if (refusal === null) return;
  Object.assign(live, { ask, refusal: said(refusal) });
  refresh();
}

// Whose turn it is, so that nobody has to look for it.
function banner() {
  const game = current(), t = text(), seat = game.seats.indexOf(data.human);
  document.body.classList.toggle("yours-to-move", Boolean(asked()) && !live.gone);
  document.title = document.title.replace(/^● /, "");
  if (!game.live) return;
  const say = (name, words) => { $("banner").className = name; $("banner").textContent = words; };
  if (live.gone) return say("refused", t.lost);
  if (state.turn < length()) return say("waits-not", t.look);
  if (!live.ask && data.change?.busy) return say("waits", t.preparing(data.change.busy));
  if (!live.ask) return say("waits", (live.again ? t.again : t.thinking)(shortOf(game, 1 - data.human), ...(live.again || [])));
  if (live.refusal) return say("refused", t.refused(live.refusal));
  document.title = `● ${document.title}`;
  const note = drawing.note ? [drawing.note(frames()[state.turn], game.setup, t)] : [];
  const sides = drawing.sides ? [t.youAre(drawing.sides(t)[seat])] : [];
  say("yours", [t.yours, ...sides, ...note].filter((part) => part).join(" · "));
}

// Shows what is known.
function refresh() {
  latest().ask = live.ask;
  show();
}

// What the page does after every drawing of the board.
afterShow = () => {
  const focused = document.activeElement === document.body && live.focused;
  panel();
  banner();
  actions();
  opponents();
  showHint();
  if (asked()) placeCursor(focused);
};

function take(news) {
  const other = news.session.session !== data.session;
  const atEnd = other || state.turn === length() && atLast();
  Object.assign(data, news.session);
  if (other) {
    data.games = [];
    short = shortNames(data.players);
  }
  const games = data.games.length;
  for (const [place, game] of Object.entries(news.games)) data.games[place] = game;
  live.focused = live.focused || Boolean(document.activeElement.closest("#board"));
  const before = live.hint;
  Object.assign(live, { version: news.version, ask: news.ask, refusal: news.refusal, hint: news.hint, undo: news.undo, again: news.again });
  data.matches = news.matches;
  const fresh = live.ask && news.hint?.move && !(before?.move === news.hint.move && before.turn === news.hint.turn) ? news.hint.move : null;
  if (live.ask && drawing.asked) drawing.asked(live.ask);
  latest().ask = live.ask;
  if (data.games.length > games || atEnd) Object.assign(state, { game: data.games.length - 1, turn: latest().frames.length - 1 });
  state.turn = Math.min(state.turn, length());
  if (fresh && drawing.hinted) drawing.hinted(fresh);
  label();
}

async function poll() {
  try {
    const answer = await fetch(`/state?since=${live.version}`);
    if (answer.status === 200) take(await answer.json());
    if (answer.status >= 400) throw new Error(await answer.text());
  } catch {
    // The arena has been ended: what is here can still be looked at.
    Object.assign(live, { ask: null, gone: true });
    refresh();
    return;
  }
  setTimeout(poll, current().live ? 120 : 500);
}

$("board").addEventListener("click", (event) => {
  if (!asked()) return;
  const choice = event.target.closest("[data-move]");
  if (choice) return void send(choice.dataset.move);
  if (drawing.clicked) drawing.clicked(event);
});
$("board").addEventListener("focusin", () => { live.focused = true; });
document.addEventListener("focusin", (event) => { if (!event.target.closest("#board")) live.focused = false; });

// Before the viewer's own keys: while a move is asked for, arrows are moves; while the opponent thinks, one that comes too
// early must not turn the pages.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || /SELECT|INPUT/.test(event.target.tagName)) return;
  if (current().live && atLast() && state.turn === length() && !asked() && !live.gone && /^Arrow/.test(event.key)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  if (!asked()) return;
  if (event.key === " " && /BUTTON|SUMMARY|A/.test(event.target.tagName)) return;
  const way = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" }[event.key];
  const acts = drawing.acts ? drawing.acts(event, way) : { [event.key]: way && (() => send(way)) };
  if (!acts[event.key]) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  acts[event.key]();
}, true);
document.documentElement.dataset.play = data.game;
state.game = data.games.length - 1;
state.turn = length();
label();
poll();
