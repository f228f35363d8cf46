// @ts-check
/** Cards of contexts: policy, queue lengths, tree. They are updated in place, so that the keyboard's focus stays. */
import { ask } from "./api.js";
import { byId, element, setText } from "./dom.js";
import { count } from "./format.js";

const MOST_COMPONENTS = 300;
const COUNTS = /** @type {const} */ (["ready", "running", "done", "failed", "cancelled"]);

/** @typedef {ReturnType<typeof newCard>} Card */

/** @param {string} name of a context */
function newCard(name) {
  const list = (/** @type {string} */ each) => /** @type {[string, HTMLElement]} */ ([each, element("dd")]);
  return {
    title: element("h3", {}, name),
    state: element("p", { className: "pill" }),
    select: element("select", { ariaLabel: "Policy of context " + name }),
    button: element("button", { type: "submit" }, "Switch"),
    counts: Object.fromEntries(COUNTS.map(list)),
    workers: element("dd"),
    trouble: element("p", { className: "trouble", hidden: true }),
    tree: element("ul", { className: "tree", hidden: true, ariaLabel: "Tree of context " + name, tabIndex: 0 }),
    root: element("div", { className: "card" }),
    policy: "",
  };
}

/** @param {string} name @param {HTMLElement} value */
function counted(name, value) {
  return element("div", {}, element("dt", {}, name), value);
}

export class Contexts {
  /** @param {() => string} runtime the name of the chosen one @param {(problem: unknown) => void} report */
  constructor(runtime, report) {
    this.runtime = runtime;
    this.report = report;
    /** @type {Map<string, Card>} */
    this.cards = new Map();
    /** @type {string[]} */
    this.policies = [];
  }

  clear() {
    this.cards.forEach((card) => card.root.remove());
    this.cards.clear();
  }

  /** @param {ContextAnswer[]} contexts */
  show(contexts) {
    const names = new Set(contexts.map((each) => each.name));
    for (const [name, card] of this.cards) {
      if (!names.has(name)) {
        card.root.remove();
        this.cards.delete(name);
      }
    }
    contexts.forEach((context) => this.update(this.cards.get(context.name) ?? this.add(context.name), context));
  }

  /** @param {string} name */
  add(name) {
    const card = newCard(name);
    const form = element("form", {}, card.select, card.button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.change(name, card);
    });
    const list = element("dl", { className: "counts" }, counted("workers", card.workers),
      ...COUNTS.map((each) => counted(each, card.counts[each])));
    card.root.append(element("div", { className: "heading" }, card.title, card.state),
      form, list, card.trouble, card.tree);
    byId("contexts").append(card.root);
    this.cards.set(name, card);
    this.options(card);
    return card;
  }

  /** @param {{name: string}[]} policies the answer of /api/policies */
  know(policies) {
    const names = policies.map((each) => each.name);
    if (names.join() !== this.policies.join()) {
      this.policies = names;
      this.cards.forEach((card) => this.options(card));
    }
  }

  /** @param {Card} card */
  options(card) {
    const chosen = card.select.value || card.policy;
    card.select.replaceChildren(...this.policies.map((name) => element("option", { value: name }, name)));
    card.select.value = chosen;
  }

  /** @param {Card} card @param {ContextAnswer} context */
  update(card, context) {
    const policy = context.policy ?? "parked";
    setText(card.state, policy + (context.state === "active" ? "" : ", " + context.state));
    card.state.className = "pill " + (context.state === "active" ? "live" : "paused");
    if (card.policy !== policy && document.activeElement !== card.select) {
      card.select.value = context.policy ?? context.wanted_policy;
    }
    card.policy = policy;
    setText(card.workers, count(context.workers.length));
    for (const each of COUNTS) {
      setText(card.counts[each], count(context[each]));
      const isUsual = each !== "failed" && each !== "cancelled";
      card.counts[each].parentElement?.toggleAttribute("hidden", context[each] === 0 && !isUsual);
    }
    card.trouble.hidden = !context.trouble;
    setText(card.trouble, context.trouble ?? "");
    this.tree(card.tree, context.tree);
  }

  /** @param {HTMLElement} list @param {TreeAnswer | null} tree */
  tree(list, tree) {
    list.hidden = !tree;
    if (!tree) {
      return;
    }
    const depths = new Map();
    const rows = tree.components.slice(0, MOST_COMPONENTS).map((each) => {
      const depth = depths.get(each.name) ?? 0;
      each.children.forEach((child) => depths.set(child, depth + 1));
      const name = each.kind + (each.name === each.kind ? "" : " " + each.name);
      const label = element("span", { title: each.family }, name);
      label.style.paddingLeft = depth * 1.1 + "em";
      return element("li", {}, label, element("b", {}, each.keeps_tasks ? count(each.tasks) : ""));
    });
    if (tree.components.length > MOST_COMPONENTS) {
      rows.push(element("li", { className: "faint" },
        "and " + count(tree.components.length - MOST_COMPONENTS) + " more"));
    }
    list.replaceChildren(...rows);
  }

  /** @param {string} name of a context @param {Card} card */
  async change(name, card) {
    card.button.disabled = true;
    try {
      await ask("contexts/" + encodeURIComponent(name) + "/policy", { runtime: this.runtime() },
        { policy: card.select.value });
      this.report(null);
    } catch (problem) {
      this.report(problem);
    } finally {
      card.button.disabled = false;
    }
  }
}
