package org.asterism.debug;

import java.util.List;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The breakpoints for tasks of all runtimes that are services. Runtimes that come later are included. Any thread may
 * use it.
 *
 * <p>A stopped thread waits until somebody continues it. It also goes on when it is interrupted, when its runtime is
 * closed, and when this service ends. Waits of programs do not report stuck tasks meanwhile. In a simulation, virtual
 * time stands still. Tasks cost nothing extra while there is neither a breakpoint nor a stopped task.
 */
@ProviderType
public interface Breakpoints {
    /**
     * Sets a breakpoint. It does not begin the runtime that programs share, and takes effect when that begins.
     *
     * @param point where tasks stop
     * @param target the tasks that stop
     * @param condition must hold for a task to stop; {@link Condition#ALWAYS} for every task
     * @param wholeRuntime whether the runtime is {@link org.asterism.api.TaskRuntime#pause paused} while a task is
     *     stopped: kernels that run already end, and no worker takes a task
     * @return the breakpoint, in effect for every task that has not passed the point yet
     * @throws IllegalArgumentException if the target is a task that is past the point or has ended, or if the condition
     *     needs what is not known at the point
     */
    Breakpoint set(Point point, Target target, Condition condition, boolean wholeRuntime);

    /**
     * The breakpoints. Those for a single task are deleted when it has ended.
     *
     * @return a snapshot, by number
     */
    List<Breakpoint> all();

    /**
     * Deletes a breakpoint. Tasks that it has stopped stay stopped. When no breakpoint is left, steps that have not led
     * to a stop end.
     *
     * @param number of a breakpoint
     * @return whether there was one of this number
     */
    boolean delete(int number);

    /**
     * The stopped tasks.
     *
     * @return a snapshot, by number
     */
    List<Stop> stops();

    /**
     * Lets a stopped task go on. Steps to the next tasks of workers of its runtime end if they were asked for before
     * the task stopped.
     *
     * @param stop the number of a stop
     * @return false if there is none of this number, or somebody has let it go on already
     */
    boolean resume(int stop);

    /**
     * Lets a stopped task go on to its next point: from {@code push} to {@code pop}, from {@code sched} and {@code pop}
     * to {@code exec}. A task at {@code exec} has no further point; then its worker stops with the next task that it
     * takes, unless it leaves its context before. If the whole runtime is stopped, it goes on as well, and stops again
     * at that point.
     *
     * @param stop the number of a stop
     * @return false if there is none of this number, or somebody has let it go on already
     */
    boolean step(int stop);

    /**
     * Registers a listener, which each stopped thread calls before it waits.
     *
     * @param listener must return soon; what it throws is logged
     * @return removes the listener
     */
    Runnable listen(Consumer<? super Stop> listener);
}
