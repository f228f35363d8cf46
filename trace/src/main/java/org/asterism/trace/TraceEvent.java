package org.asterism.trace;

import java.util.List;
import java.util.Optional;
import org.asterism.api.TaskState;

/**
 * Event of a recording. Each kind of event is a record, so a {@code switch} covers them all. The events have the
 * meaning of the methods of {@link org.asterism.api.observation.RuntimeObserver} with the same names.
 *
 * <p>Times are nanoseconds of the runtime's clock. Tasks are named by their {@link org.asterism.api.Task#id ids}. An
 * event of a part of the recording that is lost may be missing for a task that has others, such as {@link Submitted}.
 */
public sealed interface TraceEvent {
    /**
     * Returns the time at which the event was reported. It never decreases within a thread.
     *
     * @return nanoseconds of the runtime's clock
     */
    long time();

    /**
     * Returns the thread that reported the event.
     *
     * @return never null
     */
    TraceThread thread();

    /** Event about one task. */
    sealed interface OfTask extends TraceEvent {
        /**
         * Returns the task.
         *
         * @return its id
         */
        long task();
    }

    /** Event that a worker took part in. */
    sealed interface OfWorker extends TraceEvent {
        /**
         * Returns the worker.
         *
         * @return never null
         */
        TraceWorker worker();
    }

    // The life of a task.

    /**
     * A task was submitted.
     *
     * @param time nanoseconds
     * @param thread submitted the task
     * @param task the task
     * @param codelet the name of its codelet
     * @param context the name of its context
     * @param priority its priority
     * @param flops the number of floating-point operations; 0 if the program has not set it
     * @param footprint 32 bits that stand for the sizes of its data; 0 if it has none
     * @param accesses its data, in the order of its parameters
     * @param iterations the numbers of the iterations that it belongs to, the outermost first; empty if there are none
     */
    record Submitted(
            long time,
            TraceThread thread,
            long task,
            String codelet,
            String context,
            int priority,
            double flops,
            int footprint,
            List<TraceAccess> accesses,
            List<Long> iterations)
            implements OfTask {
        /**
         * Describes the submission of a task that belongs to no iteration.
         *
         * @param time nanoseconds
         * @param thread submitted the task
         * @param task the task
         * @param codelet the name of its codelet
         * @param context the name of its context
         * @param priority its priority
         * @param flops the number of floating-point operations
         * @param footprint stands for the sizes of its data
         * @param accesses its data
         */
        public Submitted(
                long time,
                TraceThread thread,
                long task,
                String codelet,
                String context,
                int priority,
                double flops,
                int footprint,
                List<TraceAccess> accesses) {
            this(time, thread, task, codelet, context, priority, flops, footprint, accesses, List.of());
        }

        /**
         * Returns the size of the task's data.
         *
         * @return bytes, the sum over all accesses
         */
        public long bytes() {
            long bytes = 0;
            for (TraceAccess access : accesses) {
                bytes += access.handle().bytes();
            }
            return bytes;
        }
    }

    /**
     * A task waits for another one. Recorded when the other one has been executed, or is ready if it has no work: for
     * each task that waits for it then.
     *
     * @param time nanoseconds
     * @param thread released the successor
     * @param task is waited for
     * @param successor waits
     */
    record Dependency(long time, TraceThread thread, long task, long successor) implements OfTask {}

    /**
     * A task waits for nothing any more.
     *
     * @param time nanoseconds
     * @param thread removed the last obstacle
     * @param task the task
     */
    record Ready(long time, TraceThread thread, long task) implements OfTask {}

    /**
     * A ready task is given to the policy, or to the worker that it is bound to.
     *
     * @param time nanoseconds
     * @param thread pushed the task
     * @param task the task
     */
    record Pushed(long time, TraceThread thread, long task) implements OfTask {}

    /**
     * A policy has chosen a worker for a task. Each estimate may be not-a-number.
     *
     * @param time nanoseconds
     * @param thread called the policy
     * @param task the task
     * @param worker the worker that the policy expects to run it
     * @param start the expected start, in nanoseconds of the clock
     * @param length the expected duration, in nanoseconds
     * @param transfer the expected time of the transfers, in nanoseconds
     * @param joules the expected energy
     */
    record Decided(
            long time,
            TraceThread thread,
            long task,
            TraceWorker worker,
            double start,
            double length,
            double transfer,
            double joules)
            implements OfTask, OfWorker {}

