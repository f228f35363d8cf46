// @ts-check
"use strict";

/**
 * @typedef {[name: number, kind: number, reservoir: number, children: number[], worker: number]} Component
 *     its name and kind as places in `names`, the places of its children in the tree, and its worker or -1
 * @typedef {{policy: string, components: Component[]}} Tree
 * @typedef {object} Data what the exporter has written
 * @property {string[]} contexts names
 * @property {string[]} names of components and their kinds
 * @property {string[]} workers names
 * @property {string[]} codelets names
 * @property {string[]} threads names
 * @property {number[]} threadWorkers the worker whose thread it is, or -1
 * @property {Tree[]} trees in the order of their steps
 * @property {number[]} tasks three numbers each: id, codelet or -1, priority
 * @property {number[]} steps six numbers each: kind, context, nanoseconds since the step before, task, place, thread
 * @property {boolean} virtual whether times are those of a simulation
 * @property {string} note on what the page leaves out; empty if it leaves out nothing
 */

const TREE = 0, STORED = 1, POPPED = 2, LAUNCHED = 3, EXECUTED = 4, LEFT = 5, BOUND = 6;
const WIDTH = 6;
const MOST_SHOWN = 3;
/** More boxes inside take a line of their own. */
const FEW = 2;
/** More boxes inside are scrolled. */
const MANY = 40;

/** @type {Data} */
const data = JSON.parse(byId("data").textContent ?? "");
const stepCount = data.steps.length / WIDTH;

/** Time of each step, in nanoseconds. */
const times = new Float64Array(stepCount);
/** Steps of each context. @type {number[][]} */
const stepsOf = data.contexts.map(() => []);
for (let step = 0, time = 0; step < stepCount; step++) {
    time += field(step, 2);
    times[step] = time;
    stepsOf[field(step, 1)].push(step);
}

/** @param {string} id @returns {any} */
function byId(id) {
    return document.getElementById(id);
}

/** @param {number} step @param {number} index */
function field(step, index) {
    return data.steps[step * WIDTH + index];
}

/**
 * Makes an element.
 * @param {string} tag @param {string} classes @param {string} [text]
 */
function element(tag, classes, text) {
    const made = document.createElement(tag);
    made.className = classes;
    if (text !== undefined) {
        made.textContent = text;
        made.title = text;
    }
    return made;
}

/** @param {number} task @returns {number} */
const idOf = task => data.tasks[3 * task];
/** @param {number} task @returns {number} */
const priorityOf = task => data.tasks[3 * task + 2];
/** @param {number} task */
function nameOf(task) {
    const codelet = data.tasks[3 * task + 1];
    return `${codelet < 0 ? "task" : data.codelets[codelet]} ${idOf(task)}`;
}

/** @param {number} nanos */
const millis = nanos => `${(nanos / 1e6).toFixed(4)} ms`;
/** @param {number} number */
const grouped = number => number.toLocaleString("en");

/** A tree, with the box that each component is in. */
class Layout {
    /** @param {Tree} tree */
    constructor(tree) {
        this.tree = tree;
        this.components = tree.components;
        /** Place of each name. @type {Map<number, number>} */
        this.places = new Map(tree.components.map((component, place) => [component[0], place]));
        /** End of each worker. @type {Map<number, number>} */
        this.ends = new Map();
        /** @type {number[][]} */
        this.parents = tree.components.map(() => []);
        tree.components.forEach((component, place) => {
            component[3].forEach(child => this.parents[child].push(place));
            if (component[4] >= 0 && !this.ends.has(component[4])) {
                this.ends.set(component[4], place);
            }
        });
        /** The box around each component, or -1. @type {number[]} */
        this.around = [];
        /** @type {number[]} */
        this.depth = [];
        // Each component comes before its children, so one pass finds the innermost box around all parents.
        tree.components.forEach((_, place) => {
            const above = this.parents[place].filter(parent => parent < place);
            const around = above.length === 0 ? -1 : above.reduce((one, other) => this.common(one, other));
            this.around.push(around);
            this.depth.push(around < 0 ? 0 : this.depth[around] + 1);
        });
    }

