package org.asterism.api;

import java.util.BitSet;
import java.util.concurrent.BrokenBarrierException;
import org.asterism.api.data.DataView;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Gives a kernel access to the task that it runs. Views refer to native memory only and are valid until the kernel
 * returns. Only the thread that runs the kernel may use it.
 */
@ProviderType
public interface KernelContext {
    /**
     * The task that is run.
     *
     * @return never null
     */
    Task task();

    /**
     * The worker that runs it.
     *
     * @return never null
     */
    Worker worker();

    /**
     * The runtime of both, to submit further tasks to.
     *
     * @return never null
     */
    TaskRuntime runtime();

    /**
     * Returns the rank of the member of the team that runs this kernel, for a task that several workers run together.
     *
     * @return from 0 to {@link #teamSize} - 1; 0 for a sequential task, and for the one kernel of a task that forks and
     *     joins
     */
    int rank();

    /**
     * Returns the number of workers that run the task together.
     *
     * @return 1 for a sequential task
     */
    int teamSize();

    /**
     * Waits until the kernels of all members of the team have called this as often as this one has. What they did
     * before happens before what any of them does afterwards. Returns at once if only one kernel runs the task. Where
     * the program steps its workers itself, each member needs a thread of its own.
     *
     * @throws BrokenBarrierException if a member cannot come any more, or could not before: its kernel has returned or
     *     thrown, its device is lost, or the task was given up. A kernel that lets this through fails; the task fails
     *     with what was thrown first, or is run again if a device is lost
     * @throws InterruptedException if the worker's thread is interrupted meanwhile; the others get a
     *     {@code BrokenBarrierException}
     */
    void barrier() throws BrokenBarrierException, InterruptedException;

    /**
     * The cores that belong to the task while the kernel runs: those of all members of the team. A kernel that forks
     * and joins binds its threads to them.
     *
     * @return the operating system's numbers of processing units, as far as the workers' drivers tell them
     *     ({@code cpu.pu}); a copy of the caller's own
     */
    BitSet processingUnits();

    /**
     * The number of handles that the task was given.
     *
     * @return 0 or more
     */
    int dataCount();

    /**
     * The data of the task's handle at a position.
     *
     * @param index position in the task's list of handles, from 0
     * @return the view of this worker's copy
     * @throws IndexOutOfBoundsException if the task has fewer handles
     */
    DataView data(int index);

    /**
     * The data of the task's handle at a position, as a view of a type: {@code view(0, MatrixView.class)}. The type may
     * also be that of your own layout, or an interface that several views have in common.
     *
     * @param <V> the type of view
     * @param index position in the task's list of handles, from 0
     * @param type its class
     * @return the view of this worker's copy
     * @throws IndexOutOfBoundsException if the task has fewer handles
     * @throws ClassCastException if these data have another view: the message says which types fit
     */
    default <V extends DataView> V view(int index, Class<V> type) {
        DataView found = data(index);
        if (type.isInstance(found)) {
            return type.cast(found);
        }
        throw wrongView(index, type, found);
    }

    /**
     * Sets the result for callers of {@link Task#result}; the last result counts.
     *
     * @param result anything, or null
     */
    void result(Object result);

    /**
     * The argument that the task was given by {@link Task#argument(Object)}.
     *
     * @param <A> the type that the codelet agrees on
     * @param type its class
     * @return null if the task has none
     * @throws ClassCastException if it is of another type
     */
    <A> A argument(Class<A> type);

    private ClassCastException wrongView(int index, Class<?> asked, DataView found) {
        String shown = found == null
                ? "nothing: correct the view() of their layout, which returned null"
                : found.getClass().getSimpleName() + ": ask for one of " + DataView.typeNames(found)
                        + ", or give the task other data";
        return new ClassCastException(task() + "'s kernel asked for view(" + index + ", " + asked.getSimpleName()
                + ".class), but its data at " + index + " are shown as " + shown);
    }
}
