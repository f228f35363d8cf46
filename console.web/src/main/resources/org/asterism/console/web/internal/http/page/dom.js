// @ts-check
/** Elements, without HTML from texts: names of programs cannot become markup. */

/** @param {string} id @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** @param {Node} node @param {string} text changes the page only if the text has changed */
export function setText(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

/** @type {Map<string, string>} */
const colours = new Map();

/** @param {string} name of a custom property @returns {string} a colour */
export function colour(name) {
  const known = colours.get(name) ?? getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  colours.set(name, known);
  return known;
}

/** Forgets colours, because the page has become dark or light. */
export function resetColours() {
  colours.clear();
}

/**
 * A table. Numbers stand right.
 * @param {string[]} heads
 * @param {(string | number)[][]} rows
 * @param {boolean[]} numeric by column
 */
export function table(heads, rows, numeric) {
  const cell = (/** @type {"th" | "td"} */ tag) =>
    (/** @type {string | number} */ text, /** @type {number} */ column) => element(tag,
      { className: numeric[column] ? "number" : "", scope: tag === "th" ? "col" : undefined }, String(text));
  return element("table", {},
    element("thead", {}, element("tr", {}, ...heads.map(cell("th")))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell("td"))))));
}
