package org.asterism.policy.modular.template;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;

/**
 * Template of the usual tree around one deciding component. Flags select a store above it, stores below it, and the
 * calibration of tasks before the decision. Immutable.
 *
 * <pre>{@code
 * TreeDescription heft = SimpleScheduler.deciding("mct", DECIDE_WORKERS, PERFMODEL, IMPL, FIFO_ABOVE, FIFO_ABOVE_PRIO,
 *                 FIFOS_BELOW, FIFOS_BELOW_PRIO, FIFOS_BELOW_READY, FIFOS_BELOW_EXP)
 *         .description();
 * }</pre>
 *
 * is
 *
 * <pre>{@code
 * prio / perfmodel-select(
 *     perf: mct / each worker: prio(ntasks=30, ready, exp) / best-implementation,
 *     calibrate: eager-calibration,
 *     else: eager / each worker: best-implementation)
 * }</pre>
 *
 * <p>With a single worker, memory node or architecture below it, the deciding component passes tasks on without a
 * decision, unless {@link Flag#DECIDE_ALWAYS} is set.
 *
 * <p>Source: {@code starpu_sched_component_initialize_simple_scheduler} of StarPU's modular schedulers.
 */
public final class SimpleScheduler {
    /** Default number of tasks in a store below: many below a component that plans, few below others. */
    private static final int MANY = 30;

    private static final int FEW = 2;
    private static final Set<String> PLANNING = Set.of("heft", "mct", "heteroprio");

    private static final String END = "end";
    private static final String WORKERS = "workers";
    private static final String COMBINED = "teams";

    private final Step.Component decision;
    private final Set<Flag> flags;
    private final List<Step.Component> before;
    private final StoreOverrides overrides;

    /** Parts of the tree besides the deciding component. */
    public enum Flag {
        /** The component chooses a worker. Exactly one of this and the next two flags must be set. */
        DECIDE_WORKERS,
        /** The component chooses a memory node; its workers share the tasks. */
        DECIDE_MEMNODES,
        /** The component chooses an architecture; its workers share the tasks. */
        DECIDE_ARCHS,
        /** The component decides even if there is only one choice. */
        DECIDE_ALWAYS,
        /**
         * Tasks without a known time bypass the decision: those that have to be measured, and those without a model.
         */
        PERFMODEL,
        /** The fastest implementation is chosen for the worker. */
        IMPL,
        /** An unbounded store is at the top. */
        FIFO_ABOVE,
        /** The stores above are ordered by priority. */
        FIFO_ABOVE_PRIO,
        /** A store is below each choice of the decision. */
        FIFOS_BELOW,
        /** The stores below are ordered by priority. */
        FIFOS_BELOW_PRIO,
        /** The stores below prefer tasks whose data are present, among those of the highest priority. */
        FIFOS_BELOW_READY,
        /** The stores below, if they are not ordered, prefer tasks whose data are present, among all tasks. */
        FIFOS_BELOW_READY_FIRST,
        /** The stores below sum up the expected times of their tasks. */
        FIFOS_BELOW_EXP,
        /** The stores below have no limits. */
        FIFOS_BELOW_NOLIMIT,
        /** A decision about workers includes combined workers, which run parallel tasks together. */
        COMBINED_WORKERS,
        /** Workers that share the tasks of a choice steal them from each other, instead of taking them in turn. */
        WS_BELOW
    }

    private SimpleScheduler(
            Step.Component decision, Set<Flag> flags, List<Step.Component> before, StoreOverrides overrides) {
        this.decision = Objects.requireNonNull(decision, "decision");
        this.flags = flags.isEmpty() ? EnumSet.noneOf(Flag.class) : EnumSet.copyOf(flags);
        this.before = List.copyOf(before);
        this.overrides = Objects.requireNonNull(overrides, "overrides");
        long levels = this.flags.stream()
                .filter(EnumSet.range(Flag.DECIDE_WORKERS, Flag.DECIDE_ARCHS)::contains)
                .count();
        if (levels != 1) {
            throw new IllegalArgumentException("the flags of '" + decision + "' are " + this.flags
                    + "; exactly one of DECIDE_WORKERS, DECIDE_MEMNODES and DECIDE_ARCHS must be among them");
        }
        if (this.flags.contains(Flag.COMBINED_WORKERS) && !this.flags.contains(Flag.DECIDE_WORKERS)) {
            throw new IllegalArgumentException("the flags of '" + decision + "' are " + this.flags
                    + "; COMBINED_WORKERS can only be with DECIDE_WORKERS: what shares a memory node or an architecture"
                    + " takes its tasks one worker at a time");
        }
    }

