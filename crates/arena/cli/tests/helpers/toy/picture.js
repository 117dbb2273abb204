"use strict";
DRAW.toy = {
  title: { en: "Toy", zh: "玩具" },
  help: { en: "Click a number.", zh: "点击数字。" },
  draw: (frame) => `<svg viewBox="0 0 100 100" role="img"><text x="50" y="60" font-size="40" text-anchor="middle">${frame.sum}</text>`,
  icon: (seat) => `<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="10" fill="var(--seat${seat})"/></svg>`,
  facts: () => [],
  choices: () => "",
};
