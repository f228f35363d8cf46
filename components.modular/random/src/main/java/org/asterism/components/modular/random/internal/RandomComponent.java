package org.asterism.components.modular.random.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.Dice;
import org.asterism.kit.policy.Lottery;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Component that pushes each task to a randomly drawn child with a worker that can execute it. The probability of a
 * child is the sum of the {@link org.asterism.api.model.Predictor#relativeSpeed relative speeds} of those workers. The
 * drawn child receives the task even if it is a worker. If the child refuses, the component refuses as well; the next
 * push draws again. No worker can pull through this component.
 *
 * <p>The runtime's seed seeds the random numbers, so that runs in virtual time are reproducible.
 *
 * <p>When to use: as the baseline that every other component has to beat.
 *
 * <p>Source: the component random of StarPU.
 */
final class RandomComponent extends SchedulingComponent {
    /**
     * Lottery among the children, for all tasks with these architectures and at most this number of workers per task.
     */
    private record Draw(long architectures, int members, Lottery<Ticket> lottery) {}

    /** A child and its weight, more than 0. */
    private record Ticket(SchedulingComponent child, double weight) {}

    private final Dice dice;

    /** Replaced when a new kind of task arrives. If two writers race, the lost entry is computed again. */
    private volatile Draw[] draws = {};

    RandomComponent(ComponentContext context) {
        super(context);
        context.parameters().allowOnly();
        dice = new Dice(context.policy().seed());
    }

    @Override
    public void changed() {
        draws = new Draw[0];
    }

    @Override
    public boolean push(Task task) {
        List<SchedulingComponent> children = context().children();
        if (children.size() == 1) {
            return children.get(0).push(task);
        }
        Lottery<Ticket> lottery = task.isRestricted()
                ? lottery(worker -> worker.canExecute(task), combined -> combined.canExecute(task))
                : lotteryFor(task.architectureSet(), task.codelet().mostMembers());
        return !lottery.isEmpty() && lottery.hit(dice.next()).child.push(task);
    }

    private Lottery<Ticket> lotteryFor(long architectures, int members) {
        Draw[] known = draws;
        for (Draw draw : known) {
            if (draw.architectures == architectures && draw.members == members) {
                return draw.lottery;
            }
        }
        boolean onCores = (architectures & (1L << Architecture.CPU.index())) != 0;
        Lottery<Ticket> made = lottery(
                worker -> (architectures & (1L << worker.architecture().index())) != 0,
                combined -> onCores && combined.size() <= members);
        Draw[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = new Draw(architectures, members, made);
        draws = more;
        return made;
    }

    private Lottery<Ticket> lottery(
            Predicate<? super Worker> canExecute, Predicate<? super CombinedWorker> canTogether) {
        List<Ticket> tickets = new ArrayList<>();
        for (SchedulingComponent child : context().children()) {
            double weight = 0;
            for (Worker worker : child.context().workersInContext().list()) {
                if (canExecute.test(worker)) {
                    weight += context().policy().predictor().relativeSpeed(worker);
                }
            }
            for (CombinedWorker combined : child.context().workersInContext().combined()) {
                if (canTogether.test(combined)) {
                    weight += context().policy().predictor().relativeSpeed(combined);
                }
            }
            if (weight > 0) {
                tickets.add(new Ticket(child, weight));
            }
        }
        return new Lottery<>(tickets, Ticket::weight);
    }

    /**
     * Tells the parents to push, and returns null: the worker finds the tasks that were drawn for it in its own store.
     */
    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        tellParents();
        return null;
    }

    @Override
    public boolean letsPull() {
        return false;
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }
}