    /**
     * A component of the context's tree keeps a task from now on, until it is stored elsewhere, popped or completed.
     *
     * @param time nanoseconds
     * @param thread pushed the task to the component
     * @param task the task
     * @param context the name of the context
     * @param component the name of the component; empty if the policy puts the task aside, because no worker of the
     *     tree can execute it now
     */
    record Stored(long time, TraceThread thread, long task, String context, String component) implements OfTask {}

    /**
     * A worker has taken a task.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param task the task
     * @param worker took the task
     * @param policy the name of the policy that handed it out; empty if the program bound it to the worker
     */
    record Popped(long time, TraceThread thread, long task, TraceWorker worker, Optional<String> policy)
            implements OfTask, OfWorker {}

    /**
     * A worker has requested the data of a task.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param task the task
     * @param worker waits for the data
     */
    record Fetching(long time, TraceThread thread, long task, TraceWorker worker) implements OfTask, OfWorker {}

    /**
     * The requested data of a task have arrived.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param task the task
     * @param worker waited for the data
     */
    record Fetched(long time, TraceThread thread, long task, TraceWorker worker) implements OfTask, OfWorker {}

    /**
     * A worker launches the kernel of a task.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param task the task
     * @param worker runs the kernel
     */
    record Launched(long time, TraceThread thread, long task, TraceWorker worker) implements OfTask, OfWorker {}

    /**
     * The kernel of a task has ended.
     *
     * @param time nanoseconds, not before the end
     * @param thread reported it
     * @param task the task
     * @param worker ran the kernel; of a parallel task, the leader of the team
     * @param begin when the kernel began, in nanoseconds
     * @param end when the kernel ended, in nanoseconds
     */
    record Executed(long time, TraceThread thread, long task, TraceWorker worker, long begin, long end)
            implements OfTask, OfWorker {}

    /**
     * A worker took part in a parallel task that another worker led.
     *
     * @param time nanoseconds, not before the end
     * @param thread reported it
     * @param task the task
     * @param worker took part
     * @param rank its rank in the team, from 1
     * @param begin when the task began, in nanoseconds
     * @param end when the task ended, in nanoseconds
     */
    record TookPart(long time, TraceThread thread, long task, TraceWorker worker, int rank, long begin, long end)
            implements OfTask, OfWorker {}

    /**
     * A task has its final state, and its successors were released.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param task the task
     * @param state done, failed or cancelled
     */
    record Completed(long time, TraceThread thread, long task, TaskState state) implements OfTask {}

    // Iterations of programs.

    /** Begin or end of an iteration of the thread that reports it. */
    sealed interface OfIteration extends TraceEvent {
        /**
         * Returns the number that the program gave the iteration.
         *
         * @return 0 or more
         */
        long number();

        /**
         * Returns how deep it is nested.
         *
         * @return 1 for an outermost iteration
         */
        int level();
    }

    /**
     * A thread has begun an iteration.
     *
     * @param time nanoseconds
     * @param thread has begun it
     * @param number the number that the program gave it
     * @param level how deep it is nested, from 1
     */
    record IterationBegan(long time, TraceThread thread, long number, int level) implements OfIteration {}

    /**
     * A thread has ended an iteration.
     *
     * @param time nanoseconds
     * @param thread has ended it
     * @param number the number that the program gave it
     * @param level how deep it was nested, from 1
     */
    record IterationEnded(long time, TraceThread thread, long number, int level) implements OfIteration {}

    // Workers and callbacks.

    /**
     * A callback of a task begins.
     *
     * @param time nanoseconds
     * @param thread runs the callback
     * @param task the task
     */
    record CallbackBegan(long time, TraceThread thread, long task) implements OfTask {}

    /**
     * The callback that began last on the thread has ended.
     *
     * @param time nanoseconds
     * @param thread ran the callback
     * @param task the task
     */
    record CallbackEnded(long time, TraceThread thread, long task) implements OfTask {}

