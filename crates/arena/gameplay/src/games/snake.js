"use strict";
// Snake: rows are x, columns y, both from 1.
Object.assign(TEXT.en, {
  length: "length",
  deaths: { border: "left the board", obstacle: "hit an obstacle", self: "bit itself", other: "hit the other snake",
    head_to_head: "heads met", bad_direction: "no such direction", invalid_input: "no valid answer" },
  dead: "died", obstacle: "obstacle",
});
Object.assign(TEXT.zh, {
  length: "长度",
  deaths: { border: "撞墙", obstacle: "撞上障碍物", self: "咬到自己", other: "撞上对方",
    head_to_head: "两头相撞", bad_direction: "方向无效", invalid_input: "无有效回答" },
  dead: "死因", obstacle: "障碍物",
});
// By a bot's word for a direction, or by the judge's number, which older logs have.
const WAYS = Object.fromEntries(["up", "right", "down", "left"].flatMap((word, i) => [[word, i], [i, i]]));
DRAW.snake = {
  title: { en: "Snake", zh: "贪吃蛇" },
  help: { en: "Arrow keys, or click a cell beside your head.", zh: "方向键，或点击蛇头旁的格子。" },
  ends: {
    en: { INVALIDMOVE: "the other snake died", BothSnakeDie: "both snakes died" },
    zh: { INVALIDMOVE: "对方的蛇死亡", BothSnakeDie: "两蛇同时死亡" },
  },
  said: (move) => ["↑", "→", "↓", "←"][WAYS[move]] ?? move,
  points(move, frame, seat) {
    const step = [[0, -10], [10, 0], [0, 10], [-10, 0]][WAYS[move]], [x, y] = cells(frame[`p${seat}`]).pop();
    return step && [[y * 10 - 5, x * 10 - 5], [y * 10 - 5 + step[0], x * 10 - 5 + step[1]]];
  },
  draw(frame, setup) {
    const at = ([x, y]) => [y * 10 - 5, x * 10 - 5];
    let svg = `<svg viewBox="-9 -9 ${setup.w * 10 + 12} ${setup.h * 10 + 12}" role="img">${squares(setup.w, setup.h)}${coordinates(numbers(setup.w, 1), numbers(setup.h, 1))}`;
    for (const cell of cells(setup.o)) {
      const [cx, cy] = at(cell);
      svg += `<rect x="${cx - 4.3}" y="${cy - 4.3}" width="8.6" height="8.6" rx="2.2" fill="var(--rock)"/><rect x="${cx - 3.3}" y="${cy - 3.7}" width="6.6" height="5.2" rx="1.8" fill="var(--rock-top)"/>`;
    }
    for (const seat of [0, 1]) {
      const before = frames()[state.turn - 1];
      svg += serpent(cells(frame[`p${seat}`]).map(at), seat, { dead: frame[`x${seat}`] !== undefined, before: before && cells(before[`p${seat}`]).map(at) });
      const way = frame[`t${seat}`];
      if (way !== undefined && way < 4) {
        const body = cells(frame[`p${seat}`]).map(at);
        const [hx, hy] = body[body.length - 1];
        const [dx, dy] = [[0, -1], [1, 0], [0, 1], [-1, 0]][way];
        svg += crash(hx + dx * 5, hy + dy * 5);
      }
    }
    return svg;
  },
  icon: snakeIcon,
  legend: (frame, t, names) => [
    [snakeIcon(0), names[0]], [snakeIcon(1), names[1]], [patch("var(--rock)"), t.obstacle],
  ],
  facts(frame, seat, text) {
    const facts = [[text.length, String(frame[`p${seat}`].length / 2)]];
    const death = frame[`x${seat}`];
    if (death !== undefined) facts.push([text.dead, text.deaths[death] || death]);
    return facts;
  },
  choices(frame, setup, ask) {
    const [x, y] = cells(frame[`p${ask.seat}`]).pop();
    return beside([y * 10 - 5, x * 10 - 5], Object.keys(STEPS), [setup.w * 10, setup.h * 10], ask.seat, ask.safe);
  },
};
