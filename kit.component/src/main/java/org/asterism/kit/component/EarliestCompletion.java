package org.asterism.kit.component;

import org.asterism.api.Clock;
import org.asterism.api.Task;
import org.asterism.kit.policy.CostWeights;
import org.asterism.kit.policy.placement.Candidates;
import org.asterism.kit.policy.placement.TaskTimes;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;

/**
 * Chooses the child of a component where a task costs least: where it ends early, its data need few transfers, and it
 * needs little energy. The cost is computed for each child that can execute the task and where its time is known:
 *
 * <pre>
 * begin = max(now, estimatedEnd of the child)
 * end   = max(begin, now + transfer) + time
 * cost  = alpha (end - first end) + beta transfer + gamma energy
 *         + gamma idle-power (end - last begin), if the end is later than that
 * </pre>
 *
 * <p>The child with the least cost is chosen, and the first one among equals. If the task has no model, there are no
 * costs, and the child with the least load is chosen. Children where the time is not calibrated are left out. If there
 * are no others, the task goes to one of them, to be {@link UncalibratedFirst measured}.
 *
 * <p><b>Two tasks at once.</b> Decisions read the children without a lock. A thread that has decided claims the child
 * for the duration of its push. Until the child itself counts the task, other decisions count with the end that was
 * predicted for it. A thread decides again if another thread has claimed its child since it looked. So two tasks that
 * are pushed at the same moment do not both go to the same idle child. A claim takes a few instructions under a lock,
 * during which no other code is called.
 *
 * <p><b>Threads.</b> Any. Each thread uses its own {@link Decision}. {@link #changed} is called while no method of the
 * tree runs.
 *
 * <p>Source: StarPU's component mct (minimum completion time), which applies the rule of the policies dm and dmda to
 * children instead of workers.
 */
public final class EarliestCompletion {
    /** Greatest number of repetitions of a decision. After that, its result is good enough. */
    private static final int MOST_TRIES = 8;

    private final ComponentContext context;
    private final PolicyContext policy;
    private final Clock clock;
    private final CostWeights weights;

    /** Replaced while nobody reads them, and published by that. */
    private Below below;

    private Claims claims;

    /**
     * For a component.
     *
     * @param context its place; its parameters are not read
     * @param weights the weights of the costs
     */
    public EarliestCompletion(ComponentContext context, CostWeights weights) {
        this.context = context;
        this.weights = weights;
        policy = context.policy();
        clock = policy.clock();
        changed();
    }

    /** To be called when the component's children or workers have {@link SchedulingComponent#changed changed}. */
    public void changed() {
        below = Below.of(context);
        claims = new Claims(below.size());
    }

    /**
     * Makes room for a decision, to be used again for task after task.
     *
     * @return belongs to one thread at a time
     */
    public Decision decision() {
        return new Decision();
    }

    /** One decision at a time: {@link #predict}, then {@link #compare}, then {@link #choose}, then {@link #push}. */
    public final class Decision {
        private final TaskTimes times = new TaskTimes(policy);
        private final LeastFirst order = new LeastFirst();
        private Below among = below;
        private Claims claimed = claims;
        private Task task;

        private final Candidates<SchedulingComponent, SchedulingComponent> candidates = new Candidates<>();

        /** The number of each candidate among the children. */
        private int[] children = {};

        /** Number of claims of each candidate when the decision looked at it. */
        private long[] known = {};

        private long lastBegin;
        private int chosen;

        private Decision() {}

        /**
         * Asks how long a task takes below each child.
         *
         * @param about belongs to the caller
         * @return whether there is a child that can execute it and whose time for it is known, or will never be
         */
        public boolean predict(Task about) {
            among = below;
            claimed = claims;
            task = about;
            candidates.clear();
            chosen = -1;
            if (children.length < among.size()) {
                children = new int[among.size()];
                known = new long[among.size()];
            }
            times.ask(about, among.sets());
            for (int child = 0; child < among.size(); child++) {
                if (times.canExecute(child) && !Double.isNaN(times.nanos(child))) {
                    children[candidates.size()] = child;
                    double joules = weights.gamma() > 0 ? times.joules(child) : 0;
                    candidates.add(among.children()[child], 0, times.nanos(child), joules, times.transferNanos(child));
                }
            }
            return candidates.size() > 0;
        }