    /** The innermost box around two components. @param {number} one @param {number} other */
    common(one, other) {
        while (one !== other && one >= 0 && other >= 0) {
            if (this.depth[one] < this.depth[other]) {
                other = this.around[other];
            } else {
                one = this.around[one];
            }
        }
        return one === other ? one : -1;
    }

    /**
     * The way down from a component, or from the root, to another one; empty if there is none.
     * @param {number} from or -1 @param {number} to
     */
    way(from, to) {
        const before = new Map([[to, -1]]);
        const open = [to];
        let top = -1;
        for (let place = open.shift(); place !== undefined && top < 0; place = open.shift()) {
            if (from < 0 ? this.parents[place].length === 0 : place === from && (place !== to)) {
                top = place;
            } else {
                for (const parent of this.parents[place]) {
                    if (!before.has(parent)) {
                        before.set(parent, place);
                        open.push(parent);
                    }
                }
            }
        }
        const way = [];
        for (let place = top; place >= 0; place = before.get(place) ?? -1) {
            way.push(place);
        }
        return way;
    }

    /** @param {number} place */
    name(place) {
        return data.names[this.components[place][0]];
    }
}

/** @type {Map<number, Layout>} */
const layouts = new Map();
/** @param {number} tree or -1 @returns {Layout | null} */
function layoutOf(tree) {
    if (tree < 0) {
        return null;
    }
    let layout = layouts.get(tree);
    if (layout === undefined) {
        layout = new Layout(data.trees[tree]);
        layouts.set(tree, layout);
    }
    return layout;
}

/** Where the tasks of a context are after some of its steps. */
class State {
    constructor() {
        this.tree = -1;
        /** Name of the component that keeps each task. @type {Map<number, number>} */
        this.keeper = new Map();
        /** Tasks of each component, the oldest first; those outside of the tree at -1. @type {Map<number, Set<number>>} */
        this.kept = new Map();
        /** Tasks of each worker, with whether they run. @type {Map<number, Map<number, boolean>>} */
        this.taken = new Map();
        /** Start of each kernel under way. @type {Map<number, number>} */
        this.started = new Map();
    }

    /** @param {number} name */
    tasks(name) {
        return getOrMake(this.kept, name, () => new Set());
    }

    /** @param {number} worker */
    work(worker) {
        return getOrMake(this.taken, worker, () => new Map());
    }

    /** @param {number} task @returns {number | undefined} the component that has kept it */
    leave(task) {
        const before = this.keeper.get(task);
        if (before !== undefined) {
            this.tasks(before).delete(task);
            this.keeper.delete(task);
        }
        return before;
    }

    /**
     * Makes a step, and returns what it means; a sentence only if it is asked for.
     * @param {number} step @param {boolean} tells
     */
    make(step, tells) {
        const kind = field(step, 0), task = field(step, 3), place = field(step, 4);
        const told = new Told(this.tree);
        if (kind === TREE) {
            this.plant(place);
            told.tree = place;
        } else if (kind === STORED) {
            told.from = this.leave(task);
            this.keeper.set(task, place);
            this.tasks(place).add(task);
            told.to = place;
            told.actor = data.threadWorkers[field(step, 5)];
        } else if (kind === LEFT) {
            told.from = this.leave(task);
        } else {
            told.actor = place;
            if (kind === POPPED || kind === BOUND) {
                told.from = this.leave(task);
                this.work(place).set(task, false);
            } else if (kind === LAUNCHED) {
                this.work(place).set(task, true);
                this.started.set(task, times[step]);
            } else {
                this.work(place).delete(task);
            }
        }
        if (tells) {
            told.task = task;
            told.tell(step, this.started.get(task));
        }
        if (kind === EXECUTED) {
            this.started.delete(task);
        }
        return told;
    }

