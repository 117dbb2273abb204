"use strict";
// The variant with the swap: the same board, and who has which color.
DRAW["gomoku-swap"] = {
  ...DRAW.gomoku,
  title: { en: "Gomoku with a swap (not proven against the judge)", zh: "五子棋一手交换（未经裁判验证）" },
  help: {
    en: "Click a point, or move the mark with the arrow keys and press Enter. White may swap in its first turn by the button. The site's judge is not public: the rules of the swap are assumed.",
    zh: "点击棋盘上的点落子，或用方向键移动标记并按回车。白方第一回合可以按按钮换手。网站的裁判不公开，换手规则是假设的。",
  },
  phrases: {
    en: { swap: "swap", swapped: "The players have swapped colors." },
    zh: { swap: "换手", swapped: "双方已交换颜色。" },
  },
  icon: (seat) => DRAW.gomoku.icon(DRAW.gomoku.color(frames()[state.turn], seat)),
  sides: (t) => (frames()[state.turn].s ? [t.white, t.black] : [t.black, t.white]),
  note: (frame) => (frame.s ? DRAW["gomoku-swap"].phrases[state.language].swapped : ""),
  words: (move) => (move === "swap" ? DRAW["gomoku-swap"].phrases[state.language].swap : move),
  controls: (ask, t, add) => {
    const word = DRAW["gomoku-swap"].words("swap");
    if (ask.moves.includes("swap")) add(word, word, () => send("swap")).dataset.says = "swap";
  },
};