    /**
     * Creates a tree around a deciding component.
     *
     * @param decision deciding component
     * @param flags further parts of the tree
     * @return a scheduler for {@link #description}
     * @throws IllegalArgumentException unless exactly one flag names the choices of the decision
     */
    public static SimpleScheduler deciding(Step.Component decision, Collection<Flag> flags) {
        return new SimpleScheduler(decision, Set.copyOf(flags), List.of(), StoreOverrides.NONE);
    }

    /**
     * Creates a tree around a deciding component.
     *
     * @param kind name of the component's factory
     * @param flags further parts of the tree
     * @return a scheduler for {@link #description}
     * @throws IllegalArgumentException unless exactly one flag names the choices of the decision
     */
    public static SimpleScheduler deciding(String kind, Flag... flags) {
        return deciding(Step.component(kind), List.of(flags));
    }

    /**
     * Adds a component directly above the decision, below those that were added before.
     *
     * @param component component with a single child
     * @return a new scheduler
     */
    public SimpleScheduler withPreDecision(Step.Component component) {
        List<Step.Component> more = new ArrayList<>(before);
        more.add(component);
        return new SimpleScheduler(decision, flags, more, overrides);
    }

    /**
     * Sets overrides for the stores that the flags describe.
     *
     * @param changed overrides, which replace the former ones
     * @return a new scheduler
     */
    public SimpleScheduler withStores(StoreOverrides changed) {
        return new SimpleScheduler(decision, flags, before, changed);
    }

    /**
     * Returns the description of the tree.
     *
     * @return description for any workers
     */
    public TreeDescription description() {
        return new TreeDescription(chain(end()), new LinkedHashMap<>());
    }

    /**
     * Returns a tree in which the hint of each task, a number from 0, selects one of several schedulers. Workers take
     * tasks from the first scheduler, then from the second, and so on.
     *
     * @param choices schedulers by the labels of their branches, in the order of their numbers
     * @return description for any workers
     */
    public static TreeDescription choosing(SequencedMap<String, SimpleScheduler> choices) {
        if (choices.size() < 2) {
            throw new IllegalArgumentException(
                    "the schedulers to choose from are " + choices.keySet() + "; there must be two at least");
        }
        choices.forEach((label, choice) -> {
            if (choice.flags.contains(Flag.COMBINED_WORKERS)) {
                throw new IllegalArgumentException("the scheduler '" + label
                        + "' to choose from has COMBINED_WORKERS; leave the flag out: tasks come to workers through "
                        + "what they take from,"
                        + " and combined ones take nothing");
            }
        });
        Step.Component root = Step.component("user-choice");
        for (Map.Entry<String, SimpleScheduler> choice : choices.entrySet()) {
            root = root.withBranch(choice.getKey(), choice.getValue().chain(List.of(new Step.Reference(END))));
        }
        boolean chooseImplementation = choices.values().stream().anyMatch(choice -> choice.flags.contains(Flag.IMPL));
        List<Step> end = new ArrayList<>(List.of(Step.component("stage")));
        if (chooseImplementation) {
            end.add(Step.component("best-implementation"));
        }
        SequencedMap<String, Chain> parts = new LinkedHashMap<>();
        parts.put(END, new Chain(end));
        return new TreeDescription(new Chain(List.of(root)), parts);
    }

    private List<Step> end() {
        return flags.contains(Flag.IMPL) ? List.of(Step.component("best-implementation")) : List.of();
    }

    private Chain chain(List<Step> end) {
        List<Step> steps = new ArrayList<>();
        if (flags.contains(Flag.FIFO_ABOVE)) {
            steps.add(above());
        }
        if (flags.contains(Flag.PERFMODEL)) {
            steps.add(Step.component("perfmodel-select")
                    .withBranch("perf", decided(end))
                    .withBranch(
                            "calibrate", kept("eager-calibration", List.of(), flags.contains(Flag.COMBINED_WORKERS)))
                    .withBranch("else", kept("eager", end, false)));
        } else {
            steps.addAll(decided(end).steps());
        }
        return new Chain(steps);
    }

    private Step.Component above() {
        boolean sorted = overrides.sortedAbove().orElse(flags.contains(Flag.FIFO_ABOVE_PRIO));
        return Step.component(sorted ? "prio" : "fifo");
    }

