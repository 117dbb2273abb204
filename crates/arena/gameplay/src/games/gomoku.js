"use strict";
// Gomoku: columns have letters, rows numbers from the top. Rings are threats: a cell that makes five, dashed one that makes a four
// with both ends open.
DRAW.gomoku = {
  title: { en: "Gomoku", zh: "五子棋" },
  help: { en: "Click a point, or move the mark with the arrow keys and press Enter.", zh: "点击棋盘上的点落子，或用方向键移动标记并按回车。" },
  ends: {
    en: { "INVALID MOVE": "illegal move", "INVALID INPUT": "no valid answer" },
    zh: { "INVALID MOVE": "着法不合法", "INVALID INPUT": "没有有效的回答" },
  },
  own: {
    en: { fives: "cells that make five", open: "cells that make an open four", won: "the five that won", five: "five in a row", full: "the board is full" },
    zh: { fives: "成五的点", open: "成活四的点", won: "获胜的五子", five: "连成五子", full: "棋盘已满" },
  },
  colors: ["#1b1b1b", "#f4f4f4"],
  // The color of a seat: black and white are exchanged after a swap.
  color: (frame, seat) => (frame.s ? 1 - seat : seat),
  at: (cell) => [(cell % 15) * 10, Math.floor(cell / 15) * 10],
  numbered: true,
  points: (move) => /^[a-o](\d|1[0-5])$/.test(move) && move.slice(1) > 0 && [[(move.charCodeAt(0) - 97) * 10, (Number(move.slice(1)) - 1) * 10]],
  over(frame) {
    const own = DRAW.gomoku.own[state.language];
    return frame.w.length ? own.five : own.full;
  },
  draw(frame) {
    let lines = "";
    for (let i = 0; i < 15; i++) lines += `M0 ${i * 10}H140M${i * 10} 0V140`;
    let svg = `<svg viewBox="-16 -16 170 170" role="img"><defs>
      <radialGradient id="black" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#6a6a6a"/><stop offset=".5" stop-color="#222"/><stop offset="1" stop-color="#0a0a0a"/></radialGradient>
      <radialGradient id="white" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#fff"/><stop offset=".65" stop-color="#ececec"/><stop offset="1" stop-color="#bdbdbd"/></radialGradient></defs>
      <rect x="-15.5" y="-15.5" width="169" height="169" rx="5" fill="var(--wood)" stroke="var(--wood-edge)"/>
      <path d="${lines}" stroke="var(--wood-line)" stroke-width=".5" stroke-linecap="square"/>`;
    for (const [x, y] of [[3, 3], [3, 11], [7, 7], [11, 3], [11, 11]]) svg += `<circle cx="${x * 10}" cy="${y * 10}" r="1.2" fill="var(--wood-line)"/>`;
    for (let i = 0; i < 15; i++) {
      svg += `<text x="-10.5" y="${i * 10 + 1.8}" font-size="5" font-weight="600" text-anchor="middle" fill="var(--wood-line)">${i + 1}</text>`
        + `<text x="${i * 10}" y="-8.5" font-size="5" font-weight="600" text-anchor="middle" fill="var(--wood-line)">${"abcdefghijklmno"[i]}</text>`;
    }
    const won = new Set(frame.w);
    [...frame.b].forEach((cell, place) => {
      if (cell === ".") return;
      const [x, y] = this.at(place), fresh = place === frame.m, light = cell === "w";
      svg += `<g${fresh ? ' class="pop"' : ""}><circle cx="${x + 0.4}" cy="${y + 0.7}" r="4.6" fill="#0004"/><circle cx="${x}" cy="${y}" r="4.6" fill="url(#${light ? "white" : "black"})"/></g>`;
      if (won.has(place)) svg += `<circle class="won" cx="${x}" cy="${y}" r="3.4" fill="none" stroke="#e0a100" stroke-width="1"/>`;
      if (fresh) svg += `<circle cx="${x}" cy="${y}" r="1.7" fill="none" stroke="${light ? "#111" : "#fff"}" stroke-width=".8"/>`;
    });
    [0, 1].forEach((color) => {
      const ring = (place, dash) => {
        const [x, y] = this.at(place);
        return `<circle class="threat" cx="${x}" cy="${y}" r="${color ? 2.2 : 3.6}" fill="none" stroke="${this.colors[color]}" stroke-width="1"${dash ? ' stroke-dasharray="1.6 1.2"' : ""}/>`;
      };
      for (const place of frame.f[color]) svg += ring(place, false);
      for (const place of frame.o[color]) svg += ring(place, true);
    });
    if (frame.bad >= 0) svg += crash(...this.at(frame.bad));
    return svg;
  },
  icon: (seat) => plate(24, "var(--wood)", `<circle cx="12" cy="12" r="9" fill="${DRAW.gomoku.colors[seat]}"/>`),
  form: (t) => t.letterNumber,
  facts(frame, seat) {
    const own = DRAW.gomoku.own[state.language], color = DRAW.gomoku.color(frame, seat);
    return [[own.fives, String(frame.f[color].length)], [own.open, String(frame.o[color].length)]];
  },
  sides: (t) => [t.black, t.white],
  legend(frame, t, names) {
    const own = DRAW.gomoku.own[state.language];
    const ring = (dash) => plate(16, "var(--wood)", `<circle cx="8" cy="8" r="5" fill="none" stroke="#1b1b1b" stroke-width="1.6"${dash ? ' stroke-dasharray="2.6 2"' : ""}/>`);
    return [
      ...[0, 1].map((seat) => [DRAW.gomoku.icon(DRAW.gomoku.color(frame, seat)), names[seat]]),
      ...(frame.f.flat().length ? [[ring(false), own.fives]] : []),
      ...(frame.o.flat().length ? [[ring(true), own.open]] : []),
      ...(frame.w.length ? [[plate(16, "var(--wood)", '<circle cx="8" cy="8" r="5" fill="#1b1b1b" stroke="#e0a100" stroke-width="1.6"/>'), own.won]] : []),
    ];
  },
  choices: (frame, setup, ask) => ask.moves.filter((move) => move !== "swap").map((move) => {
    const x = move.charCodeAt(0) - 97, y = Number(move.slice(1)) - 1;
    return `<circle class="choice" data-move="${move}" aria-label="${inWords(move)}" cx="${x * 10}" cy="${y * 10}" r="4.6" fill="url(#${DRAW.gomoku.color(frame, ask.seat) ? "white" : "black"})"/>`;
  }).join(""),
  // Points are chosen on the board: no buttons.
  controls: () => {},
  acts: cursorKeys,
};
