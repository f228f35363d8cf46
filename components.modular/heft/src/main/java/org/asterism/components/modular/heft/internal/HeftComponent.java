package org.asterism.components.modular.heft.internal;

import org.asterism.api.Task;
import org.asterism.kit.component.EarliestCompletion;
import org.asterism.kit.component.Spares;
import org.asterism.kit.component.StorageComponent;
import org.asterism.kit.component.StorageSettings;
import org.asterism.kit.policy.CostWeights;
import org.asterism.kit.policy.TaskStore;
import org.asterism.spi.component.ComponentContext;

/**
 * Component that keeps tasks by priority and pushes each one to the child with the lowest cost for it: see
 * {@link EarliestCompletion}. It compares up to {@code choices} tasks of the highest priority, and pushes the one that
 * would end first. If the child refuses it, the task returns to its place and waits until there is room below.
 *
 * <p><b>Threads.</b> Any. While a task is being placed, it is not in the store, and no lock is held.
 *
 * <p>Source: StarPU's component heft, after Topcuoglu, Hariri and Wu (2002).
 */
final class HeftComponent extends StorageComponent {
    private final EarliestCompletion completion;
    private final int choices;
    private final Spares<Choice> spares = new Spares<>(Choice::new);

    /** Candidate tasks, each with its placement decision. */
    private final class Choice {
        private final Task[] tasks = new Task[choices];
        private final EarliestCompletion.Decision[] decisions = new EarliestCompletion.Decision[choices];
        private int size;

        Choice() {
            for (int index = 0; index < choices; index++) {
                decisions[index] = completion.decision();
            }
        }

        void add(Task task) {
            tasks[size++] = task;
        }

        /**
         * Returns the index of the task that would end first. A task that still has to be measured has no end and loses
         * against all others.
         */
        int best() {
            int best = 0;
            long soonest = Long.MAX_VALUE;
            for (int index = 0; index < size; index++) {
                long end = decisions[index].predict(tasks[index]) ? decisions[index].compare() : Long.MAX_VALUE;
                if (end < soonest) {
                    best = index;
                    soonest = end;
                }
            }
            return best;
        }

        boolean push(int index) {
            return decisions[index].pushPredicted();
        }

        void forget() {
            for (int index = 0; index < size; index++) {
                tasks[index] = null;
                decisions[index].forget();
            }
            size = 0;
        }
    }

    HeftComponent(ComponentContext context, StorageSettings settings, CostWeights weights, int choices) {
        super(context, settings, Task::priority);
        completion = new EarliestCompletion(context, weights);
        this.choices = choices;
    }

    @Override
    public void changed() {
        super.changed();
        completion.changed();
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }

    @Override
    protected void stored(Task task) {
        pumpFor(task);
    }

    @Override
    protected Task offerOne(Task first, TaskStore.Round round) {
        Choice choice = spares.take();
        for (Task task = first; task != null; task = choice.size < choices ? takeAlike(round, first) : null) {
            choice.add(task);
        }
        int best = choice.best();
        Task chosen = choice.tasks[best];
        // Before the push, because the child may let other threads look into this store.
        for (int index = 0; index < choice.size; index++) {
            if (index != best) {
                putBack(round, choice.tasks[index]);
            }
        }
        boolean accepted = choice.push(best);
        choice.forget();
        spares.give(choice);
        return accepted ? null : chosen;
    }
}