    /** @param {number} tree or -1 */
    plant(tree) {
        this.tree = tree;
        const layout = layoutOf(tree);
        for (const [task, name] of [...this.keeper]) {
            if (layout === null) {
                this.leave(task);
            } else if (name >= 0 && !layout.places.has(name)) {
                this.leave(task);
                this.keeper.set(task, -1);
                this.tasks(-1).add(task);
            }
        }
    }
}

/**
 * @template K, V
 * @param {Map<K, V>} map @param {K} key @param {() => V} make
 * @returns {V}
 */
function getOrMake(map, key, make) {
    let value = map.get(key);
    if (value === undefined) {
        value = make();
        map.set(key, value);
    }
    return value;
}

/** What a step has changed. */
class Told {
    /** @param {number} tree */
    constructor(tree) {
        this.tree = tree;
        this.task = -1;
        this.actor = -1;
        /** Names of components. @type {number | undefined} */
        this.from = undefined;
        /** @type {number | undefined} */
        this.to = undefined;
        /** Places of the components that the task has passed. @type {number[]} */
        this.passed = [];
        this.sentence = "";
    }

    /** @param {number | undefined} name @returns {number} */
    placeOf(name) {
        return name === undefined ? -1 : layoutOf(this.tree)?.places.get(name) ?? -1;
    }

    /** @param {number} step @param {number | undefined} started */
    tell(step, started) {
        const kind = field(step, 0), place = field(step, 4);
        if (kind === TREE) {
            const tree = data.trees[place];
            const workers = tree === undefined ? 0 : tree.components.filter(each => each[4] >= 0).length;
            this.sentence = tree === undefined
                ? "The context has no tree any more."
                : `The tree of ${tree.policy} is in charge, with ${grouped(tree.components.length)} components,`
                    + ` ${grouped(workers)} of them ends at workers.`;
            return;
        }
        const priority = priorityOf(this.task);
        const task = `${nameOf(this.task)}${priority === 0 ? "" : ` (priority ${priority})`}`;
        const layout = layoutOf(this.tree);
        const source = this.placeOf(this.from);
        const end = kind === STORED ? this.placeOf(this.to) : kind === POPPED && source >= 0 ? layout?.ends.get(place) ?? -1 : -1;
        let way = layout !== null && end >= 0 ? layout.way(source, end) : [];
        if (layout !== null && end >= 0 && way.length === 0 && kind === STORED) {
            way = layout.way(-1, end);
        }
        this.passed = way.filter(each => each !== source && each !== end);
        const through = way.length > 2 ? `, through ${this.passed.map(each => layout?.name(each)).join(", ")}` : "";
        const from = this.from === undefined ? "" : this.from < 0 ? "outside of the tree"
            : data.names[this.from];
        switch (kind) {
            case STORED: {
                const thread = data.threads[field(step, 5)];
                const who = this.actor >= 0 ? `Worker ${data.workers[this.actor]}` : `Thread ${thread}`;
                this.sentence = place < 0
                    ? `${who} puts ${task} aside: no worker of the tree can execute it.`
                    : this.from === undefined
                        ? `${who} pushes ${task} into the tree${through}; ${data.names[place]} keeps it.`
                        : `${who} pushes ${task} from ${from} to ${data.names[place]}${through}.`;
                break;
            }
            case POPPED:
                this.sentence = `Worker ${data.workers[place]} takes ${task}`
                    + (this.from === undefined ? "; the recording does not show where from." : ` from ${from}${through}.`);
                break;
            case BOUND:
                this.sentence = `Worker ${data.workers[place]} takes ${task}, which the program has bound to it.`;
                break;
            case LAUNCHED:
                this.sentence = `Worker ${data.workers[place]} starts to run ${task}.`;
                break;
            case EXECUTED:
                this.sentence = `Worker ${data.workers[place]} has run ${task}`
                    + (started === undefined ? "." : ` for ${millis(times[step] - started)}.`);
                break;
            default:
                this.sentence = `${task} leaves ${from} without having run: it is ${place === 1 ? "failed" : "cancelled"}.`;
        }
    }
}