        /**
         * Looks when the task would end below each child, as things are now.
         *
         * @return the earliest of these ends, by the runtime's clock
         */
        public long compare() {
            long now = clock.nanoTime();
            candidates.unplace();
            lastBegin = Long.MIN_VALUE;
            for (int index = 0; index < candidates.size(); index++) {
                int child = children[index];
                known[index] = claimed.count(child);
                long begin = Math.max(now, claimed.promised(child));
                // Without workers the end is never, which is far enough away if it is halved.
                SchedulingComponent component = candidates.group(index);
                begin = Math.max(begin, Math.min(component.estimatedEnd(), Long.MAX_VALUE / 2));
                candidates.place(index, component, 0, Math.max(begin, now + candidates.travel(index)));
                lastBegin = Math.max(lastBegin, begin);
            }
            return candidates.firstEnd();
        }

        /**
         * Chooses the child where the task costs least, after {@link #compare}.
         *
         * @return the child
         */
        public SchedulingComponent choose() {
            chosen = candidates.areKnown() ? candidates.cheapest(weights, lastBegin) : leastLoaded();
            return candidates.group(chosen);
        }

        private int leastLoaded() {
            for (int index = 0; index < candidates.size(); index++) {
                SchedulingComponent child = candidates.group(index);
                candidates.load(index, child, 0, child.estimatedLoad());
            }
            return candidates.least();
        }

        /**
         * Pushes the task to the child that was chosen, and {@link PolicyContext#predict notes} on it how long it takes
         * there and how long its data travel. If another decision was made for that child since this one looked, this
         * one is made again. A child that leads to workers {@link SchedulingComponent#isDirect directly} is told, and
         * the task refused: the worker pulls it.
         *
         * @return false if it was refused, and is the caller's still, with the notes that it had
         */
        public boolean push() {
            int tries = 1;
            while (!among.direct()[children[chosen]]
                    && !claimed.claim(children[chosen], known[chosen], candidates.end(chosen), tries == MOST_TRIES)) {
                tries++;
                compare();
                choose();
            }
            int number = children[chosen];
            SchedulingComponent child = among.children()[number];
            if (among.direct()[number]) {
                child.canPull(task);
                return false;
            }
            report();
            float nanosBefore = policy.predictedNanos(task);
            float transferBefore = policy.predictedTransferNanos(task);
            policy.predict(task, candidates.nanos(chosen), candidates.travel(chosen));
            boolean accepted;
            try {
                accepted = child.push(task);
            } finally {
                claimed.release(number);
            }
            if (!accepted) {
                // A store above has counted with them, and will.
                policy.predict(task, nanosBefore, transferBefore);
            }
            return accepted;
        }

        /** Tells observers of the choice, if the chosen child leads to one worker. */
        private void report() {
            WorkerSet workers = workers();
            if (workers.size() == 1) {
                boolean isKnown = candidates.areKnown();
                policy.decided(
                        task,
                        workers.first(),
                        isKnown ? candidates.end(chosen) - candidates.nanos(chosen) : Double.NaN,
                        isKnown ? candidates.nanos(chosen) : Double.NaN,
                        candidates.travel(chosen),
                        Double.NaN);
            }
        }

        /**
         * Pushes the task, after a {@link #predict prediction} and, if that has found a child, a {@link #compare
         * comparison}: to where it costs least, or to where it is to be measured.
         *
         * @return false if it was refused, and is the caller's still
         */
        public boolean pushPredicted() {
            if (candidates.size() == 0) {
                return UncalibratedFirst.push(task, times, order, among, policy);
            }
            choose();
            return push();
        }

        /**
         * Does all of it: predicts, and pushes the task to where it costs least or where it is to be measured.
         *
         * @param about belongs to the caller
         * @return false if it was refused, and is the caller's still
         */
        public boolean place(Task about) {
            if (predict(about)) {
                compare();
            }
            return pushPredicted();
        }

        /**
         * The workers below the child that was chosen.
         *
         * @return of the context
         */
        public WorkerSet workers() {
            return among.sets().workers(children[chosen]);
        }

        /** Lets go of the task. */
        public void forget() {
            task = null;
            candidates.clear();
            times.forget();
        }
    }
}
