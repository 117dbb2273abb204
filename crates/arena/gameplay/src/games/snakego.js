"use strict";
// SnakeGo: x runs to the right, y upwards, from 0.
Object.assign(TEXT.en, {
  round: (n, all) => `round ${n} of ${all}`, bank: (n) => `${n} to grow`, snake: (n) => `snake ${n}`, long: (n) => `length ${n}`, ray: "has a ray",
  snakeMoves: "snake and direction", wall: "walls", grows: "grows by the number", takesRay: "a ray to fire",
  larger: (first, second) => `the larger area wins: ${first} to ${second}`,
});
Object.assign(TEXT.zh, {
  round: (n, all) => `第 ${n} / ${all} 轮`, bank: (n) => `待增长 ${n}`, snake: (n) => `${n} 号蛇`, long: (n) => `长度 ${n}`, ray: "有射线", snakeMoves: "蛇的编号与方向",
  wall: "墙", grows: "按数字增长", takesRay: "可发射的射线", larger: (first, second) => `面积大者胜：${first} 比 ${second}`,
});
DRAW.snakego = {
  title: { en: "SnakeGo", zh: "SnakeGo" },
  help: {
    en: "Arrow keys, or click a cell beside the head in the ring · F fires the ray · S splits",
    zh: "方向键，或点击带圈蛇头旁的格子 · F 发射射线 · S 分裂",
  },
  snakes(frame, seat) {
    return Object.keys(frame).filter((key) => key[0] === "m" && frame[key][0] === seat).map((key) => Number(key.slice(1))).sort((a, b) => a - b);
  },
  at: ([x, y]) => [x * 10 + 5, 155 - y * 10],
  draw(frame, setup, ask) {
    let svg = `<svg viewBox="-10 -3 173 174" role="img"><defs>`;
    for (const seat of [0, 1])
      svg += `<pattern id="wall${seat}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(${seat ? 45 : -45})"><rect width="5" height="5" fill="var(--seat${seat}-soft)"/><rect width="1.5" height="5" fill="var(--seat${seat})" opacity=".5"/></pattern>`;
    svg += `</defs>${squares(16, 16)}${coordinates(numbers(16, 0), numbers(16, 0).reverse(), { top: 166, left: -6, size: 4.4 })}`;
    const walls = ["", ""];
    [...frame.w].forEach((cell, place) => {
      if (cell === ".") return;
      walls[cell] += `M${(place % 16) * 10} ${150 - Math.floor(place / 16) * 10}h10v10h-10z`;
    });
    for (const seat of [0, 1]) svg += `<path d="${walls[seat]}" fill="url(#wall${seat})" stroke="var(--seat${seat})" stroke-width=".3" stroke-opacity=".6"/>`;
    [...frame.i].forEach((cell, place) => {
      if (cell === ".") return;
      const x = (place % 16) * 10 + 5, y = 155 - Math.floor(place / 16) * 10;
      svg += cell === "*" ? bolt(x, y, 0.95)
        : `<circle cx="${x}" cy="${y}" r="3.7" fill="var(--good)"/><text x="${x}" y="${y + 1.9}" font-size="5.4" font-weight="700" text-anchor="middle" fill="var(--on-good)">${cell}</text>`;
    });
    const before = frames()[state.turn - 1];
    for (const seat of [0, 1])
      for (const id of this.snakes(frame, seat))
        svg += serpent(cells(frame[`s${id}`]).map(this.at), seat, { before: before?.[`s${id}`] && cells(before[`s${id}`]).map(this.at), ray: frame[`m${id}`][2] === 1, bright: ask && id === ask.id, number: id });
    return svg;
  },
  icon: snakeIcon,
  facts(frame, seat, text) {
    const own = this.snakes(frame, seat).map((id) => {
      const [, bank, ray] = frame[`m${id}`];
      return [text.snake(id), [text.long(frame[`s${id}`].length / 2), ...(bank ? [text.bank(bank)] : []), ...(ray ? [text.ray] : [])].join(", ")];
    });
    return [[text.area, String(frame.p[seat])], ...own];
  },
  form: (t) => t.snakeMoves,
  // Each operation behind the number of its snake.
  move(move, frame) {
    const words = move.split(" ");
    return frame?.a.length === words.length ? words.map((word, i) => frame.a[i] + word).join(" ") : move;
  },
  // A bot names the operation of the snake that is the first to act.
  said: (move, frame) => frame.a[0] + (SIGNS[move] ?? move),
  better(move, frame) {
    const [x, y] = this.at(cells(frame[`s${frames()[state.turn].a[0]}`]).pop()), step = STEPS[move];
    return way(step ? [[x, y], [x + 10 * step[0], y + 10 * step[1]]] : [[x, y]], "var(--good)", "better");
  },
  legend: (frame, t, names) => [
    [snakeIcon(0), names[0]], [snakeIcon(1), names[1]],
    [patch("var(--seat0-soft)", "var(--seat0)") + patch("var(--seat1-soft)", "var(--seat1)"), t.wall],
    [mark16('<circle cx="8" cy="8" r="7" fill="var(--good)"/>'), t.grows],
    [mark16(bolt(8, 8, 1.6)), t.takesRay],
  ],
  over: (frame, game, t) => t.larger(...frame.p),
  score: (frame, seat) => frame.p[seat],
  note: (frame, setup, text) => text.round(frame.r, setup.rounds),
  choices(frame, setup, ask) {
    return beside(this.at(cells(frame[`s${ask.id}`]).pop()), ask.moves, [160, 160], ask.seat, ask.moves);
  },
  acts(event, way) {
    const word = way || { f: "fire", s: "split" }[event.key.toLowerCase()];
    return { [event.key]: word && (() => send(word)) };
  },
};
