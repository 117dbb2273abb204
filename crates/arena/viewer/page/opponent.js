"use strict";
// Against whom a person plays, and how strong: a choice that begins other games.
const opponent = element("details", { id: "opponent" }, element("summary", {}),
  element("div", { className: "fields" }, element("select", { id: "opponent-name" }), element("select", { id: "opponent-level" }),
    button("", { className: "plain", "data-act": "opponent" }, meet)),
  element("p", { className: "quiet", role: "status" }));
const [opponentTitle, opponentFields, opponentNote] = opponent.children;
const [opponentName, opponentLevel, opponentButton] = opponentFields.children;
if (data.offered) $("games").prepend(opponent);

const budget = ({ nodes, time_ms }) => (nodes === null ? text().ms(time_ms) : text().nodes(nodes));
const levelName = (place) => `${text().level(place + 1)} · ${budget(data.offered.levels[place])}`;
const games = () => begun() || data.games.some((game) => !game.live);

// Games that are there are left by a second click.
function meet() {
  if (games() && asking !== "/opponent") return ask("/opponent");
  order("/opponent", JSON.stringify({ opponent: Number(opponentName.value), level: Number(opponentLevel.value) }));
}

// Fills in what is known, and leaves alone what is being chosen.
function opponents() {
  if (!data.offered) return;
  const t = text(), { names, levels } = data.offered, { choice, change } = data;
  const key = [state.language, data.session].join();
  if (opponent.dataset.key !== key) {
    opponentName.replaceChildren(...names.map((name, place) => element("option", { value: String(place), title: name }, shortName(name, 1, true))));
    opponentLevel.replaceChildren(...levels.map((_, place) => element("option", { value: String(place) }, levelName(place))));
    opponentName.value = String(choice.opponent);
    opponentLevel.value = String(choice.level);
    opponent.dataset.key = key;
  }
  opponentTitle.textContent = `${t.opponent}: ${shortName(names[choice.opponent], 1, true)} · ${levelName(choice.level)}`;
  opponentName.setAttribute("aria-label", t.opponent);
  opponentLevel.setAttribute("aria-label", t.levels);
  opponentButton.textContent = asking === "/opponent" ? t.sureGames : t.meet;
  opponentButton.title = t.tips.meet;
  opponentButton.disabled = live.gone || Boolean(change?.busy);
  opponentNote.textContent = change?.busy ? t.preparing(change.busy) : change?.failed ? t.notMet(change.failed) : "";
}
