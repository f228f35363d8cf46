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
 * The lower end of a tree that a test composes by hand. It accepts tasks by a rule, remembers them, and counts its
 * calls. It can also be the upper end, and give tasks to components that pull. For the test's own thread.
 */
public final class FakeLeaf extends SchedulingComponent {
    private final List<Task> taken = new ArrayList<>();
    private Predicate<? super Task> accepts = task -> true;
    private long end;
    private double load;
    private final Deque<Task> offered = new ArrayDeque<>();
    private int told;
    private int asked;
    private boolean wakes;
    private boolean keeps;

    /**
     * A leaf that takes everything.
     *
     * @param context its place
     */
    public FakeLeaf(ComponentContext context) {
        super(context);
    }

    /**
     * Says what it takes.
     *
     * @param rule false for tasks that are to be refused
     */
    public void accept(Predicate<? super Task> rule) {
        accepts = rule;
    }

    /**
     * Says what it answers to those who estimate.
     *
     * @param estimatedEnd in nanoseconds of the test's clock
     * @param estimatedLoad in tasks
     */
    public void estimate(long estimatedEnd, double estimatedLoad) {
        end = estimatedEnd;
        load = estimatedLoad;
    }

    /**
     * Says whether it wakes somebody when it is told that a task can be pulled.
     *
     * @param some whether there is somebody to wake
     */
    public void wake(boolean some) {
        wakes = some;
    }

    /**
     * Says whether it is a store, which has workers below it; at first, what is pushed here is a worker's at once.
     *
     * @param some whether it keeps tasks; to be said before it is connected
     * @return this
     */
    public FakeLeaf keep(boolean some) {
        keeps = some;
        return this;
    }

    /**
     * What it was given, in that order; to be emptied by the test as it likes.
     *
     * @return the list itself
     */
    public List<Task> taken() {
        return taken;
    }

    /**
     * Gives it a task that the first one to pull will get.
     *
     * @param task not pushed anywhere yet
     */
    public void offer(Task task) {
        offered.add(task);
    }

    /**
     * How often it was told that there is room below.
     *
     * @return a count
     */
    public int asked() {
        return asked;
    }

    /**
     * How often it was told that a task can be pulled.
     *
     * @return a count
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
