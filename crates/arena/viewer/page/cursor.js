"use strict";
// The board by keyboard: arrows move the focus between what can be chosen, Enter chooses it.
const CHOICE = "#board [data-move], #board [data-cell]";
let cursor = null;

function placeOf(choice) {
  const box = choice.getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

// Only one choice is a tab stop: this one, or the one nearest to where the focus was last. The mark that takes a choice back
// comes after all others.
function placeCursor(focus, at) {
  const all = [...document.querySelectorAll(CHOICE)];
  if (!all.length) return;
  const [x, y] = cursor || [40, 40];
  const far = (choice) => { const [cx, cy] = placeOf(choice); return (cx - x) ** 2 + (cy - y) ** 2 + (choice.dataset.cell === "" ? 1e6 : 0); };
  const nearest = at || all.reduce((best, choice) => (far(choice) < far(best) ? choice : best));
  for (const choice of all) {
    choice.setAttribute("tabindex", choice === nearest ? "0" : "-1");
    choice.setAttribute("role", "button");
    if (!choice.hasAttribute("aria-label")) choice.setAttribute("aria-label", choice.dataset.move || choice.dataset.cell || text().undo);
  }
  if (focus) nearest.focus({ preventScroll: true });
}

// The next choice in a direction: near, and not far beside the way.
function moveCursor([dx, dy]) {
  const from = document.activeElement.closest(CHOICE);
  if (!from) return placeCursor(true);
  const [x, y] = placeOf(from);
  const cost = (choice) => {
    const [cx, cy] = placeOf(choice), along = (cx - x) * dx + (cy - y) * dy;
    return along > 1 ? along + 3 * Math.abs((cx - x) * dy - (cy - y) * dx) : Infinity;
  };
  const next = [...document.querySelectorAll(CHOICE)].reduce((best, choice) => (cost(choice) < cost(best) ? choice : best), from);
  if (next === from) return;
  cursor = placeOf(next);
  placeCursor(true, next);
}

// What keys do on a board whose places are chosen one by one.
function cursorActs() {
  const at = document.activeElement.closest(CHOICE);
  const click = (choice) => choice && (() => { cursor = placeOf(choice); choice.dispatchEvent(new MouseEvent("click", { bubbles: true })); });
  const choose = click(at);
  return {
    ArrowUp: () => moveCursor([0, -1]), ArrowDown: () => moveCursor([0, 1]),
    ArrowLeft: () => moveCursor([-1, 0]), ArrowRight: () => moveCursor([1, 0]), Enter: choose, " ": choose, Escape: click(document.querySelector('#board [data-cell=""]')),
  };
}
