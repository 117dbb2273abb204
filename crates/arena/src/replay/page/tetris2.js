"use strict";
// Tetris2: two wells side by side, above each the piece that its player places next.
const PIECES = {
  L: ["#f08c2e", "..#/###"], J: ["#4d7cf0", "#../###"], S: ["#46b35a", ".##/##."], Z: ["#e0524d", "##./.##"],
  T: ["#a45ee5", ".#./###"], I: ["#2bb3c0", "####"], O: ["#e3b91f", "##/##"],
};

function block(x, y, size, color, fresh) {
  return `<g${fresh ? ' class="pop"' : ""}><rect x="${x + 0.3}" y="${y + 0.3}" width="${size - 0.6}" height="${size - 0.6}" rx="${size * 0.18}" fill="${color}"/>`
    + `<rect x="${x + size * 0.17}" y="${y + size * 0.14}" width="${size * 0.66}" height="${size * 0.2}" rx="${size * 0.1}" fill="#fff" opacity=".35"/>`
    + (fresh ? `<rect x="${x + 0.8}" y="${y + 0.8}" width="${size - 1.6}" height="${size - 1.6}" rx="${size * 0.14}" fill="none" stroke="#fff" stroke-width=".9"/>` : "") + "</g>";
}

function piece(letter, cx, cy, size) {
  const [color, shape] = PIECES[letter];
  const rows = shape.split("/");
  let svg = "";
  rows.forEach((row, i) => [...row].forEach((cell, j) => {
    if (cell === "#") svg += block(cx + (j - row.length / 2) * size, cy + (i - rows.length / 2) * size, size, color, false);
  }));
  return svg;
}

DRAW.tetris2 = {
  draw(frame, setup) {
    let svg = '<svg viewBox="-3 -21 226 225" role="img">';
    for (const seat of [0, 1]) {
      const left = seat * 120;
      svg += `<g transform="translate(${left} 0)">`;
      svg += `<rect x="-2" y="-2" width="104" height="204" rx="4" fill="var(--seat${seat})" opacity=".55"/><rect width="100" height="200" rx="2" fill="var(--well)"/>`;
      let lines = "";
      for (let i = 1; i < 10; i++) lines += `M${i * 10} 0V200`;
      for (let i = 1; i < 20; i++) lines += `M0 ${i * 10}H100`;
      svg += `<path d="${lines}" stroke="var(--well-line)" stroke-width=".5"/>`;
      [...frame[`w${seat}`]].forEach((cell, place) => {
        if (cell === ".") return;
        const look = PIECES[cell.toUpperCase()];
        svg += block((place % 10) * 10, Math.floor(place / 10) * 10, 10, look ? look[0] : "var(--garbage)", look && cell !== cell.toLowerCase());
      });
      svg += `<g>${piece(frame.n[seat], 50, -11.5, 7)}</g></g>`;
    }
    return svg;
  },
  icon: (seat) => `<svg viewBox="0 0 24 24"><rect x="2" y="2" width="20" height="20" rx="6" fill="var(--seat${seat})"/>${["<path d='M7 14h3.3v-3.3h3.3V14H17v3.3H7z' fill='#fff'/>", "<path d='M7 10.5h6.6V7h3.3v6.8H7z' fill='#fff'/>"][seat]}</svg>`,
  facts(frame, seat, text) {
    const given = [..."LJSZTIO"].map((letter, code) => letter + "₀₁₂"[frame[`g${seat}`][code]]).join(" ");
    return [[text.next, frame.n[seat]], [text.lines, String(frame.t[seat])], [text.combo, String(frame.c[seat])],
      [text.sent, String(frame.s[seat])], [text.gives, given]];
  },
};
