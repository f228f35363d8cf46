package org.asterism.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * The lower end of a tree that a test puts together by hand: takes what a rule lets it, remembers it, and counts what it is told. Belongs
 * to the test's own thread.
 */
public final class FakeLeaf extends SchedulingComponent {
    private final List<Task> taken = new ArrayList<>();
    private Predicate<? super Task> accepts = task -> true;
    private long end;
    private double load;
    private int told;
    private boolean wakes;

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
     * What it was given, in that order; to be emptied by the test as it likes.
     *
     * @return the list itself
     */
    public List<Task> taken() {
        return taken;
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
    public boolean canPull(Task task) {
        told++;
        return wakes;
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