/** The boxes of a tree. */
class View {
    /** @param {HTMLElement} root */
    constructor(root) {
        this.root = root;
        this.tree = -2;
        /** @type {Map<number, HTMLElement>} */
        this.boxes = new Map();
        /** Boxes with marks. @type {Set<HTMLElement>} */
        this.marked = new Set();
        /** Names of components, and workers, whose boxes are out of date. @type {Set<number>} */
        this.staleNames = new Set();
        /** @type {Set<number>} */
        this.staleWorkers = new Set();
        this.isAllStale = true;
        this.moved = -1;
    }

    /** @param {Told} told @param {number} step */
    changed(told, step) {
        [told.from, told.to].forEach(name => name !== undefined && this.staleNames.add(name));
        const kind = field(step, 0);
        if (kind === TREE) {
            this.isAllStale = true;
        } else if (kind !== STORED && kind !== LEFT) {
            this.staleWorkers.add(field(step, 4));
        }
    }

    /** @param {State} state @param {Told} told */
    show(state, told) {
        if (this.tree !== state.tree) {
            this.build(state.tree);
        }
        const layout = layoutOf(state.tree);
        if (this.moved >= 0) {
            const keeper = state.keeper.get(this.moved);
            keeper !== undefined && this.staleNames.add(keeper);
        }
        this.moved = told.task;
        if (layout !== null) {
            const names = this.isAllStale ? [-1, ...layout.places.keys()] : this.staleNames;
            names.forEach(name => this.fill(name, state, layout));
            const workers = this.isAllStale ? layout.ends.keys() : this.staleWorkers;
            for (const worker of workers) {
                this.fillWorker(worker, state, layout);
            }
            this.mark(told, layout);
        }
        this.isAllStale = false;
        this.staleNames.clear();
        this.staleWorkers.clear();
    }

    /** @param {number} tree */
    build(tree) {
        this.tree = tree;
        this.isAllStale = true;
        this.boxes.clear();
        this.marked.clear();
        const layout = layoutOf(tree);
        this.root.replaceChildren();
        if (layout === null || layout.components.length === 0) {
            this.root.append(element("p", "", layout === null
                ? "The context has no tree of components at this step."
                : "The tree has no components, because the context has no workers."));
            return;
        }
        /** @type {number[][]} */
        const inside = layout.components.map(() => []);
        /** @type {number[]} */
        const outermost = [];
        layout.around.forEach((around, place) => (around < 0 ? outermost : inside[around]).push(place));
        const aside = element("section", "box");
        const asideHead = element("div", "head");
        asideHead.append(element("span", "name", "outside of the tree"));
        aside.append(asideHead, element("ul", "queue"));
        aside.hidden = true;
        this.boxes.set(-1, aside);
        this.root.append(aside, ...outermost.map(place => this.box(place, layout, inside)));
    }

