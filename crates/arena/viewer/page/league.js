"use strict";
// The page of a league: table, crosstable, rating curve and the games, asked for again and again while it runs.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const state = { names: [], zh: (data.lang || navigator.language).startsWith("zh"), table: null, version: 0, running: [], pair: null, games: [], over: false };
const LINES = 8;
const SVG = "http://www.w3.org/2000/svg";

// A text in the language of the reader, with values in place of {0}, {1} and so on.
function tr(english, ...values) {
  const text = (state.zh && data.chinese[english]) || english;
  return text.replace(/\{(\d)\}/g, (_, number) => values[number]);
}

function make(tag, options = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(options)) made.setAttribute(key === "className" ? "class" : key, value);
  made.append(...children);
  return made;
}

function draw(tag, options = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(options)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Long names without the words that all long ones have, and without the folders of programs.
function shortened(names) {
  const words = (name) => name.replace(/^cmd:/, "").split(/\s+/);
  const long = names.filter((name) => name.length > 24);
  const short = names.map((name) => {
    if (name.length <= 24) return name;
    const own = long.length > 1 ? words(name).filter((word) => !long.every((other) => words(other).includes(word))) : words(name);
    const text = own.map((word) => word.replace(/^.*\//, "")).join(" ") || name;
    return text.length > 40 ? `${text.slice(0, 39)}…` : text;
  });
  return short.map((name, i) => (short.indexOf(name) === short.lastIndexOf(name) ? name : names[i]));
}

const full = (number) => state.table.players[number];
const player = (number) => state.names[number];
const signed = (elo) => (Math.round(elo) > 0 ? "+" : Math.round(elo) < 0 ? "−" : "") + Math.abs(Math.round(elo));
const address = (game) => `/game?a=${game.a}&b=${game.b}&id=${game.id}`;
const hasPlayed = (number) => state.table.rows[number].games > 0;
// Players by their rank, which comes from games; then those that have not played yet.
const ranked = () => state.table.rows.map((_, number) => number).sort((x, y) => hasPlayed(y) - hasPlayed(x) || state.table.rows[y].elo - state.table.rows[x].elo);
const rated = () => ranked().filter(hasPlayed);
const color = (rank) => (rank < LINES ? `var(--line${rank})` : "var(--line)");

// The columns: heading, text of a row.
const COLUMNS = () => [
  [tr("games"), (row) => String(row.games)],
  [tr("score %"), (row) => (row.games ? ((100 * row.points) / row.games).toFixed(1) : "–")],
  [tr("bad verdicts"), (row) => String(row.bad)],
  [tr("fallback"), (row) => row.saved],
];

function standings() {
  const rows = state.table.rows, order = ranked();
  const known = rows.filter((row) => row.games);
  const low = Math.min(...known.map((row) => row.low)), high = Math.max(...known.map((row) => row.high));
  const place = (elo) => 8 + (104 * (elo - low)) / Math.max(1, high - low);
  const heads = [make("th", { scope: "col" }, "#"), make("th", { scope: "col", className: "name" }, tr("bot")), make("th", { scope: "col" }, "Elo"),
    make("th", { scope: "col" }, tr("95 % interval")), make("td", { className: "range" }), ...COLUMNS().map(([head]) => make("th", { scope: "col" }, head))];
  const body = order.map((number, rank) => {
    const row = rows[number];
    const bar = row.games && draw("svg", { viewBox: "0 0 120 20", "aria-hidden": "true" },
      draw("line", { x1: place(row.low), x2: place(row.high), y1: 10, y2: 10, stroke: color(rank), "stroke-width": 4, "stroke-linecap": "round" }),
      draw("circle", { cx: place(row.elo), cy: 10, r: 5, fill: "var(--card)", stroke: color(rank), "stroke-width": 3 }));
    const name = make("th", { scope: "row", className: "name", title: full(number) }, make("span", { className: "swatch", style: `background:${row.games ? color(rank) : "var(--line)"}` }), player(number));
    const cells = COLUMNS().map(([head, text], column) => {
      const said = text(row);
      return make("td", { "data-head": head, ...(column > 1 && said !== "0" ? { className: "fault" } : {}) }, said);
    });
    return make("tr", {}, make("td", {}, row.games ? String(rank + 1) : "–"), name, make("td", {}, make("b", {}, row.games ? signed(row.elo) : "–")),
      make("td", { "data-head": tr("95 % interval") }, row.games ? `${signed(row.low)} .. ${signed(row.high)}` : "–"), make("td", { className: "range" }, bar || ""), ...cells);
  });
  $("standings").replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...body));
}

const halves = (points) => (points % 1 ? (points < 1 ? "½" : `${Math.floor(points)}½`) : String(points));

function cross() {
  const order = rated(), focused = document.activeElement?.dataset?.pair;
  const head = make("tr", {}, make("th", { scope: "col", className: "name" }, tr("bot")), ...order.map((number, rank) => make("th", { scope: "col", title: full(number) }, `#${rank + 1}`)));
  const body = order.map((x, rank) => {
    const cells = order.map((y) => {
      if (x === y) return make("td", { className: "self" });
      const [points, games] = state.table.cross[x][y];
      if (!games) return make("td");
      const share = Math.round(40 * Math.abs((2 * points) / games - 1));
      const tint = `background:color-mix(in srgb, var(${2 * points < games ? "--bad" : "--good"}) ${Math.round(share / 2.5)}%, transparent)`;
      const key = `${x}-${y}`;
      const button = make("button", { type: "button", "data-pair": key, "aria-pressed": String(state.pair?.join("-") === key), style: tint,
        "aria-label": tr("{0} against {1}: {2} of {3} points; show the games", player(x), player(y), halves(points), games) },
      halves(points), make("span", { className: "of" }, ` / ${games}`));
      button.addEventListener("click", () => choose(x, y));
      return make("td", {}, button);
    });
    return make("tr", {}, make("th", { scope: "row", className: "name", title: full(x) }, `#${rank + 1}`, make("span", {}, ` ${player(x)}`)), ...cells);
  });
  $("cross").replaceChildren(make("thead", {}, head), make("tbody", {}, ...body));
  if (focused) document.querySelector(`[data-pair="${focused}"]`)?.focus();
}

// The games of two players are asked for when they are wanted, and when there are more of them.
async function choose(x, y, quietly) {
  state.pair = [x, y];
  const answer = await fetch(`/games?a=${x}&b=${y}`).catch(() => null);
  if (!answer?.ok) return;
  state.games = await answer.json();
  games();
  cross();
  if (!quietly) $("games-card").focus();
}

function games() {
  const focused = document.activeElement?.closest("#games-list a")?.getAttribute("href");
  $("games-title").textContent = state.pair ? tr("Games of {0} against {1}", ...state.pair.map(player)) : tr("Games");
  $("games-none").textContent = state.pair ? "" : tr("Choose a cell of the crosstable: its games are listed here, each with its replay.");
  $("games-list").replaceChildren(...state.games.map((game) => {
    const won = game.winner === null ? tr("drawn") : tr("{0} won", player(game.winner));
    return make("li", {}, make("a", { href: address(game) }, make("b", {}, tr("game {0}", game.id)), make("span", {}, won), make("span", { className: "what" }, tr("{0} turns", game.turns))));
  }));
  if (focused) document.querySelector(`#games-list [href="${focused}"]`)?.focus();
}

// Links stay where they are while only their turns change, so that none loses the focus.
function running() {
  const list = $("running"), there = new Map([...list.children].map((item) => [item.dataset.key, item]));
  const items = state.running.map((game) => {
    const key = `${game.a}-${game.b}-${game.id}`;
    const item = there.get(key) || make("li", { "data-key": key }, make("a", { href: address(game) }, make("b", {}), make("span", { className: "what" })));
    item.querySelector("b").textContent = `${player(game.a)} – ${player(game.b)}`;
    item.querySelector(".what").textContent = tr("game {0}, turn {1}", game.id, game.turns);
    there.delete(key);
    return item;
  });
  for (const gone of there.values()) gone.remove();
  items.forEach((item, place) => { if (list.children[place] !== item) list.insertBefore(item, list.children[place] || null); });
  $("live").hidden = !items.length;
}

function curve() {
  const { games, elo } = state.table.curve, order = rated();
  const points = [...games, ...(games.at(-1) === state.table.games ? [] : [state.table.games])];
  const elos = [...elo, state.table.rows.map((row) => row.elo)].slice(0, points.length);
  if (points.length < 2) return void $("curve").replaceChildren(make("p", { className: "quiet" }, tr("The curve begins with the second game.")));
  const all = elos.flatMap((row) => order.map((number) => row[number])), low = Math.min(...all, -10), high = Math.max(...all, 10);
  const [width, height, left, right, top, bottom] = [$("curve").clientWidth || 560, 300, 46, 124, 10, 24];
  const x = (count) => left + ((width - left - right) * (count - points[0])) / (points.at(-1) - points[0]);
  const y = (value) => top + ((height - top - bottom) * (high - value)) / (high - low);
  const title = tr("Elo of the first {0} after {1} games", Math.min(LINES, order.length), state.table.games);
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  const raw = (high - low) / 5, unit = [10, 20, 50, 100, 200, 500, 1000, 2000].find((step) => step >= raw) || 5000;
  for (let value = Math.ceil(low / unit) * unit; value <= high; value += unit) {
    svg.append(draw("line", { class: "grid", x1: left, x2: width - right, y1: y(value), y2: y(value) }), draw("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, signed(value)));
  }
  svg.append(draw("text", { x: left, y: height - 6 }, String(points[0])), draw("text", { x: width - right, y: height - 6, "text-anchor": "end" }, tr("{0} games", points.at(-1))));
  let last = -Infinity;
  order.map((number, rank) => [number, rank]).reverse().forEach(([number, rank]) => {
    const line = points.map((count, i) => `${x(count).toFixed(1)},${y(elos[i][number]).toFixed(1)}`).join(" ");
    svg.append(draw("polyline", rank < LINES ? { points: line, style: `stroke:${color(rank)}` } : { points: line, class: "other" }));
  });
  order.slice(0, LINES).forEach((number, rank) => {
    const at = Math.max(last + 14, y(elos.at(-1)[number]) + 4);
    last = at;
    const name = player(number);
    svg.append(draw("text", { class: "label", x: width - right + 8, y: Math.min(at, height), style: `fill:${color(rank)}` }, name.length > 16 ? `${name.slice(0, 15)}…` : name, draw("title", {}, full(number))));
  });
  $("curve").replaceChildren(svg);
}

function progress() {
  const { games, each, players, shard } = state.table;
  const planned = shard ? 0 : (each + (each % 2)) * players.length * (players.length - 1) / 2;
  $("played").textContent = planned ? tr("{0} of {1} games played", games, planned) : tr("{0} games played", games);
  $("progress").hidden = !planned;
  $("progress").max = planned || 1;
  $("progress").value = games;
  $("progress").setAttribute("aria-label", $("played").textContent);
}

function label() {
  document.documentElement.lang = state.zh ? "zh-CN" : "en";
  $("language").textContent = state.zh ? "English" : "中文";
  $("language").lang = state.zh ? "en" : "zh-CN";
  $("theme").textContent = document.documentElement.dataset.theme === "dark" ? tr("Light") : tr("Dark");
  for (const [id, text] of [["standings-title", tr("Standings")], ["running-title", tr("Live games")], ["curve-title", tr("Rating curve")], ["cross-title", tr("Crosstable")],
    ["standings-note", tr("Elo against the mean of all, with its 95 % interval.")], ["cross-note", tr("Points of the row against the column, and games played.")]]) $(id).textContent = text;
  if (!state.table) return;
  const { game, mode, nodes, time_ms, seed, players } = state.table;
  const limit = nodes === null ? tr("{0} ms a turn", time_ms) : tr("{0} nodes a turn", nodes);
  $("title").textContent = tr("League of {0} bots", players.length) + (game ? ` · ${game}` : "");
  document.title = $("title").textContent;
  const ownOf = (number) => {
    const { ms, nodes, memory_mb, mode } = state.table.own[number];
    const parts = [ms && tr("{0} ms a turn", ms), nodes && tr("{0} nodes a turn", nodes), memory_mb && tr("{0} MiB", memory_mb), mode && (mode === "restart" ? tr("restart") : tr("keep-running"))].filter(Boolean);
    return parts.length ? [`${player(number)}: ${parts.join(", ")}`] : [];
  };
  $("conditions").textContent = [limit, mode === "restart" ? tr("restart") : tr("keep-running"), tr("seed {0}", seed), ...players.flatMap((_, number) => ownOf(number))].join(" · ");
  progress();
  standings();
  cross();
  curve();
  games();
  running();
}

async function poll() {
  try {
    const answer = await fetch(`/standings?since=${state.version}`);
    if (!answer.ok) throw new Error(await answer.text());
    const news = await answer.json();
    state.running = news.running;
    $("trouble").textContent = news.trouble || "";
    if (news.table) {
      Object.assign(state, { table: news.table, version: news.table.version, names: shortened(news.table.players) });
      label();
      if (state.pair) choose(...state.pair, true);
    } else running();
  } catch {
    // What is here can still be looked at; the replays cannot.
    state.running = [];
    $("trouble").textContent = tr("The arena has ended; this page shows its last standings.");
    if (state.table) running();
    return;
  }
  setTimeout(poll, 1000);
}

function theme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  label();
}

addEventListener("resize", () => { if (state.table) curve(); });
$("language").addEventListener("click", () => { state.zh = !state.zh; label(); });
$("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme !== "dark"));
const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => theme(dark.matches));
theme(dark.matches);
poll();
