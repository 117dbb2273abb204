"use strict";
// NoGo: rows are x, columns y, as in the arena's pictures.
Object.assign(TEXT.en, {
  rowColumn: "row, column", at: (row, column) => `row ${row}, column ${column}`, onlyHere: "only this color may play here",
  nobody: "nobody may play here",
});
Object.assign(TEXT.zh, {
  rowColumn: "行、列", at: (row, column) => `第 ${row} 行第 ${column} 列`, onlyHere: "仅此色可下", nobody: "双方都不可下",
});
DRAW.nogo = {
  title: { en: "NoGo", zh: "不围棋" },
  help: { en: "Click a point, or move the mark with the arrow keys and press Enter.", zh: "点击棋盘上的点落子，或用方向键移动标记并按回车。" },
  at: (cell) => [(cell % 9) * 10, Math.floor(cell / 9) * 10],
  numbered: true,
  points: (move) => /^[0-8],[0-8]$/.test(move) && [[Number(move[2]) * 10, Number(move[0]) * 10]],
  over: (frame, game, t) => t.noMove("AB"[game.seats[1 - game.winner]]),
  draw(frame, setup) {
    let svg = `<svg viewBox="-13 -13 104 104" role="img"><defs>
      <radialGradient id="black" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#6a6a6a"/><stop offset=".5" stop-color="#222"/><stop offset="1" stop-color="#0a0a0a"/></radialGradient>
      <radialGradient id="white" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#fff"/><stop offset=".65" stop-color="#ececec"/><stop offset="1" stop-color="#bdbdbd"/></radialGradient></defs>
      <rect x="-12.5" y="-12.5" width="103" height="103" rx="4" fill="var(--wood)" stroke="var(--wood-edge)"/>`;
    let lines = "";
    for (let i = 0; i < 9; i++) lines += `M0 ${i * 10}H80M${i * 10} 0V80`;
    svg += `<path d="${lines}" stroke="var(--wood-line)" stroke-width=".45" stroke-linecap="square"/>`;
    for (const [x, y] of [[2, 2], [2, 6], [4, 4], [6, 2], [6, 6]]) svg += `<circle cx="${y * 10}" cy="${x * 10}" r="1" fill="var(--wood-line)"/>`;
    for (let i = 0; i < 9; i++) {
      svg += `<text x="-9" y="${i * 10 + 1.3}" font-size="3.8" font-weight="600" text-anchor="middle" fill="var(--wood-line)">${i}</text>`
        + `<text x="${i * 10}" y="-7.6" font-size="3.8" font-weight="600" text-anchor="middle" fill="var(--wood-line)">${i}</text>`;
    }
    [...frame.b].forEach((cell, point) => {
      const cx = (point % 9) * 10, cy = Math.floor(point / 9) * 10;
      if (cell === "b" || cell === "w") {
        const fresh = point === frame.m;
        svg += `<g${fresh ? ' class="pop"' : ""}><circle cx="${cx + 0.4}" cy="${cy + 0.7}" r="4.6" fill="#0004"/><circle cx="${cx}" cy="${cy}" r="4.6" fill="url(#${cell === "b" ? "black" : "white"})"/></g>`;
        if (fresh) svg += `<circle cx="${cx}" cy="${cy}" r="1.7" fill="none" stroke="${cell === "b" ? "#fff" : "#111"}" stroke-width=".8"/>`;
      } else if (cell === "x") {
        svg += `<path d="M${cx - 1.5} ${cy - 1.5}l3 3m0-3l-3 3" stroke="var(--wood-mark)" stroke-width=".8" stroke-linecap="round"/>`;
      } else if (cell !== ".") {
        // Only this color may play here.
        svg += `<rect x="${cx - 1.5}" y="${cy - 1.5}" width="3" height="3" rx=".5" fill="${cell === "B" ? "#1c1c1c" : "#f6f6f6"}" stroke="var(--wood-line)" stroke-width=".25"/>`;
      }
    });
    if (frame.bad !== undefined) svg += crash((frame.bad % 9) * 10, Math.floor(frame.bad / 9) * 10);
    return svg;
  },
  icon: (seat) => plate(24, "var(--wood)", `<circle cx="12" cy="12" r="9" fill="${seat ? "#f4f4f4" : "#1b1b1b"}"/>`),
  form: (t) => t.rowColumn,
  words: (move, t) => move.replace(/^(\d+),(\d+)$/, (_, x, y) => t.at(x, y)),
  facts: (frame, seat, text) => [[text.legal, String(frame.l[seat])]],
  sides: (t) => [t.black, t.white],
  legend: (frame, t, names) => [
    [DRAW.nogo.icon(0), names[0]], [DRAW.nogo.icon(1), names[1]],
    ...(/[BW]/.test(frame.b) ? [[halfPatch("var(--wood)", "#1c1c1c") + halfPatch("var(--wood)", "#f6f6f6"), t.onlyHere]] : []),
    ...(/x/.test(frame.b) ? [[cross, t.nobody]] : []),
  ],
  choices: (frame, setup, ask) => ask.moves.map((move) => {
    const [x, y] = move.split(",").map(Number);
    return `<circle class="choice" data-move="${move}" aria-label="${inWords(move)}" cx="${y * 10}" cy="${x * 10}" r="4.6" fill="url(#${ask.seat ? "white" : "black"})"/>`;
  }).join(""),
  // Points are chosen on the board: no buttons.
  controls: () => {},
  acts: cursorKeys,
};
