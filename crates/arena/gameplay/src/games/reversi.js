"use strict";
// Reversi: columns have letters, rows numbers from the top, as everywhere. Ringed discs are those that the last move turned over.
Object.assign(TEXT.en, {
  discs: "discs", mayPlace: "the side to move may place a disc here", pass: "pass", turned: "turned over by the last move",
  noDisc: (black, white) => `neither side can place a disc: ${black} to ${white}`,
});
Object.assign(TEXT.zh, {
  discs: "棋子数", mayPlace: "轮到的一方可下在此处", pass: "弃权", turned: "上一步翻转的棋子", noDisc: (black, white) => `双方都无处可下：${black} 比 ${white}`,
});
DRAW.reversi = {
  title: { en: "Reversi", zh: "黑白棋" },
  help: {
    en: "Click a marked cell, or move the mark with the arrow keys and press Enter. Without a cell for a disc, press the button to pass.",
    zh: "点击有标记的格子落子，或用方向键移动标记并按回车。无处可下时按“弃权”按钮。",
  },
  ends: {
    en: { INVALID_MOVE: "illegal move", HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN: "passed although there was a move" },
    zh: { INVALID_MOVE: "着法不合法", HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN: "有处可下却弃权" },
  },
  at: (cell) => [(cell % 8) * 10 + 5, Math.floor(cell / 8) * 10 + 5],
  numbered: true,
  points: (move) => /^[a-h][1-8]$/.test(move) && [DRAW.reversi.at(move.charCodeAt(0) - 97 + 8 * (Number(move[1]) - 1))],
  over: (frame, game, t) => t.noDisc(...frame.n),
  draw(frame) {
    let lines = "";
    for (let i = 0; i <= 8; i++) lines += `M0 ${i * 10}H80M${i * 10} 0V80`;
    let svg = `<svg viewBox="-8 -8 95 95" role="img"><defs>
      <radialGradient id="black" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#6a6a6a"/><stop offset=".5" stop-color="#222"/><stop offset="1" stop-color="#0a0a0a"/></radialGradient>
      <radialGradient id="white" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#fff"/><stop offset=".65" stop-color="#ececec"/><stop offset="1" stop-color="#bdbdbd"/></radialGradient></defs>
      <rect x="-2" y="-2" width="84" height="84" rx="3" fill="#1d4d33"/><rect width="80" height="80" fill="#2e7d52"/>
      <path d="${lines}" stroke="#1d4d33" stroke-width=".5"/>${coordinates([..."abcdefgh"], numbers(8, 1))}`;
    for (const [x, y] of [[2, 2], [2, 6], [6, 2], [6, 6]]) svg += `<circle cx="${x * 10}" cy="${y * 10}" r=".9" fill="#1d4d33"/>`;
    const turned = new Set(frame.f);
    [...frame.b].forEach((cell, place) => {
      const [x, y] = this.at(place);
      if (cell === "b" || cell === "w") {
        const fresh = place === frame.m, light = cell === "w";
        svg += `<g${fresh ? ' class="pop"' : ""}><circle cx="${x + 0.3}" cy="${y + 0.6}" r="4.2" fill="#0005"/><circle cx="${x}" cy="${y}" r="4.2" fill="url(#${light ? "white" : "black"})"/></g>`;
        if (fresh) svg += `<circle cx="${x}" cy="${y}" r="1.5" fill="#e0a100"/>`;
        else if (turned.has(place)) svg += `<circle cx="${x}" cy="${y}" r="3" fill="none" stroke="#e0a100" stroke-width=".7" stroke-dasharray="1.5 1"/>`;
      } else if (cell === "+" || cell === "BW"[frame.t]) {
        svg += `<circle cx="${x}" cy="${y}" r="1.3" fill="${frame.t ? "#f6f6f6" : "#101010"}" opacity=".8"/>`;
      }
    });
    if (frame.bad >= 0) svg += crash(...this.at(frame.bad));
    return svg;
  },
  icon: (seat) => plate(24, "#2e7d52", `<circle cx="12" cy="12" r="9" fill="${seat ? "#f4f4f4" : "#1b1b1b"}"/>`),
  form: (t) => t.letterNumber,
  words: (move, t) => (move === "pass" ? t.pass : move),
  facts: (frame, seat, text) => [[text.discs, String(frame.n[seat])], [text.legal, String(frame.l[seat])]],
  sides: (t) => [t.black, t.white],
  legend: (frame, t, names) => [
    [DRAW.reversi.icon(0), names[0]], [DRAW.reversi.icon(1), names[1]],
    [plate(16, "#2e7d52", '<circle cx="8" cy="8" r="2.5" fill="#f6f6f6"/>'), t.mayPlace],
    [plate(16, "#2e7d52", '<circle cx="8" cy="8" r="5" fill="#101010" stroke="#e0a100" stroke-width="1.4" stroke-dasharray="2.4 1.6"/>'), t.turned],
  ],
  choices: (frame, setup, ask) => ask.moves.filter((move) => move !== "pass").map((move) => {
    const [[x, y]] = DRAW.reversi.points(move);
    return `<circle class="choice" data-move="${move}" aria-label="${inWords(move)}" cx="${x}" cy="${y}" r="4.2" fill="url(#${ask.seat ? "white" : "black"})"/>`;
  }).join(""),
  controls(ask, t, add) {
    if (ask.moves.includes("pass")) add(t.pass, t.pass, () => send("pass")).dataset.says = "pass";
  },
  acts: cursorKeys,
};
