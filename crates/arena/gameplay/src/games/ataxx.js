"use strict";
// Ataxx: x runs to the right, y downwards, from 0. A person clicks a piece, then where its clone goes or where it jumps.
DRAW.ataxx = {
  title: { en: "Ataxx", zh: "同化棋" },
  help: {
    en: "Click a piece, then a cell next to it for a clone, or two steps away for a jump · click the marked piece again to take it back · or use the arrow keys, Enter and Escape",
    zh: "点击己方棋子，再点击相邻的格子（复制）或两步远的格子（跳跃）· 再次点击标记的棋子可撤回 · 也可用方向键、回车和 Esc",
  },
  ends: { en: { CIRCULAR_MOVE: "repeated a step of the game" }, zh: { CIRCULAR_MOVE: "重复了对局中的一步" } },
  own: {
    en: { pieces: "pieces", counted: "counted", only: "cells only for this color", onlyHere: "only this color gets there", clone: "clone", jump: "jump", flipped: "changed color",
      nonLeft: (who) => `${who} has no piece left`, ended: (black, white) => `no side can move: ${black} to ${white} pieces`,
      form: "column and row, from–to", move: (from, to, jumps) => `${jumps ? "jump" : "clone"} from ${from} to ${to}` },
    zh: { pieces: "棋子", counted: "终局计数", only: "只有此色能到的格子", onlyHere: "只有此色能到", clone: "复制", jump: "跳跃", flipped: "变色的棋子",
      nonLeft: (who) => `${who} 已无棋子`, ended: (black, white) => `双方都无法行动：${black} 比 ${white} 子`,
      form: "列与行，起点–落点", move: (from, to, jumps) => `从${from}${jumps ? "跳" : "复制"}到${to}` },
  },
  // The cell clicked, as the digits of x and y.
  from: null,
  at: (cell) => [(cell % 7) * 10 + 5, Math.floor(cell / 7) * 10 + 5],
  place: (digits) => Number(digits[0]) + 7 * Number(digits[1]),
  jumps: ([x0, y0], [x1, y1]) => Math.max(Math.abs(x0 - x1), Math.abs(y0 - y1)) > 1,
  points: (move) => /^[0-6]{2}-[0-6]{2}$/.test(move) && move.split("-").map((digits) => DRAW.ataxx.at(DRAW.ataxx.place(digits))),
  over(frame, game) {
    const own = this.own[state.language], none = frame.n.indexOf(0);
    return none >= 0 ? own.nonLeft("AB"[game.seats[none]]) : own.ended(...(frame.e || frame.n));
  },
  draw(frame) {
    let svg = `<svg class="lighter" viewBox="-7 -7 84 84" role="img"><defs>
      <radialGradient id="black" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#6a6a6a"/><stop offset=".5" stop-color="#222"/><stop offset="1" stop-color="#0a0a0a"/></radialGradient>
      <radialGradient id="white" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#fff"/><stop offset=".65" stop-color="#ececec"/><stop offset="1" stop-color="#bdbdbd"/></radialGradient></defs>
      ${squares(7, 7)}${coordinates(numbers(7, 0), numbers(7, 0))}`;
    const [from, to] = frame.m || [], flipped = frame.f || [];
    const jumps = frame.m && this.jumps(this.at(from).map((at) => at / 10), this.at(to).map((at) => at / 10));
    [...frame.b].forEach((cell, place) => {
      const [x, y] = this.at(place);
      if (cell === "b" || cell === "w") {
        const fresh = place === to || flipped.includes(place);
        svg += `<g${fresh ? ' class="pop"' : ""}><circle cx="${x + 0.3}" cy="${y + 0.6}" r="4.1" fill="#0004"/><circle cx="${x}" cy="${y}" r="4.1" fill="url(#${cell === "b" ? "black" : "white"})" stroke="${cell === "b" ? "#000" : "#666"}" stroke-width=".25"/></g>`;
        if (flipped.includes(place)) svg += `<circle cx="${x}" cy="${y}" r="2.6" fill="none" stroke="#e0a100" stroke-width=".8"/>`;
      } else if (cell === "B" || cell === "W") {
        svg += `<rect x="${x - 1.3}" y="${y - 1.3}" width="2.6" height="2.6" rx=".5" fill="${cell === "B" ? "#1d1d1f" : "#fafafa"}" stroke="#7779" stroke-width=".25" opacity=".75"/>`;
      } else if (cell === "x") {
        svg += `<path d="M${x - 1.2} ${y - 1.2}l2.4 2.4m0-2.4l-2.4 2.4" stroke="var(--quiet)" stroke-width=".6" stroke-linecap="round"/>`;
      }
    });
    if (frame.m) {
      const [x, y] = this.at(from);
      // A jump leaves its cell.
      if (jumps) svg += `<circle cx="${x}" cy="${y}" r="3.9" fill="none" stroke="#e0a100" stroke-width=".6" stroke-dasharray="1.6 1.2"/>`;
      svg += arrow(this.at(from), this.at(to), "#e0a100", jumps);
    }
    if (frame.bad) svg += crash(...this.at(frame.bad[1]));
    return svg;
  },
  icon: (seat) => plate(24, "var(--plate)", `<circle cx="12" cy="12" r="8.5" fill="${seat ? "#f4f4f4" : "#1b1b1b"}"/>`),
  form: () => DRAW.ataxx.own[state.language].form,
  words(move, t) {
    const cells = /^(\d)(\d)-(\d)(\d)$/.exec(move)?.slice(1).map(Number);
    if (!cells) return move;
    const [x0, y0, x1, y1] = cells;
    return this.own[state.language].move(t.columnFirst(x0, y0), t.columnFirst(x1, y1), this.jumps([x0, y0], [x1, y1]));
  },
  facts(frame, seat) {
    const own = this.own[state.language], only = [...frame.b].filter((cell) => cell === "BW"[seat]).length;
    return [[own.pieces, String(frame.n[seat])], frame.e ? [own.counted, String(frame.e[seat])] : [own.only, String(only)]];
  },
  sides: (t) => [t.black, t.white],
  legend(frame, t, names) {
    const own = this.own[state.language];
    const line = (dashes) => mark16(`<path d="M2 8H14" stroke="#e0a100" stroke-width="2" stroke-linecap="round" stroke-dasharray="${dashes}"/>`);
    return [
      [this.icon(0), names[0]], [this.icon(1), names[1]], [line("none"), own.clone], [line("2.4 3"), own.jump],
      [mark16('<circle cx="8" cy="8" r="4.5" fill="none" stroke="#e0a100" stroke-width="2"/>'), own.flipped],
      ...(/[BW]/.test(frame.b) ? [[halfPatch("var(--plate)", "#1d1d1f") + halfPatch("var(--plate)", "#fafafa"), own.onlyHere]] : []),
    ];
  },
  // What can be clicked next: a piece that can move, then its targets.
  choices(frame, setup, ask) {
    const moves = ask.moves.map((move) => move.split("-"));
    if (!moves.some(([from]) => from === this.from)) this.from = null;
    if (this.from === null) {
      return [...new Set(moves.map(([from]) => from))].map((from) => {
        const [x, y] = this.at(this.place(from));
        return `<circle class="choice ring" data-cell="${from}" cx="${x}" cy="${y}" r="4.5" fill="none" stroke="#e0a100" stroke-width=".8" stroke-dasharray="2 1" pointer-events="all"/>`;
      }).join("");
    }
    const [x, y] = this.at(this.place(this.from));
    const back = `<circle data-cell="" cx="${x}" cy="${y}" r="4.6" fill="none" stroke="#e0a100" stroke-width="1" pointer-events="all"/>`;
    return back + moves.filter(([from]) => from === this.from).map(([from, to]) => {
      const [cx, cy] = this.at(this.place(to)), jumps = this.jumps([...from].map(Number), [...to].map(Number));
      const edge = jumps ? 'fill-opacity=".35" stroke="#e0a100" stroke-width=".7" stroke-dasharray="1.6 1.2"' : "";
      return `<circle class="choice seen" data-move="${from}-${to}" aria-label="${inWords(`${from}-${to}`)}" cx="${cx}" cy="${cy}" r="3.4" fill="#e0a100" ${edge}/>`;
    }).join("");
  },
  clicked(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell) return;
    this.from = cell.dataset.cell || null;
    refresh();
  },
  asked() {
    this.from = null;
  },
  controls: () => {},
  acts: cursorKeys,
};
