"use strict";
// Amazons: x runs to the right, y downwards, from 0. A person clicks an amazon, where it steps, and where it shoots.
Object.assign(TEXT.en, {
  fromToArrow: "column and row, from–to/arrow", shot: (from, to, arrow) => `from ${from} to ${to}, arrow at ${arrow}`, territory: "cells reached first",
  nearer: "this color gets there in fewer steps", arrow: "blocked cell",
});
Object.assign(TEXT.zh, {
  fromToArrow: "列与行，起点–落点/箭", shot: (from, to, arrow) => `从${from}到${to}，箭射${arrow}`, territory: "先到的格子", nearer: "此色到达所需步数更少", arrow: "被封的格子",
});
DRAW.amazons = {
  title: { en: "Amazons", zh: "亚马逊棋" },
  help: {
    en: "Click an amazon, the cell it steps to, the cell it shoots at · click the marked cell again to take it back · or use the arrow keys, Enter and Escape",
    zh: "依次点击己方棋子、落点和箭的目标 · 再次点击标记的格子可撤回 · 也可用方向键、回车和 Esc",
  },
  // Cells clicked so far, as the digits of x and y.
  clicks: [],
  at: (cell) => [(cell % 8) * 10 + 5, Math.floor(cell / 8) * 10 + 5],
  place: (digits) => Number(digits[0]) + 8 * Number(digits[1]),
  points(move) {
    const cells = /^[0-7]{2}-[0-7]{2}\/[0-7]{2}$/.test(move) && move.split(/[-/]/);
    return cells && cells.map((digits) => this.at(this.place(digits)));
  },
  over: (frame, game, t) => t.noMove("AB"[game.seats[1 - game.winner]]),
  piece(cell, color) {
    const [x, y] = this.at(cell);
    return `<g transform="translate(${x} ${y})"><ellipse cx=".3" cy="3.6" rx="3.3" ry=".9" fill="#0004"/>
      <path d="M-3.1 3.2H3.1L2.5 1.6C1.6.4 1.5-.6 2.7-2.7L1.1-1.3 0-3.6-1.1-1.3-2.7-2.7C-1.5-.6-1.6.4-2.5 1.6z" fill="${color === "b" ? "#1d1d1f" : "#fafafa"}" stroke="${color === "b" ? "#000" : "#555"}" stroke-width=".35" stroke-linejoin="round"/>
      <circle cy="-3.7" r=".75" fill="${color === "b" ? "#1d1d1f" : "#fafafa"}" stroke="${color === "b" ? "#000" : "#555"}" stroke-width=".3"/></g>`;
  },
  draw(frame) {
    let svg = `<svg viewBox="-7 -7 94 94" role="img">${squares(8, 8)}${coordinates(numbers(8, 0), numbers(8, 0))}`;
    const last = frame.m || null;
    [...frame.b].forEach((cell, place) => {
      const [x, y] = this.at(place);
      if (cell === "#") {
        const fresh = last && place === last[2];
        svg += `<g${fresh ? ' class="pop"' : ""}><rect x="${x - 4}" y="${y - 4}" width="8" height="8" rx="1.6" fill="#6b4a2f" stroke="#3b2615" stroke-width=".5"/>
          <path d="M${x - 2.2} ${y - 2.2}l4.4 4.4m0-4.4l-4.4 4.4" stroke="#d9b48a" stroke-width=".9" stroke-linecap="round"/></g>`;
      } else if (cell === "B" || cell === "W") {
        svg += `<rect x="${x - 1.3}" y="${y - 1.3}" width="2.6" height="2.6" rx=".5" fill="${cell === "B" ? "#1d1d1f" : "#fafafa"}" stroke="#7779" stroke-width=".25" opacity=".75"/>`;
      } else if (cell === "x") {
        svg += `<path d="M${x - 1.2} ${y - 1.2}l2.4 2.4m0-2.4l-2.4 2.4" stroke="var(--quiet)" stroke-width=".6" stroke-linecap="round"/>`;
      }
    });
    if (last) {
      const [from, to, shot] = last.map((cell) => this.at(cell));
      svg += `<rect x="${from[0] - 4.6}" y="${from[1] - 4.6}" width="9.2" height="9.2" rx="1.6" fill="none" stroke="#e0a100" stroke-width=".6" stroke-dasharray="1.6 1.2"/>
        ${arrow(from, to, "#e0a100")}${arrow(to, shot, "var(--bad)", true)}`;
    }
    [...frame.b].forEach((cell, place) => {
      if (cell === "b" || cell === "w") svg += this.piece(place, cell);
    });
    if (frame.bad) svg += crash(...this.at(frame.bad[2]));
    return svg;
  },
  icon: (seat) => plate(24, "var(--plate)", `<path transform="translate(2.4 2.4) scale(.8)" d="M4 20H20L18.5 16C16 13 16 10 19 5L14.7 8.6 12 3 9.3 8.6 5 5C8 10 8 13 5.5 16z" fill="${seat ? "#f4f4f4" : "#1b1b1b"}"/>`),
  form: (t) => t.fromToArrow,
  words(move, t) {
    const cells = /^(\d)(\d)-(\d)(\d)\/(\d)(\d)$/.exec(move)?.slice(1);
    return cells ? t.shot(...[0, 2, 4].map((i) => t.columnFirst(cells[i], cells[i + 1]))) : move;
  },
  facts: (frame, seat, text) => [
    [text.legal, String(frame.l[seat])],
    [text.territory, String([...frame.b].filter((cell) => cell === "BW"[seat]).length)],
  ],
  sides: (t) => [t.black, t.white],
  legend: (frame, t, names) => [
    [DRAW.amazons.icon(0), names[0]], [DRAW.amazons.icon(1), names[1]], [halfPatch("var(--plate)", "#6b4a2f"), t.arrow],
    ...(/[BW]/.test(frame.b) ? [[halfPatch("var(--plate)", "#1d1d1f") + halfPatch("var(--plate)", "#fafafa"), t.nearer]] : []),
  ],
  // What can be clicked next: the moves that begin with the clicks so far.
  choices(frame, setup, ask) {
    const moves = ask.moves.map((move) => move.split(/[-/]/));
    const fits = (cells) => this.clicks.every((cell, i) => cells[i] === cell);
    if (!moves.some(fits)) this.clicks = [];
    const stage = this.clicks.length;
    const next = new Map();
    for (const cells of moves.filter(fits)) next.set(cells[stage], cells);
    let svg = "";
    if (stage > 0) {
      // The last click, which another one takes back.
      const [x, y] = this.at(this.place(this.clicks[stage - 1]));
      svg += `<circle data-cell="" cx="${x}" cy="${y}" r="4.8" fill="none" stroke="#e0a100" stroke-width="1" pointer-events="all"/>`;
    }
    for (const [digits, cells] of next) {
      const [x, y] = this.at(this.place(digits));
      const move = stage === 2 ? ` data-move="${cells[0]}-${cells[1]}/${cells[2]}"` : ` data-cell="${digits}"`;
      svg += stage === 0
        ? `<circle class="choice ring"${move} cx="${x}" cy="${y}" r="4.6" fill="none" stroke="#1b1d22" stroke-width=".7" stroke-dasharray="2 1" pointer-events="all"/>`
        : `<circle class="choice seen"${move} cx="${x}" cy="${y}" r="${stage === 1 ? 3.4 : 2.4}" fill="${stage === 1 ? "#e0a100" : "var(--bad)"}"/>`;
    }
    return svg;
  },
  clicked(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell) return;
    this.clicks = cell.dataset.cell ? [...this.clicks, cell.dataset.cell] : this.clicks.slice(0, -1);
    refresh();
  },
  asked() {
    this.clicks = [];
  },
  controls: () => {},
  acts: cursorKeys,
};
