"use strict";
// What a person can do besides moving: another game, other seats, a move back, a hint, the log.

// How long a button asks whether it is meant, in milliseconds.
const ASKING = 4000;
let asking = null;

// A sentence of the server's.
const said = (words) => text().told[words] ?? words;

async function post(where, body = "") {
  const answer = await fetch(where, { method: "POST", body }).catch(() => null);
  return answer?.status === 204 ? null : answer ? answer.text() : text().lost;
}

async function order(where, body) {
  asking = null;
  const refusal = await post(where, body);
  if (refusal !== null) live.refusal = said(refusal);
  refresh();
}

const begun = () => {
  const game = latest();
  return game.live && game.turns.some((turn) => turn.some((done) => isHuman(game, done.s)));
};

// A game that goes on is given up only by a second click.
function ending(where) {
  if (!begun() || asking === where) return order(where);
  ask(where);
}

// Lets a button ask whether it is meant.
function ask(where) {
  const shown = () => { actions(); opponents(); };
  asking = where;
  setTimeout(() => { if (asking === where) { asking = null; shown(); } }, ASKING);
  shown();
}

function actions() {
  const t = text(), last = latest(), over = !last.live;
  const half = data.matches && over && last.id % 2 === 0;
  const focused = document.activeElement?.dataset?.act;
  const add = (act, words, tip, able, does, more = "") => {
    const made = button(words, { className: `plain ${more}`, "data-act": act, title: tip }, does);
    made.disabled = !able;
    return made;
  };
  const fresh = half ? t.secondHalf : data.matches ? t.newMatch : t.newGame;
  const sure = (where, words) => (asking === where ? t.sure : words);
  const finished = data.games.some((game) => !game.live);
  const save = element("a", { className: `plain link${finished ? "" : " off"}`, role: "button", "data-act": "save", title: finished ? t.tips.save : t.tips.noSave,
    ...(finished ? { href: "/log", download: `${data.game}.jsonl` } : { "aria-disabled": "true" }) }, t.save);
  save.addEventListener("keydown", (event) => { if (event.key === " ") { event.preventDefault(); save.click(); } });
  $("actions").replaceChildren(
    add("new", sure("/new", fresh), t.tips.newGame, !live.gone, () => ending("/new"), over ? "strong" : ""),
    add("swap", sure("/swap", t.swap), t.tips.swap, !live.gone, () => ending("/swap")),
    add("undo", t.undo, t.tips.undo, live.undo && !live.gone, () => order("/undo")),
    add("hint", t.hint, data.adviser ? t.tips.hint(data.adviser) : t.tips.noHint, data.adviser && asked() && !hintHere()?.busy && !live.gone, () => {
      live.hint = { turn: length(), busy: true };
      refresh();
      order("/hint");
    }),
    save);
  if (focused) $("actions").querySelector(`[data-act="${focused}"]`)?.focus();
}

// Stays where it is, so that what changes in it is read out.
const hintNote = element("p", { id: "hint-text", role: "status" });
$("actions").after(hintNote);

// The hint for the position that waits for a move.
const hintHere = () => (live.hint && asked() && live.hint.turn === length() ? live.hint : null);

function hintText() {
  const t = text(), hint = hintHere();
  if (!hint) return "";
  if (hint.busy) return t.hinting(data.adviser);
  return hint.failed ? t.noHinted(hint.failed) : t.hinted(data.adviser, inWords(hint.move));
}

// Says the hint, and marks the choice that it names, on the board and among the buttons.
function showHint() {
  const words = hintText();
  if (hintNote.textContent !== words) hintNote.textContent = words;
  const move = hintHere()?.move;
  if (!move) return;
  for (const choice of document.querySelectorAll(CHOICE)) {
    const word = choice.dataset.move ?? "";
    if (word === move || SIGNS[word] === move) choice.classList.add("hinted");
  }
  for (const made of $("move").querySelectorAll("[data-says]")) made.classList.toggle("hinted", made.dataset.says === move);
}
