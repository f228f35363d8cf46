package org.asterism.tck;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Lower end of a tree that a test builds by hand. It accepts tasks by a rule, records them, and counts its calls. It
 * can also be the upper end, and give tasks to pulling components. Used by the test's thread only.
 */
public final class FakeLeaf extends SchedulingComponent {
    private final List<Task> taken = new ArrayList<>();
    private Predicate<? super Task> accepts = task -> true;
    private long end;
    private double load;
    private final Deque<Task> offered = new ArrayDeque<>();
    private int told;
    private int asked;
    private boolean sated;
    private boolean wakes;
    private boolean keeps;

    /**
     * Creates a leaf that accepts all tasks.
     *
     * @param context place of the leaf
     */
    public FakeLeaf(ComponentContext context) {
        super(context);
    }

    /**
     * Sets which tasks it accepts.
     *
     * @param rule rule that returns false for tasks to refuse
     */
    public void accept(Predicate<? super Task> rule) {
        accepts = rule;
    }

    /**
     * Sets its estimates.
     *
     * @param estimatedEnd estimated end, in nanoseconds of the test's clock
     * @param estimatedLoad estimated load, in tasks
     */
    public void estimate(long estimatedEnd, double estimatedLoad) {
        end = estimatedEnd;
        load = estimatedLoad;
    }

    /**
     * Sets whether it wakes a worker when a task can be pulled.
     *
     * @param some whether there is a worker to wake
     */
    public void wake(boolean some) {
        wakes = some;
    }

    /**
     * Sets whether it is a store with workers below. By default, a pushed task belongs to a worker at once.
     *
     * @param some whether it keeps tasks; call this before it is connected
     * @return this
     */
    public FakeLeaf keep(boolean some) {
        keeps = some;
        return this;
    }

    /**
     * Returns the received tasks in their order. The test may remove them.
     *
     * @return the list itself
     */
    public List<Task> taken() {
        return taken;
    }

    /**
     * Adds a task, which the next pulling component gets.
     *
     * @param task task that was not pushed yet
     */
    public void offer(Task task) {
        offered.add(task);
    }

    /**
     * Returns how often a child reported room.
     *
     * @return number of reports
     */
    public int asked() {
        return asked;
    }

    /**
     * Sets whether it says, after it has accepted a task, that it would refuse more.
     *
     * @param some whether it says so
     */
    public void sated(boolean some) {
        sated = some;
    }

    /**
     * Returns how often it was told that a task can be pulled.
     *
     * @return number of calls
     */
    public int told() {
        return told;
    }

    @Override
    public boolean push(Task task) {
        if (!accepts.test(task)) {
            return false;
        }
        taken.add(task);
        return true;
    }

    @Override
    public boolean mayAcceptMore(Task accepted) {
        return !sated;
    }

    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        return offered.poll();
    }

    @Override
    public boolean canPush(SchedulingComponent to) {
        asked++;
        return false;
    }

    @Override
    public boolean canPull(Task task) {
        told++;
        return wakes;
    }

    @Override
    public boolean isReservoir() {
        return keeps;
    }

    @Override
    public double estimatedLoad() {
        return load;
    }

    @Override
    public long estimatedEnd() {
        return end;
    }
}
