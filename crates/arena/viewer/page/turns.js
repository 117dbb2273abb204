"use strict";
// Beside the board: what each player did and said, and all moves.

// What a seat did in the turn shown, or the last time before it.
function lately(game, seat) {
  for (let turn = state.turn; turn > 0; turn--) {
    const done = game.turns[turn - 1].find((part) => part.s === seat);
    if (done) return [done, turn];
  }
  return [null, 0];
}

// Whether an answer lost the game although its program ran well: it was refused, or what the judge says of the end is about
// the last turn.
function isLost(game, done, turn) {
  if (done.v) return false;
  const winner = wonBy(game), ended = game.err && !game.live && !game.broken && winner !== null;
  return Boolean(done.x || (ended && turn === game.turns.length && game.seats[done.s] !== winner));
}

function card(game, frame, seat) {
  const t = text();
  const [done, turn] = lately(game, seat);
  const who = element("h2", { className: "who" }, icon(seat), badge(game.seats[seat]), nameTag(game, game.seats[seat]));
  const facts = element("dl", { className: "facts" });
  // A long one has a line of its own.
  const fact = (key, value, className = "") => facts.append(
    element("div", { className: `${className}${key.length + value.length > 15 ? " long" : ""}` }, element("dt", {}, key), element("dd", {}, value)));
  for (const [key, value] of drawing.facts(frame, seat, t)) fact(key, value);
  const parts = [who, facts];
  if (!done) {
    fact(t.move, t.still);
    return parts;
  }
  const old = turn < state.turn ? "older" : "";
  fact(old ? `${t.before} (${turn})` : t.move, done.m ? inWords(moveOf(done, turn)) : "–", old);
  if (isTimed(game, done)) fact(t.time, milliseconds(done.t) + (done.f ? ` (${t.doubled})` : ""), old);
  if (done.t !== undefined && !isHuman(game, seat)) {
    const lost = isLost(game, done, turn);
    fact(t.verdict, lost ? t.lostGame : t.verdicts[done.v || "OK"], `verdict ${done.v || lost ? "bad" : ""} ${old}`);
  }
  if (typeof done.value === "number") fact(t.valueForA, valueOf(game, done), old);
  if (lossMark(done)) fact(lossMark(done), lossOf(done, turn), `loss ${old}`);
  const note = (words, more) => parts.push(element("pre", { className: `debug ${more} ${old}`, tabindex: "0" }, words));
  if (done.r) note(`${t.saved(done.r.answers, done.r.more)}: ${done.r.cause}`, "trouble");
  if (done.x) note(done.x, "trouble");
  if (done.d) note(done.d, "");
  return parts;
}

// Turns as lines with at most one move of each seat.
function lines(game) {
  const lines = [];
  let line = null;
  game.turns.forEach((turn, place) => {
    for (const done of turn) {
      if (!line || line.seats.slice(done.s).some(Boolean)) lines.push((line = { turn: place + 1, seats: game.seats.map(() => null) }));
      line.seats[done.s] = [done, place + 1];
    }
  });
  return lines;
}

function moveButton(game, seat, [done, turn]) {
  const fault = done.v || done.r || isLost(game, done, turn);
  const made = button(moveOf(done, turn), { className: `move${fault ? " fault" : ""}`, "data-turn": String(turn), tabindex: "-1" }, () => { stop(); go(turn); });
  const mark = lossMark(done);
  if (mark) made.append(element("b", { className: "loss", title: lossOf(done, turn) }, mark));
  if (isTimed(game, done)) made.append(element("small", {}, milliseconds(done.t)));
  return made;
}

// All moves of the game; done once a game, and after every turn of one that goes on.
function moves() {
  const game = current(), t = text();
  const head = element("div", { className: "heads" }, element("span"), ...seatsOf(game).map((seat) =>
    element("span", { className: "name", title: fullName(game, game.seats[seat]) }, badge(game.seats[seat]), nameAt(game, seat))));
  const rows = lines(game).map(({ turn, seats }) => element("li", {}, element("span", { className: "number" }, String(turn)),
    ...seats.map((done, seat) => (done ? moveButton(game, seat, done) : element("span")))));
  $("moves-title").textContent = drawing.form ? t.movesAs(drawing.form(t)) : t.moves;
  $("moves").setAttribute("aria-label", t.moves);
  $("moves").replaceChildren(...rows);
  $("heads").replaceChildren(head);
  markMove();
}

function markMove() {
  for (const made of document.querySelectorAll("#moves [aria-current]")) {
    made.removeAttribute("aria-current");
    made.tabIndex = -1;
  }
  const now = document.querySelectorAll(`#moves [data-turn="${state.turn || 1}"]`);
  for (const made of now) {
    if (state.turn) made.setAttribute("aria-current", "true");
    made.tabIndex = 0;
  }
  if (state.turn) reveal($("moves"), now[0]);
  else $("moves").scrollTop = 0;
}
