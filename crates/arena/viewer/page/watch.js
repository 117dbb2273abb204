"use strict";
// A game of two bots while it is played: what the page of a replay lacks is the news.
TEXT.en.watching = "Live game: new turns appear by themselves";
TEXT.zh.watching = "正在进行，新的回合会自动出现";
const watched = { version: -1 };

function take(news) {
  const atEnd = state.turn === length();
  watched.version = news.version;
  data.games[0] = news.game;
  if (atEnd) state.turn = length();
  follow();
}

function follow() {
  current().say = text().watching;
  label();
  $("keys").textContent = text().keys;
}

async function watch() {
  try {
    const answer = await fetch(`/state${location.search}&since=${watched.version}`);
    if (answer.status === 200) take(await answer.json());
    if (answer.status >= 400) throw new Error(await answer.text());
    if (!current().live) return;
  } catch {
    current().say = text().lost;
    show();
    return;
  }
  setTimeout(watch, 250);
}

$("language").addEventListener("click", follow);
state.turn = length();
follow();
watch();
