"use strict";
// A game that only an official judge knows: what the judge displays, as text.
Object.assign(TEXT.en, {
  display: "What the judge displays", noDisplay: "The judge displayed nothing.",
});
Object.assign(TEXT.zh, {
  display: "裁判的显示内容", noDisplay: "裁判没有显示任何内容。",
});
DRAW.display = {
  title: {},
  help: {},
  fill(board, frame, setup, t) {
    const shown = frame.d === undefined || frame.d === "" ? t.noDisplay : frame.d;
    board.replaceChildren(element("pre", { tabindex: "0", "aria-label": t.display }, shown));
  },
  icon: (seat) => `<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="9" fill="var(--seat${seat})"/></svg>`,
  facts: () => [],
  // A response of JSON without its brackets and quotes.
  move: (written) => written.replace(/^\{(.*)\}$/, "$1").replaceAll('"', "").replaceAll(",", ", "),
};