    /**
     * A worker has found nothing to do and sleeps.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param worker the worker
     */
    record Slept(long time, TraceThread thread, TraceWorker worker) implements OfWorker {}

    /**
     * A worker that slept goes on.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param worker the worker
     */
    record Woke(long time, TraceThread thread, TraceWorker worker) implements OfWorker {}

    // Data.

    /**
     * A copy from one memory to another begins.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param handle the data
     * @param from the source
     * @param to the target
     * @param bytes the size of the copy
     * @param begin when it begins, in nanoseconds
     */
    record TransferBegan(
            long time, TraceThread thread, TraceHandle handle, TraceNode from, TraceNode to, long bytes, long begin)
            implements TraceEvent {}

    /**
     * A copy from one memory to another has ended.
     *
     * @param time nanoseconds, not before the end
     * @param thread reported it
     * @param handle the data
     * @param from the source
     * @param to the target
     * @param bytes the size of the copy
     * @param begin when it began, in nanoseconds
     * @param end when it ended, in nanoseconds
     */
    record Transferred(
            long time,
            TraceThread thread,
            TraceHandle handle,
            TraceNode from,
            TraceNode to,
            long bytes,
            long begin,
            long end)
            implements TraceEvent {}

    /**
     * A copy from one memory to another has failed, or a device was lost before its end. Recordings of the format 1.0
     * do not have it: such a copy has no end there.
     *
     * @param time nanoseconds, not before the end
     * @param thread reported it
     * @param handle the data
     * @param from the source
     * @param to the target
     * @param bytes the size of the copy
     * @param begin when it began, in nanoseconds
     * @param end when the failure was noticed, in nanoseconds
     */
    record TransferFailed(
            long time,
            TraceThread thread,
            TraceHandle handle,
            TraceNode from,
            TraceNode to,
            long bytes,
            long begin,
            long end)
            implements TraceEvent {}

    /**
     * A copy of data was given memory.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param handle the data
     * @param node the memory
     * @param bytes what the copy takes
     */
    record Allocated(long time, TraceThread thread, TraceHandle handle, TraceNode node, long bytes)
            implements TraceEvent {}

    /**
     * The memory of a copy of data was taken back.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param handle the data
     * @param node the memory
     * @param bytes what the copy took
     * @param evicted whether others needed the room
     */
    record Freed(long time, TraceThread thread, TraceHandle handle, TraceNode node, long bytes, boolean evicted)
            implements TraceEvent {}

    // Rare events.

    /**
     * Another policy is in charge of a context, or none.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param context the name of the context
     * @param before the policy that was in charge; empty if the context was parked
     * @param now the policy in charge; empty if the context is parked
     */
    record PolicyChanged(long time, TraceThread thread, String context, Optional<String> before, Optional<String> now)
            implements TraceEvent {}

    /**
     * A context has another tree of scheduling components, or none any more. A recording that begins when a tree is in
     * charge begins with it. So does a recording in memory whose older events were dropped.
     *
     * @param time nanoseconds; not before the first event that is left of the recording
     * @param thread reported it
     * @param context the name of the context
     * @param tree the tree; empty if there is none
     */
    record TreeChanged(long time, TraceThread thread, String context, Optional<TraceTree> tree) implements TraceEvent {}

    /**
     * A worker has joined a context.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param worker the worker
     * @param context the name of the context
     */
    record Joined(long time, TraceThread thread, TraceWorker worker, String context) implements OfWorker {}

    /**
     * A worker has left a context.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param worker the worker
     * @param context the name of the context
     */
    record Left(long time, TraceThread thread, TraceWorker worker, String context) implements OfWorker {}

    /**
     * The device of a worker is lost.
     *
     * @param time nanoseconds
     * @param thread reported it
     * @param worker the worker
     * @param cause a description of the failure
     */
    record Lost(long time, TraceThread thread, TraceWorker worker, String cause) implements OfWorker {}

    // The recording itself.

    /**
     * The thread's buffer was full, so events of this thread are missing before this one.
     *
     * @param time when the buffer had room again, in nanoseconds
     * @param thread reported the missing events
     * @param count the number of missing events
     */
    record EventsLost(long time, TraceThread thread, long count) implements TraceEvent {}
}