    /** @param {number} place @param {Layout} layout @param {number[][]} inside @returns {HTMLElement} */
    box(place, layout, inside) {
        const [name, kind, reservoir, children, worker] = layout.components[place];
        const isEnd = worker >= 0;
        const box = element("section", isEnd ? "box worker" : "box");
        const head = element("div", "head");
        const text = isEnd ? data.workers[worker] : data.names[name];
        const at = isEnd ? -1 : text.indexOf("@");
        const first = at < 0 ? text : text.slice(0, at);
        if (inside[place].length === 0) {
            head.append(element("span", "name", first));
        } else {
            const button = element("button", "", first);
            button.setAttribute("type", "button");
            head.append(button);
        }
        if (at >= 0) {
            head.append(element("span", "group", text.slice(at)));
        }
        if (!isEnd && first.replace(/-\d+$/, "") !== data.names[kind]) {
            head.append(element("span", "kind", data.names[kind]));
        }
        box.title = data.names[name];
        box.append(head);
        const elsewhere = children.filter(child => layout.around[child] !== place);
        if (elsewhere.length > 0) {
            box.append(element("span", "to", elsewhere.length > 4
                ? `to ${grouped(elsewhere.length)} components`
                : `to ${elsewhere.map(child => endName(layout, child)).join(", ")}`));
        }
        box.append(element("ul", reservoir === 1 || isEnd ? "queue" : "queue quiet"));
        if (isEnd) {
            box.append(element("p", "run", "idle"));
        }
        const isWorker = (/** @type {number} */ child) => layout.components[child][4] >= 0;
        for (const row of [inside[place].filter(child => !isWorker(child)), inside[place].filter(isWorker)]) {
            if (row.length > 0) {
                const boxes = element("div", row.length > MANY ? "inside many" : "inside");
                boxes.append(...row.map(child => this.box(child, layout, inside)));
                box.append(boxes);
            }
        }
        if (inside[place].length > FEW) {
            box.classList.add("wide");
        }
        if (inside[place].length > 0) {
            const button = head.querySelector("button");
            const fold = (/** @type {boolean} */ closed) => {
                box.classList.toggle("closed", closed);
                button?.setAttribute("aria-expanded", String(!closed));
            };
            button?.addEventListener("click", () => fold(!box.classList.contains("closed")));
            box.append(element("span", "folded", `${grouped(inside[place].length)} components inside`));
            // What only passes tasks on need not take the room of the boxes that show them.
            fold(inside[place].length > MANY / 4 && inside[place].every(child =>
                inside[child].length === 0 && layout.components[child][2] === 0 && !isWorker(child)));
        }
        this.boxes.set(place, box);
        return box;
    }

    /** Lists the tasks of a component. @param {number} name @param {State} state @param {Layout} layout */
    fill(name, state, layout) {
        const place = name < 0 ? -1 : layout.places.get(name);
        const box = place === undefined ? undefined : this.boxes.get(place);
        if (place === undefined || box === undefined) {
            return;
        }
        const tasks = state.tasks(name);
        const kind = place < 0 ? "" : data.names[layout.components[place][1]];
        const chips = firstOf(tasks, kind).map(task => this.chip(task));
        if (tasks.size > chips.length) {
            chips.push(element("li", "more", `+ ${grouped(tasks.size - chips.length)}`));
        }
        box.querySelector(":scope > .queue")?.replaceChildren(...chips);
        if (place < 0) {
            box.hidden = tasks.size === 0;
        }
    }

    /** @param {number} task */
    chip(task) {
        const priority = priorityOf(task);
        const sign = priority === 0 ? "" : `${priority > 0 ? "▲" : "▼"}${priority} `;
        const chip = element("li", "chip", sign + nameOf(task));
        chip.classList.toggle("high", priority > 0);
        chip.classList.toggle("low", priority < 0);
        chip.classList.toggle("moved", task === this.moved);
        return chip;
    }

    /** @param {number} worker @param {State} state @param {Layout} layout */
    fillWorker(worker, state, layout) {
        const place = layout.ends.get(worker);
        const line = place === undefined ? null : this.boxes.get(place)?.querySelector(":scope > .run");
        if (!(line instanceof HTMLElement)) {
            return;
        }
        const work = [...state.work(worker)];
        const running = work.filter(([, runs]) => runs).map(([task]) => nameOf(task));
        const waiting = work.filter(([, runs]) => !runs).map(([task]) => nameOf(task));
        line.textContent = (running.length > 0 ? `runs ${running.join(", ")}` : "")
            + (running.length > 0 && waiting.length > 0 ? "; " : "")
            + (waiting.length > 0 ? `has ${waiting.join(", ")}` : "") || "idle";
        line.title = line.textContent;
        line.classList.toggle("busy", running.length > 0);
    }

