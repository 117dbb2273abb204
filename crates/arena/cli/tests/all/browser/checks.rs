//! Requirements for every page: contrast, names of controls, sizes of targets, translations, names that do not overlap.

use serde_json::Value;

use super::driver::Browser;

/// Texts whose contrast with what is behind them is below 4.5 (3 where they are large), by WCAG 2.2, 1.4.3. Controls that
/// cannot be used are exempt.
const CONTRAST: &str = r#"
const parse = (color) => { const n = color.match(/[\d.]+/g).map(Number); return color.startsWith('color(') ? [n[0] * 255, n[1] * 255, n[2] * 255, n[3] ?? 1] : [n[0], n[1], n[2], n[3] ?? 1]; };
const over = (top, below) => top.slice(0, 3).map((c, i) => c * top[3] + below[i] * (1 - top[3]));
const light = (color) => { const [r, g, b] = color.map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
const behind = (e) => { const list = []; for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3]) list.push(c); if (c[3] === 1) break; } return list.reduceRight((below, c) => over(c, below), [255, 255, 255]); };
const weak = [];
for (const e of document.querySelectorAll('body *')) {
  if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || e.closest(':disabled, [aria-disabled=true], option, title, script')) continue;
  if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
  const style = getComputedStyle(e), svg = e instanceof SVGElement;
  if (svg && e.closest('#board') && !e.matches('.coordinate')) continue;
  const below = behind(e), color = parse(svg ? style.fill : style.color);
  let alpha = 1; for (let p = e; p; p = p.parentElement) alpha *= Number(getComputedStyle(p).opacity);
  const seen = over([...color.slice(0, 3), color[3] * alpha], below);
  const large = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.6 && Number(style.fontWeight) >= 700;
  if (ratio(seen, below) < (large ? 3 : 4.5)) weak.push(`${e.tagName}.${e.getAttribute('class')}#${e.id} ${e.textContent.trim().slice(0, 30)}: ${ratio(seen, below).toFixed(2)}`);
}
// What is not text has 3, by 1.4.11: players' colors, the focus, edges of controls.
const token = (name) => { const probe = document.body.appendChild(document.createElement('i')); probe.style.color = `var(${name})`; const c = parse(getComputedStyle(probe).color); probe.remove(); return c.slice(0, 3); };
for (const name of ['--player0', '--player1', '--accent', '--edge', '--bad', '--good'])
  for (const ground of ['--card', '--paper'])
    if (ratio(token(name), token(ground)) < 3) weak.push(`${name} on ${ground}`);
// The pieces of Amazons are black and white.
if (data.picture !== 'amazons') for (const name of ['--player0', '--player1']) if (ratio(token(name), token('--field')) < 3) weak.push(`${name} on --field`);
if (ratio(token('--wood-line'), token('--wood')) < 4.5) weak.push('--wood-line on --wood');
return weak;
"#;

/// Symbols of players and of the legend that a dark page swallows: what is behind them has no contrast of 3 with their ground.
const SWALLOWED: &str = r#"
const parse = (color) => color.match(/[\d.]+/g).slice(0, 3).map(Number);
const light = (color) => { const [r, g, b] = color.map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
const card = parse(getComputedStyle(document.querySelector('#stage')).backgroundColor);
return [...document.querySelectorAll('.icon svg, #legend svg')].filter((svg) => {
  const fill = getComputedStyle(svg.querySelector('rect, circle, path')).fill;
  return fill !== 'none' && !fill.endsWith(', 0)') && ratio(parse(fill), card) < 3 && !/soft|rock|garbage|wall/.test(svg.innerHTML);
}).map((svg) => svg.outerHTML.slice(0, 160));
"#;

/// The size of the drawn board, in pixels.
const DRAWN: &str = "const svg = document.querySelector('#board svg'), box = svg.getBoundingClientRect(), { width, height } = svg.viewBox.baseVal;
  const scale = Math.min(box.width / width, box.height / height); return [Math.round(width * scale), Math.round(height * scale)]";

/// Controls without a name.
const NAMELESS: &str = r#"
return [...document.querySelectorAll('button, select, input, summary, a, [role=button], [tabindex="0"], svg[role=img]')].filter((e) => e.checkVisibility())
  .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))
  .map((e) => e.outerHTML.slice(0, 80));
"#;

