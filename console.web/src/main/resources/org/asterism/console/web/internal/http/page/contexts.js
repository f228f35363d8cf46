// @ts-check
/** Cards of contexts: policy, queue lengths, tree. They are updated in place, so that the keyboard's focus stays. */
import { ask } from "./api.js";
import { byId, element, setText } from "./dom.js";
import { count } from "./format.js";

const MOST_COMPONENTS = 300;
const COUNTS = ["ready", "running", "done", "failed", "cancelled"];

export class Contexts {
  /** @param {() => string} runtime the name of the chosen one @param {(problem: unknown) => void} report */
  constructor(runtime, report) {
    this.runtime = runtime;
    this.report = report;
    /** @type {Map<string, any>} */
    this.cards = new Map();
    /** @type {string[]} */
    this.policies = [];
  }

  clear() {
    this.cards.forEach((card) => card.root.remove());
    this.cards.clear();
  }

  /** @param {any[]} contexts */
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
    const card = {
      title: element("h3", {}, name),
      state: element("p", { className: "pill" }),
      select: element("select", { ariaLabel: "Policy of context " + name }),
      button: element("button", { type: "submit" }, "Switch"),
      counts: /** @type {Record<string, any>} */ ({}),
      workers: element("dd"),
      trouble: element("p", { className: "trouble", hidden: true }),
      tree: element("ul", { className: "tree", hidden: true, ariaLabel: "Tree of context " + name, tabIndex: 0 }),
      root: element("div", { className: "card" }),
      policy: "",
    };
    const form = element("form", {}, card.select, card.button);
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.change(name, card);
    });
    const list = element("dl", { className: "counts" }, element("div", {}, element("dt", {}, "workers"), card.workers));
    for (const each of COUNTS) {
      card.counts[each] = element("dd");
      list.append(element("div", {}, element("dt", {}, each), card.counts[each]));
    }
    card.root.append(element("div", { className: "heading" }, card.title, card.state),
      form, list, card.trouble, card.tree);
    byId("contexts").append(card.root);
    this.cards.set(name, card);
    this.options(card);
    return card;
  }

  /** @param {any[]} policies the answer of /api/policies */
  know(policies) {
    const names = policies.map((each) => each.name);
    if (names.join() !== this.policies.join()) {
      this.policies = names;
      this.cards.forEach((card) => this.options(card));
    }
  }

  options(card) {
    const chosen = card.select.value || card.policy;
    card.select.replaceChildren(...this.policies.map((name) => element("option", { value: name }, name)));
    card.select.value = chosen;
  }

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
      card.counts[each].parentElement.hidden = context[each] === 0 && (each === "failed" || each === "cancelled");
    }
    card.trouble.hidden = !context.trouble;
    setText(card.trouble, context.trouble ?? "");
    this.tree(card.tree, context.tree);
  }

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
