"use strict";
// What the page says where a person plays, in both languages.
Object.assign(TEXT.en, {
  told: { "there is no move to take back": "there is no move to take back", "nobody can be asked for a hint": "nobody can be asked for a hint",
    "a hint is for your turn": "a hint is for your turn", "no move is waited for": "no move is waited for", "there is no such opponent": "there is no such opponent" },
  yours: "Your move", youAre: (what) => `you play ${what}`, thinking: (name) => `${name} is thinking`, again: (name, done, all) => `${name} goes through the game again: ${done} of ${all}`,
  look: "You are looking at an earlier turn; End goes back to the game",
  refused: (why) => `Not possible: ${why}`,
  newGame: "New game", secondHalf: "Second half", newMatch: "New match", swap: "Swap seats", undo: "Undo", hint: "Hint", save: "Save log",
  sure: "Give this game up?", sureGames: "Leave the games of this page?", opponent: "Opponent", levels: "Level", level: (n) => `level ${n}`, meet: "Play",
  preparing: (name) => `${name} is being made ready …`, notMet: (why) => `No other opponent: ${why}`, tips: {
    meet: "Begins games against this opponent at this level; save the log of those of this page first",
    newGame: "Ends this game and begins another", swap: "A new game with the seats swapped", undo: "Takes your last move back",
    hint: (name) => `What ${name} would play here`, noHint: "No bot could be asked",
    save: "The finished games as a log for arena replay, import and explain", noSave: "No game is finished yet" },
  hinting: (name) => `${name} is looking …`, hinted: (name, move) => `${name} would play ${move}`, noHinted: (why) => `No hint: ${why}`,
  turnLeft: "left", turnRight: "right", rotate: "turn", deeper: "other depth", drop: "drop", gift: "gives the opponent",
  fire: "fire", split: "split", directions: { up: "up", right: "right", down: "down", left: "left" },
});
Object.assign(TEXT.zh, {
  told: { "there is no move to take back": "没有可以撤回的着法", "nobody can be asked for a hint": "没有可以询问的程序",
    "a hint is for your turn": "轮到你时才能提示", "no move is waited for": "现在不需要走棋", "there is no such opponent": "没有这样的对手" },
  yours: "轮到你了", youAre: (what) => `你执${what}`, thinking: (name) => `${name} 正在思考`, again: (name, done, all) => `${name} 正在重走此前的着法：${done} / ${all}`,
  look: "正在查看较早的回合；按 End 回到对局",
  refused: (why) => `不可行：${why}`,
  newGame: "新对局", secondHalf: "下半场", newMatch: "新比赛", swap: "交换座位", undo: "悔棋", hint: "提示", save: "保存日志",
  sure: "放弃本局？", sureGames: "离开本页的对局？", opponent: "对手", levels: "级别", level: (n) => `${n} 级`, meet: "开始",
  preparing: (name) => `正在准备 ${name}……`, notMet: (why) => `无法更换对手：${why}`, tips: {
    meet: "与该对手按此级别另开对局；请先保存本页对局的日志",
    newGame: "结束本局，另开一局", swap: "交换座位，另开一局", undo: "撤回你的上一步",
    hint: (name) => `${name} 在此会怎么走`, noHint: "没有可以询问的程序",
    save: "把已结束的对局存为日志，供 arena replay、import 和 explain 使用", noSave: "还没有结束的对局" },
  hinting: (name) => `${name} 正在考虑……`, hinted: (name, move) => `${name} 会走 ${move}`, noHinted: (why) => `无法提示：${why}`,
  turnLeft: "左移", turnRight: "右移", rotate: "旋转", deeper: "换深度", drop: "放下", gift: "给对手的方块",
  fire: "发射射线", split: "分裂", directions: { up: "上", right: "右", down: "下", left: "左" },
});