/// Controls that a finger may miss. The places of a board are as large as the board allows.
const SMALL: &str = r#"
return [...document.querySelectorAll('SELECTOR')].filter((e) => e.checkVisibility())
  .map((e) => [e, e.getBoundingClientRect()]).filter(([e, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([e, box]) => `${e.outerHTML.slice(0, 60)} ${box.width} ${box.height}`);
"#;

/// Parts of a line that stand on each other, and names that wrap.
const OVERLAPS: &str = r#"
const bad = [];
for (const line of document.querySelectorAll('#versus, #result .line, #list .row, #heads > div, #chart-key, .who, .controls')) {
  if (!line.checkVisibility()) continue;
  const boxes = [...line.children].filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()]);
  boxes.forEach(([a, p], i) => boxes.slice(i + 1).forEach(([b, q]) => {
    if (p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1) bad.push(`${a.textContent} on ${b.textContent}`);
  }));
}
for (const name of document.querySelectorAll('.name')) {
  if (!name.checkVisibility()) continue;
  if (name.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(name).lineHeight)) bad.push(`${name.textContent} wraps`);
  if (!name.title) bad.push(`${name.textContent} has no tooltip`);
}
return bad;
"#;

/// Keys that one language has and the other has not, or has in another form.
const UNTRANSLATED: &str = r#"
const bad = [];
const compare = (a, b, at) => {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (typeof a[key] !== typeof b[key]) bad.push(at + key);
    else if (typeof a[key] === 'object') compare(a[key], b[key], `${at}${key}.`);
    else if (typeof a[key] === 'function' && a[key].length !== b[key].length) bad.push(at + key);
  }
};
compare(TEXT.en, TEXT.zh, '');
return bad;
"#;

/// English words of a page in Chinese, except names of players, moves and words of a bot.
const ENGLISH: &str = r#"
const names = [...data.players, ...short, data.adviser || 'adviser', ...(data.offered?.names || [])].sort((a, b) => b.length - a.length);
const plain = (words) => { for (const name of names) words = words.replaceAll(name, ''); return words; };
const known = /SnakeGo|Tetris2|English|Home|End|PgUp|PgDn|TLE|MLE|OLE|NJ|RE|JSON|Esc|arena replay|import|explain|Enter/g;
const bad = [];
const look = (words) => { const left = plain(words || '').replace(known, '').match(/[A-Za-z]{3,}/g); if (left) bad.push(left.join(' ')); };
for (const e of document.querySelectorAll('body *')) {
  if (e.closest('.debug, #moves, script, #board pre') || !e.checkVisibility()) continue;
  for (const n of e.childNodes) if (n.nodeType === 3) look(n.textContent);
  for (const attribute of ['title', 'aria-label', 'placeholder']) look(e.getAttribute(attribute));
}
// What a judge may say at the end of a game, and the server of a wish.
for (const code of ['INVALIDMOVE', 'INVALID_MOVE  (4,4) is not empty', 'INVALID_INPUT_VERDICT_TLE', 'INVALID_INPUT_VERDICT_OK', 'INVALID_INPUT_VERDICT_', ...Object.keys(TEXT.en.ends)]) look(reason(code));
for (const words of Object.keys(TEXT.en.told || {})) look(said(words));
return bad;
"#;

fn none(browser: &Browser, script: &str, what: &str) {
    let found = browser.run(script);
    assert_eq!(found, Value::Array(Vec::new()), "{what}");
}

/// Nothing sticks out of the window on the right.
pub fn fits(browser: &Browser, what: &str) {
    let wide = browser.run("return document.documentElement.scrollWidth - innerWidth");
    assert!(wide.as_i64().unwrap() <= 0, "{what}: {wide} px too wide");
}

/// The board takes the room there is: the height that a wide window leaves, or the width of a phone.
pub fn room(browser: &Browser, what: &str, phone: bool) {
    let drawn = browser.run(DRAWN);
    let [width, height] = [0, 1].map(|side| drawn[side].as_u64().unwrap());
    let enough = if phone { width >= 330 } else { height >= 500 };
    assert!(enough, "{what}: the board has {width} x {height} px");
}

/// Looks at the symbols of a dark page.
pub fn symbols(browser: &Browser, what: &str) {
    none(browser, SWALLOWED, &format!("{what}: symbols"));
}

/// Looks at the page as it is, in English.
pub fn page(browser: &Browser, what: &str, touch: bool) {
    none(browser, CONTRAST, &format!("{what}: contrast"));
    none(browser, NAMELESS, &format!("{what}: names of controls"));
    none(browser, OVERLAPS, &format!("{what}: overlaps"));
    none(browser, UNTRANSLATED, &format!("{what}: texts"));
    let targets = if touch {
        "button, select, input, summary, a[role=button]"
    } else {
        "#actions > :not(span), #move button, .controls button"
    };
    let small = SMALL.replace("SELECTOR", targets);
    none(browser, &small, &format!("{what}: targets"));
    fits(browser, what);
    let moves = browser.run("return getComputedStyle(document.body, '').animationName + getComputedStyle(document.querySelector('.pop') || document.body).animationName");
    assert_eq!(moves, "nonenone", "{what}: reduced motion");
}

/// Looks at the page as it is, in Chinese.
pub fn chinese(browser: &Browser, what: &str) {
    none(browser, ENGLISH, &format!("{what}: English words"));
}