    /** Returns the way of tasks that bypass the decision. It needs its own store unless one is at the top. */
    private Chain kept(String kind, List<Step> end, boolean combined) {
        List<Step> steps = new ArrayList<>();
        if (!flags.contains(Flag.FIFO_ABOVE)) {
            steps.add(above());
        }
        if (combined) {
            steps.add(withCombined(Step.component(kind), each(Level.WORKER, end), each(Level.COMBINED_WORKER, end)));
        } else {
            steps.add(Step.component(kind));
            addEnd(steps, end);
        }
        return new Chain(steps);
    }

    private static Step.Component withCombined(Step.Component above, List<Step> workers, List<Step> combined) {
        return above.withBranch(WORKERS, new Chain(workers)).withBranch(COMBINED, new Chain(combined));
    }

    private static List<Step> each(Level level, List<Step> below) {
        List<Step> steps = new ArrayList<>();
        steps.add(new Step.Each(level, ""));
        steps.addAll(below);
        return steps;
    }

    private Chain decided(List<Step> end) {
        List<Step> steps = new ArrayList<>(before);
        Step.Component deciding = flags.contains(Flag.DECIDE_ALWAYS) ? decision.with("always") : decision;
        if (flags.contains(Flag.COMBINED_WORKERS)) {
            steps.add(decidedWithCombined(deciding, end));
            return new Chain(steps);
        }
        steps.add(deciding);
        Level level = flags.contains(Flag.DECIDE_WORKERS)
                ? Level.WORKER
                : flags.contains(Flag.DECIDE_MEMNODES) ? Level.MEMORY_NODE : Level.ARCHITECTURE;
        boolean below = flags.contains(Flag.FIFOS_BELOW);
        if (level == Level.WORKER) {
            if (below) {
                steps.add(new Step.Each(level, ""));
                steps.add(below());
                steps.addAll(end);
            } else {
                addEnd(steps, end);
            }
        } else {
            steps.add(new Step.Each(level, ""));
            if (below) {
                steps.add(below());
            }
            steps.add(Step.component(flags.contains(Flag.WS_BELOW) ? "work-stealing" : "eager"));
            addEnd(steps, end);
        }
        return new Chain(steps);
    }

    private Step.Component decidedWithCombined(Step.Component deciding, List<Step> end) {
        List<Step> workers = each(Level.WORKER, end);
        List<Step> combined = each(Level.COMBINED_WORKER, end);
        if (flags.contains(Flag.FIFOS_BELOW)) {
            workers.add(1, below());
            int ntasks = most();
            boolean sorted = isSortedBelow();
            if (ntasks > 0 || sorted) {
                Step.Component last = Step.component("combined-worker");
                last = ntasks > 0 ? last.with("ntasks", Integer.toString(ntasks)) : last;
                combined.add(sorted ? last.with("prio") : last);
            }
        }
        return withCombined(deciding, workers, combined);
    }

    private static void addEnd(List<Step> steps, List<Step> end) {
        if (!end.isEmpty()) {
            steps.add(new Step.Each(Level.WORKER, ""));
            steps.addAll(end);
        }
    }

    private boolean isSortedBelow() {
        return overrides.sortedBelow().orElse(flags.contains(Flag.FIFOS_BELOW_PRIO));
    }

    /** Returns the maximum number of tasks below each choice; 0 for no limit. */
    private int most() {
        boolean limited = !flags.contains(Flag.FIFOS_BELOW_NOLIMIT);
        return overrides.ntasks().orElse(!limited ? 0 : PLANNING.contains(decision.kind()) ? MANY : FEW);
    }

    private Step.Component below() {
        boolean sorted = isSortedBelow();
        boolean expects = flags.contains(Flag.FIFOS_BELOW_EXP);
        int ntasks = most();
        Step.Component store = Step.component(sorted ? "prio" : "fifo");
        if (ntasks > 0) {
            store = store.with("ntasks", Integer.toString(ntasks));
        }
        if (expects && overrides.expLen().orElse(Duration.ZERO).isPositive()) {
            store = store.with("exp-len", overrides.expLen().orElseThrow());
        }
        if (!sorted && overrides.readyFirst().orElse(flags.contains(Flag.FIFOS_BELOW_READY_FIRST))) {
            store = store.with("ready-first");
        } else if (overrides.ready().orElse(flags.contains(Flag.FIFOS_BELOW_READY))) {
            store = store.with("ready");
        }
        return expects ? store.with("exp") : store;
    }
}
