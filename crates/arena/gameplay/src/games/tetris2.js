"use strict";
// Tetris2: two wells side by side, above each the piece that its player places next.
Object.assign(TEXT.en, {
  landing: "column, row, orientation:piece given", lands: (x, y, o, gift) => `column ${x}, row ${y}, orientation ${o}, gives ${gift}`,
  lines: "line score", combo: "combo", sent: "rows sent", gives: "gave so far", next: "piece", garbage: "garbage",
});
Object.assign(TEXT.zh, {
  landing: "列、行、朝向:给出的方块", lands: (x, y, o, gift) => `第 ${x} 列第 ${y} 行，朝向 ${o}，给出 ${gift}`, lines: "消行得分", combo: "连击", sent: "送出行数", gives: "已给方块",
  next: "方块", garbage: "垃圾行",
});
const PIECES = {
  L: ["#f08c2e", "..#/###"], J: ["#4d7cf0", "#../###"], S: ["#46b35a", ".##/##."], Z: ["#e0524d", "##./.##"],
  T: ["#a45ee5", ".#./###"], I: ["#2bb3c0", "####"], O: ["#e3b91f", "##/##"],
};

// The cells of a piece that is not turned, from its center: to the right, and up.
const SHAPES_AT = {
  L: [[1, 0], [-1, 0], [-1, -1]], J: [[-1, 0], [1, 0], [1, -1]], S: [[1, 0], [0, -1], [-1, -1]], Z: [[-1, 0], [0, -1], [1, -1]],
  T: [[-1, 0], [0, 1], [1, 0]], I: [[0, -1], [0, 1], [0, 2]], O: [[0, 1], [-1, 0], [-1, 1]],
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

// The outline of a cell of a well.
const outlined = (column, row, style) => `<rect x="${column * 10 + 0.7}" y="${row * 10 + 0.7}" width="8.6" height="8.6" rx="2" ${style}/>`;

DRAW.tetris2 = {
  title: { en: "Tetris2", zh: "俄罗斯方块 Tetris2" },
  help: {
    en: "← → move · ↑ turns · ↓ takes another depth · space drops · 1 to 7 choose the piece for the opponent",
    zh: "← → 移动 · ↑ 旋转 · ↓ 换深度 · 空格放下 · 1 到 7 选择给对手的方块",
  },
  ends: {
    en: { OVERFLOW: "the well overflowed", OVERFLOW_LOWSCORE: "both overflowed, the lower line score loses" },
    zh: { OVERFLOW: "方块溢出", OVERFLOW_LOWSCORE: "双方溢出，消行得分低者负" },
  },
  hundredths: {
    en: "2 for the win, 0.01 for each row by which the winner led in height and rows sent",
    zh: "胜者得 2 分，堆高与送出行数每领先一行加 0.01 分",
  },
  form: (t) => t.landing,
  words: (move, t) => move.replace(/^(\d+),(\d+),(\d):(\w)$/, (_, x, y, o, gift) => t.lands(x, y, o, gift)),
  better(move, frame, seat) {
    // Where rows were cleared or sent since, the cells of the board before are not those that it shows.
    const filled = (at) => at[`w${seat}`].replaceAll(".", "").length;
    if (filled(frames()[state.turn]) !== filled(frame) + 4) return "";
    const [x, y, turns] = move.split(/[,:]/).map(Number);
    const turned = (cell) => { for (let i = 0; i < turns; i++) cell = [-cell[1], cell[0]]; return cell; };
    const outline = [[0, 0], ...SHAPES_AT[frame.n[seat]]].map(turned).map(([dx, dy]) =>
      outlined(x + dx - 1, 20 - y - dy, 'fill="none" stroke="var(--good)" stroke-width="1.3" stroke-dasharray="2.2 1.3"'));
    return `<g class="better" transform="translate(${seat * 120} 0)">${outline.join("")}</g>`;
  },
  draw(frame, setup) {
    let svg = '<svg viewBox="-11 -21 234 233" role="img">';
    for (const seat of [0, 1]) {
      const left = seat * 120;
      svg += `<g transform="translate(${left} 0)">`;
      svg += `<rect x="-2" y="-2" width="104" height="204" rx="4" fill="var(--seat${seat})" opacity=".55"/><rect width="100" height="200" rx="2" fill="var(--well)"/>`;
      svg += coordinates(numbers(10, 1), numbers(20, 1).reverse(), { top: 207, left: -6.5, size: 5 });
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
  legend: (frame, t, names) => [
    [patch("var(--seat0)"), names[0]], [patch("var(--seat1)"), names[1]], [patch("var(--garbage)"), t.garbage],
  ],
  facts(frame, seat, text) {
    const given = [..."LJSZTIO"].map((letter, code) => letter + "₀₁₂"[frame[`g${seat}`][code]]).join(" ");
    return [[text.next, frame.n[seat]], [text.lines, String(frame.t[seat])], [text.combo, String(frame.c[seat])],
      [text.sent, String(frame.s[seat])], [text.gives, given]];
  },
  choices(frame, setup, ask) {
    const place = chosen();
    if (!place) return "";
    const color = PIECES[frame.n[ask.seat]][0];
    const ghost = place[1].map((cell) => outlined(cell % 10, Math.floor(cell / 10), `fill="${color}" fill-opacity=".35" stroke="${color}" stroke-width="1.2"`));
    return `<g transform="translate(${ask.seat * 120} 0)">${ghost.join("")}<rect id="well" width="100" height="200" fill="#0000" style="cursor:pointer"/></g>`;
  },
  controls(ask, t, add, line) {
    add("◀", t.turnLeft, () => shift(-1)); add("⟳", t.rotate, turnPiece); add("▶", t.turnRight, () => shift(1));
    add("⇅", t.deeper, deeper); add(`⤓ ${t.drop}`, t.drop, drop).id = "drop";
    line(t.gift);
    for (const gift of ask.gives) add(gift, `${t.gift}: ${gift}`, () => give(gift), gift === landing.gift);
  },
  acts(event) {
    const gift = "LJSZTIO"[Number(event.key) - 1];
    return {
      ArrowLeft: () => shift(-1), ArrowRight: () => shift(1), ArrowUp: turnPiece, ArrowDown: deeper, " ": drop,
      ...(gift && live.ask.gives.includes(gift) ? { [event.key]: () => give(gift) } : {}),
    };
  },
  asked(ask) {
    if (!ask.gives.includes(landing.gift)) landing.gift = ask.gives[0];
  },
  // The hint is shown as if it had been chosen.
  hinted(move) {
    const [place, gift] = move.split(":");
    const [x, y, o] = place.split(",").map(Number);
    const all = live.ask.places.map(([words]) => words.split(",").map(Number));
    const depths = all.filter((other) => other[0] === x && other[2] === o).map((other) => other[1]).sort((a, b) => b - a);
    if (!depths.includes(y)) return;
    const turned = [...new Set(all.map((other) => other[2]))].sort().indexOf(o);
    Object.assign(landing, { turned, column: x, depth: depths.indexOf(y), gift: live.ask.gives.includes(gift) ? gift : landing.gift });
  },
  clicked(event) {
    if (event.target.id !== "well") return;
    const box = event.target.getBoundingClientRect();
    landing.column = 1 + Math.floor(((event.clientX - box.left) / box.width) * 10);
    landing.depth = 0;
    show();
  },
};

// What a person has chosen so far: turning, column, depth and the piece for the opponent.
const landing = { turned: 0, column: 4, depth: 0, gift: null, columns: [] };

// The landing that is shown: of this turning and column, so deep; the next column that has one if it has none.
function chosen() {
  const all = live.ask.places.map((place) => [...place, ...place[0].split(",").map(Number)]);
  const turnings = [...new Set(all.map((place) => place[4]))].sort();
  if (!turnings.length) return null;
  landing.turned = (landing.turned + 4 * turnings.length) % turnings.length;
  const own = all.filter((place) => place[4] === turnings[landing.turned]);
  const columns = [...new Set(own.map((place) => place[2]))].sort((a, b) => a - b);
  landing.columns = columns;
  const column = columns.reduce((best, x) => (Math.abs(x - landing.column) < Math.abs(best - landing.column) ? x : best), columns[0]);
  landing.column = column;
  const places = own.filter((place) => place[2] === column).sort((a, b) => b[3] - a[3]);
  landing.depth = (landing.depth + places.length) % places.length;
  return places[landing.depth];
}

function turnPiece() { landing.turned += 1; landing.depth = 0; show(); }
function shift(by) {
  const next = landing.columns[landing.columns.indexOf(landing.column) + by];
  if (next !== undefined) { landing.column = next; landing.depth = 0; }
  show();
}
function deeper() { landing.depth += 1; show(); }
function drop() { send(`${chosen()[0]}:${landing.gift}`); }
function give(gift) { landing.gift = gift; panel(); }
