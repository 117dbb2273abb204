"use strict";
// The drawing of snakes, for both of their games.

// The cells of a path, two base-36 digits each.
function cells(path) {
  const list = [];
  for (let i = 0; i < path.length; i += 2) list.push([parseInt(path[i], 36), parseInt(path[i + 1], 36)]);
  return list;
}

// A snake along these points, tail first, in a grid of 10 units a cell, with its number if it has one. From `before`, its points a turn
// earlier, it has come by a step of its head; then the class `moves` of the board lets it be seen.
function serpent(points, seat, { ray = false, dead = false, bright = false, number, before } = {}) {
  const color = `var(--seat${seat})`;
  const [x, y] = points[points.length - 1];
  const [bx, by] = points[points.length - 2] || [x, y - 10];
  const dx = Math.sign(x - bx), dy = Math.sign(y - by);
  const path = (all, more) => `<polyline points="${all.join(" ")}" fill="none" stroke-linejoin="round" stroke-linecap="round" ${more}/>`;
  const moved = before && points.length > 1 && before[before.length - 1].join() === `${bx},${by}`;
  const left = moved && before[0].join() !== points[0].join();
  // Its last step.
  const step = points.length > 1 && !dead ? arrow([bx, by], [x, y], "var(--card)") : "";
  let svg = `<g opacity="${dead ? 0.55 : 1}">`;
  svg += `<g stroke="${color}" stroke-width="6.6" opacity=".82">${path(moved ? points.slice(0, -1) : points, "")}`
    + (moved ? path([[bx, by], [x, y]], 'class="comes"') : "") + (left ? path([before[0], points[0]], 'class="leaves"') : "") + "</g>";
  svg += path(points, 'stroke="#fff" stroke-width="1.2" stroke-dasharray="0 5" opacity=".5"');
  svg += `<g${moved ? ` class="goes" style="--dx:${bx - x}px;--dy:${by - y}px"` : ""}>`;
  if (bright) svg += `<circle cx="${x}" cy="${y}" r="6.2" fill="none" stroke="var(--ink)" stroke-width=".9" stroke-dasharray="2 1.5"/>`;
  svg += step + `<circle cx="${x}" cy="${y}" r="4.5" fill="${color}" stroke="var(--card)" stroke-width=".7"/>`;
  for (const side of [1, -1]) {
    const ex = x + dx * 1.5 - dy * side * 1.8, ey = y + dy * 1.5 + dx * side * 1.8;
    svg += dead
      ? `<path d="M${ex - 1} ${ey - 1}l2 2m0-2l-2 2" stroke="#fff" stroke-width=".7" stroke-linecap="round"/>`
      : `<circle cx="${ex}" cy="${ey}" r="1.25" fill="#fff"/><circle cx="${ex + dx * 0.4}" cy="${ey + dy * 0.4}" r=".65" fill="#111"/>`;
  }
  if (ray) svg += bolt(x - dx * 2.5, y - dy * 2.5, 0.62);
  svg += "</g>";
  // Behind the head; of a head alone above it, or below it at the top.
  const [nx, ny] = points.length > 1 ? [bx, by] : [x, y < 10 ? y + 7.5 : y - 6.5];
  if (number !== undefined) svg += `<text class="snake-number" x="${nx}" y="${ny + 1.9}" font-size="5.4" text-anchor="middle" stroke="${color}">${number}</text>`;
  return svg + "</g>";
}

function bolt(x, y, scale) {
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="M1-4.5L-2.8.8H-.4L-1.2 4.5 2.8-.9H.3z" fill="#ffd43b" stroke="#7a5b00" stroke-width=".6" stroke-linejoin="round"/>`;
}

function snakeIcon(seat) {
  return `<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="10" fill="var(--seat${seat})"/><circle cx="8.5" cy="10" r="2.3" fill="#fff"/><circle cx="15.5" cy="10" r="2.3" fill="#fff"/><circle cx="8.5" cy="10.3" r="1.1" fill="#111"/><circle cx="15.5" cy="10.3" r="1.1" fill="#111"/><path d="M9 16q3 1.8 6 0" stroke="#fff" stroke-width="1.5" fill="none" stroke-linecap="round"/></svg>`;
}
