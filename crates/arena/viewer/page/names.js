"use strict";
// Short names of players: of a command what tells it apart. The whole command is in the tooltip.

// Words in front of what a command really runs.
const RUNNERS = /^(env|python[\d.]*|node|java|bash|sh|cargo|run|\w+=.*|-.*)$/;
const SHORT = 28;

function shortName(name, parts, whole) {
  if (!/[\s/]/.test(name)) return cutMiddle(name);
  const words = name.trim().split(/\s+/);
  const last = (word) => word.split("/").filter(Boolean).slice(-parts).join("/") || word;
  const first = Math.max(0, words.findIndex((word) => !RUNNERS.test(last(word))));
  return cutMiddle([last(words[first]), ...(whole ? words.slice(first + 1) : [])].join(" "));
}

// Beginning and end: what differs is mostly there.
function cutMiddle(text) {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT / 2)}…${text.slice(1 - SHORT / 2)}`;
}

// Names that differ stay different, with as much of their paths as that takes.
function shortNames(names) {
  const different = new Set(names).size;
  for (let parts = 1; parts < 8; parts++)
    for (const whole of [false, true]) {
      const short = names.map((name) => shortName(name, parts, whole));
      if (new Set(short).size === different) return short;
    }
  return names;
}
