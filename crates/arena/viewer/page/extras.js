"use strict";
// Below the board: the link to the turn, one game as a log, what is shown on the board, and the rules.
const SHAPES = {
  link: "M10 14l4-4M8.5 11.5L6 14a3.5 3.5 0 0 0 5 5l2.5-2.5M15.5 12.5L18 10a3.5 3.5 0 0 0-5-5l-2.5 2.5",
  save: "M12 4v10m0 0l-4-4m4 4l4-4M5 19h14",
  numbers: "M7 8l2-1.5V17M14 8.5a2.5 2.5 0 1 1 4 2L13.5 17H19",
  line: "M5 18l5-6 4 3 5-9M19 6h-4m4 0v4",
  rules: "M9 9a3 3 0 1 1 4.5 2.600c-1 .6-1.5 1.2-1.5 2.400M12 17.5v.5",
};
// How long it is told that the link has been copied, in milliseconds.
const TOLD = 2500;

// A record of the game as a log of its own: `record` has all but for the replies, which the turns have. What is undefined is not written.
function logOf(game) {
  const replies = game.turns.flatMap((turn, place) => turn.filter((done) => done.t !== undefined).map((done) => ({
    turn_no: place + 1, seat: done.s, verdict: done.v || "OK", ms: done.t ?? undefined, first: done.f && true, debug: done.d, trouble: done.x, saved: done.r,
  })));
  return [data.header, { replies, ...game.record }].map((line) => `${JSON.stringify(line)}\n`).join("");
}

function saveGame() {
  const game = current(), url = URL.createObjectURL(new Blob([logOf(game)], { type: "application/jsonl" }));
  element("a", { href: url, download: `${data.game || "game"}-${game.id}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(url), TOLD);
}

async function copyLink() {
  const address = location.href.split("#")[0] + linkHere();
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    // Without the permission there is the old way.
    const field = element("textarea", { "aria-hidden": "true" }, address);
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  $("told").textContent = text().copied;
  setTimeout(() => { $("told").textContent = ""; }, TOLD);
}

function extras() {
  const t = text(), game = current(), focused = document.activeElement?.dataset?.extra;
  const add = (name, act, pressed) => {
    const made = button("", { "data-extra": name, title: t.extras[name], "aria-label": t.extras[name], ...pressed }, act);
    made.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${SHAPES[name]}"/></svg>`;
    return made;
  };
  const toggle = (name) => add(name, () => { state[name] = !state[name]; extras(); show(); }, { "aria-pressed": String(state[name]) });
  // A frame of a notebook has no address of its own, and may save nothing.
  const framed = location.protocol === "about:";
  $("extras").replaceChildren(
    ...(data.human === undefined && !framed ? [add("link", copyLink)] : []),
    ...(data.header && game.record && !framed ? [add("save", saveGame)] : []),
    ...(drawing.numbered ? [toggle("numbers")] : []),
    ...(hasLine(game) ? [toggle("line")] : []),
    ...(data.rules ? [add("rules", () => { state.rules = !state.rules; extras(); if (state.rules) $("rules").scrollIntoView({ block: "nearest" }); },
      { "aria-expanded": String(state.rules), "aria-controls": "rules" })] : []));
  $("rules").hidden = !state.rules;
  $("rules").textContent = data.rules?.[state.language] || "";
  if (focused) $("extras").querySelector(`[data-extra="${focused}"]`)?.focus();
}
