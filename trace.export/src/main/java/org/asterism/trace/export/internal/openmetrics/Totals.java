package org.asterism.trace.export.internal.openmetrics;

import java.util.List;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.internal.output.TextOutput;
import org.asterism.trace.export.internal.tasks.TaskRecord;

/** Totals of a recording. Their number depends on the machine and the program, not on the length of the recording. */
final class Totals {
    private final Counter tasks = new Counter(
            "asterism_tasks", "", "Completed tasks; the worker is empty if none ran.", "codelet", "worker", "state");
    private final Counter taskSeconds = new Counter(
            "asterism_task_seconds", "seconds", "Time in kernels of tasks.", "codelet", "worker", "architecture");
    private final Counter workerSeconds = new Counter(
            "asterism_worker_seconds", "seconds", "Time of workers in each state.", "worker", "architecture", "state");
    private final Counter copies = new Counter("asterism_transfers", "", "Copies between memories.", "from", "to");
    private final Counter copiedBytes =
            new Counter("asterism_transferred_bytes", "bytes", "Bytes copied between memories.", "from", "to");
    private final Counter copySeconds =
            new Counter("asterism_transfer_seconds", "seconds", "Time of copies between memories.", "from", "to");
    private final Counter failedCopies =
            new Counter("asterism_failed_transfers", "", "Copies between memories that failed.", "from", "to");
    private final Counter evictions =
            new Counter("asterism_evictions", "", "Copies of data that others displaced from a memory.", "node");
    private final Counter evictedBytes =
            new Counter("asterism_evicted_bytes", "bytes", "Bytes that were displaced from a memory.", "node");
    private final Counter swaps =
            new Counter("asterism_policy_swaps", "", "Changes of the policy of a context.", "context");
    private final Counter lostDevices = new Counter("asterism_lost_workers", "", "Workers that lost their device.");
    private final Counter lostEvents =
            new Counter("asterism_lost_events", "", "Events that the recording lacks because a buffer was full.");

    private final List<Counter> all = List.of(
            tasks,
            taskSeconds,
            workerSeconds,
            copies,
            copiedBytes,
            copySeconds,
            failedCopies,
            evictions,
            evictedBytes,
            swaps,
            lostDevices,
            lostEvents);

    /** Time of workers in each state: worker, architecture, state. */
    Counter workerSeconds() {
        return workerSeconds;
    }

    void add(TraceEvent event, TaskRecord task) {
        switch (event) {
            case TraceEvent.Executed it ->
                taskSeconds.add(
                        it.end() - it.begin(),
                        task.codelet(),
                        it.worker().name(),
                        it.worker().architecture());
            case TraceEvent.Completed it -> completed(it, task);
            case TraceEvent.Transferred it -> copied(it);
            case TraceEvent.TransferFailed it ->
                failedCopies.add(1, it.from().name(), it.to().name());
            case TraceEvent.Freed it
            when it.evicted() -> {
                evictions.add(1, it.node().name());
                evictedBytes.add(it.bytes(), it.node().name());
            }
            // The first policy of a context replaces none.
            case TraceEvent.PolicyChanged it when it.before().isPresent() -> swaps.add(1, it.context());
            case TraceEvent.Lost _ -> lostDevices.add(1);
            case TraceEvent.EventsLost it -> lostEvents.add(it.count());
            default -> {
                // Other events are in no total.
            }
        }
    }

    private void completed(TraceEvent.Completed event, TaskRecord task) {
        String worker = task.executed() == null ? "" : task.executed().worker().name();
        tasks.add(1, task.codelet(), worker, event.state().toString());
    }

    private void copied(TraceEvent.Transferred event) {
        String from = event.from().name();
        String to = event.to().name();
        copies.add(1, from, to);
        copiedBytes.add(event.bytes(), from, to);
        copySeconds.add(event.end() - event.begin(), from, to);
    }

    void writeTo(TextOutput out) {
        for (Counter counter : all) {
            counter.writeTo(out);
        }
    }
}