    /** @param {Told} told @param {Layout} layout */
    mark(told, layout) {
        this.marked.forEach(box => {
            box.classList.remove("acts", "left", "came", "passed");
            box.querySelectorAll(":scope > .head > .badge").forEach(badge => badge.remove());
        });
        this.marked.clear();
        const from = told.from === undefined ? undefined : told.from < 0 ? -1 : told.placeOf(told.from);
        const to = told.to === undefined ? undefined : told.to < 0 ? -1 : told.placeOf(told.to);
        this.badge(from, "left");
        this.badge(to, "came");
        this.badge(layout.ends.get(told.actor), "acts");
        told.passed.forEach(place => {
            const box = this.visible(place);
            if (box !== undefined && !box.classList.contains("left") && !box.classList.contains("came")) {
                box.classList.add("passed");
                this.marked.add(box);
            }
        });
        [from, to, layout.ends.get(told.actor)].forEach(place => {
            const box = place === undefined ? undefined : this.boxes.get(place);
            const many = box?.parentElement?.closest(".many");
            if (box !== undefined && many instanceof HTMLElement) {
                intoView(many, box);
            }
        });
    }

    /**
     * The box of a component, or the outermost closed one around it.
     * @param {number} place @returns {HTMLElement | undefined}
     */
    visible(place) {
        let box = this.boxes.get(place);
        for (let around = box?.parentElement; around instanceof HTMLElement; around = around.parentElement) {
            box = around.classList.contains("closed") ? around : box;
        }
        return box;
    }

    /** @param {number | undefined} place @param {string} what */
    badge(place, what) {
        const box = place === undefined ? undefined : this.visible(place);
        if (box !== undefined) {
            box.classList.add(what);
            box.querySelector(":scope > .head")?.append(element("span", `badge ${what}`, what));
            this.marked.add(box);
        }
    }
}

/** Scrolls a box that scrolls, and not the page. @param {HTMLElement} many @param {HTMLElement} box */
function intoView(many, box) {
    const outer = many.getBoundingClientRect(), inner = box.getBoundingClientRect();
    if (inner.top < outer.top) {
        many.scrollTop -= outer.top - inner.top + 4;
    } else if (inner.bottom > outer.bottom) {
        many.scrollTop += Math.min(inner.bottom - outer.bottom, inner.top - outer.top) + 4;
    }
}

/** @param {Layout} layout @param {number} place */
function endName(layout, place) {
    const worker = layout.components[place][4];
    return worker >= 0 ? data.workers[worker] : layout.name(place);
}

/** The tasks that a component shows. @param {Set<number>} tasks @param {string} kind */
function firstOf(tasks, kind) {
    /** @type {number[]} */
    const first = [];
    const byAge = kind === "fifo" || kind.endsWith("worker") || kind === "";
    for (const task of tasks) {
        if (byAge && first.length === MOST_SHOWN) {
            break;
        }
        let at = first.length;
        while (!byAge && at > 0 && priorityOf(first[at - 1]) < priorityOf(task)) {
            at--;
        }
        first.splice(at, 0, task);
        first.length = Math.min(first.length, MOST_SHOWN);
    }
    return first;
}

/** Moves through the steps of a context. */
class Player {
    constructor() {
        this.context = 0;
        this.state = new State();
        /** How many steps of the context were made. */
        this.made = 0;
        this.view = new View(byId("tree"));
        /** @type {number | undefined} */
        this.timer = undefined;
    }

    get steps() {
        return stepsOf[this.context];
    }

    /** @param {number} context */
    choose(context) {
        this.context = context;
        this.made = 0;
        this.state = new State();
        this.view.isAllStale = true;
        byId("slider").max = String(Math.max(0, this.steps.length - 1));
        this.go(1);
    }

    /** Shows the state after some steps, at least one. @param {number} wanted */
    go(wanted) {
        const target = Math.min(Math.max(1, wanted), this.steps.length);
        if (target < this.made || target === this.made) {
            this.state = new State();
            this.view.isAllStale = true;
            this.made = 0;
        }
        let told = new Told(-1);
        while (this.made < target) {
            const step = this.steps[this.made++];
            told = this.state.make(step, this.made === target);
            this.view.changed(told, step);
        }
        this.view.show(this.state, told);
        const step = this.steps[target - 1];
        byId("slider").value = String(target - 1);
        byId("slider").setAttribute("aria-valuetext", `step ${target} of ${this.steps.length}`);
        byId("count").textContent =
            `Step ${grouped(target)} of ${grouped(this.steps.length)}, at ${millis(times[step])}`
            + (data.virtual ? " (virtual)" : "");
        byId("policy").textContent = this.state.tree < 0 ? "" : `policy ${data.trees[this.state.tree].policy}`;
        byId("sentence").textContent = told.sentence;
        if (target === this.steps.length) {
            this.pause();
        }
    }

    play() {
        if (this.made === this.steps.length) {
            this.go(1);
        }
        this.pause();
        this.timer = setInterval(() => this.go(this.made + 1), 1000 / Number(byId("speed").value));
        byId("play").textContent = "Pause";
    }

    pause() {
        clearInterval(this.timer);
        this.timer = undefined;
        byId("play").textContent = "Play";
    }

    toggle() {
        this.timer === undefined ? this.play() : this.pause();
    }

    /** @param {string} text the id of a task */
    find(text) {
        const isSought = (/** @type {number} */ step) => field(step, 3) >= 0 && String(idOf(field(step, 3))) === text;
        let found = this.steps.findIndex((step, index) => index >= this.made && isSought(step));
        found = found < 0 ? this.steps.findIndex(isSought) : found;
        if (found < 0) {
            byId("sentence").textContent = `Task ${text} is in no step of context ${data.contexts[this.context]}.`;
        } else {
            this.go(found + 1);
        }
    }

    /** @param {string} text a time in milliseconds */
    seek(text) {
        const nanos = Number(text.replace(",", ".")) * 1e6;
        if (text === "" || Number.isNaN(nanos)) {
            byId("sentence").textContent = `"${text}" is no time; write milliseconds, such as 12.5.`;
            return;
        }
        const found = this.steps.findIndex(step => times[step] >= nanos);
        this.go(found < 0 ? this.steps.length : found + 1);
    }
}

const player = new Player();
byId("context").append(...data.contexts.map((name, index) => new Option(name, String(index))));
if (data.note !== "") {
    byId("note").textContent = data.note;
    byId("note").hidden = false;
}

/** @type {Record<string, () => void>} */
const actions = {
    first: () => player.go(1),
    previous: () => player.go(player.made - 1),
    play: () => player.toggle(),
    next: () => player.go(player.made + 1),
    last: () => player.go(player.steps.length),
};
for (const [id, action] of Object.entries(actions)) {
    byId(id).addEventListener("click", () => {
        id === "play" || player.pause();
        action();
    });
}
byId("context").addEventListener("change", () => {
    player.pause();
    player.choose(Number(byId("context").value));
});
byId("slider").addEventListener("input", () => {
    player.pause();
    player.go(Number(byId("slider").value) + 1);
});
byId("speed").addEventListener("change", () => player.timer === undefined || player.play());
byId("task").addEventListener("change", () => player.find(byId("task").value.trim()));
byId("time").addEventListener("change", () => player.seek(byId("time").value.trim()));

/** @type {Record<string, () => void>} */
const keys = {
    ArrowLeft: actions.previous,
    ArrowRight: actions.next,
    Home: actions.first,
    End: actions.last,
    PageUp: () => player.go(player.made - 100),
    PageDown: () => player.go(player.made + 100),
    " ": actions.play,
};
document.addEventListener("keydown", event => {
    const at = /** @type {HTMLElement} */ (event.target);
    const isText = at.matches("input:not([type=range]), select");
    const isPress = event.key === " " && at.matches("button, summary");
    if (isText || isPress || event.ctrlKey || event.metaKey || event.altKey || keys[event.key] === undefined) {
        return;
    }
    event.preventDefault();
    event.key === " " || player.pause();
    keys[event.key]();
});

// A link such as replay.html#context=main&step=12 opens a step.
const linked = new URLSearchParams(location.hash.slice(1));
const start = Math.max(0, data.contexts.indexOf(linked.get("context") ?? ""));
byId("context").value = String(start);
player.choose(start);
if (linked.has("step")) {
    player.go(Number(linked.get("step")) || 1);
}
