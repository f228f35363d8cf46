package org.asterism.trace.export.internal.paje;

import static org.asterism.trace.export.internal.paje.PajeWriter.quoted;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.export.internal.tasks.CodeletPaints;
import org.asterism.trace.export.internal.tasks.TaskCounts;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.tasks.TaskRecords;
import org.asterism.trace.export.internal.timeline.Memories;
import org.asterism.trace.export.internal.timeline.WorkerStates;

/** Translates the events of one recording into lines, in the order of their times, which the format demands. */
final class PajeTrace {
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private final PajeWriter writer;
    private final PajeMachine machine;
    private final WorkerStates states;
    private final PajeDependencies dependencies;
    private final PajeTransfers transfers;
    private final PajeSpeeds speeds;
    private final TaskRecords tasks = new TaskRecords();
    private final TaskCounts counts = new TaskCounts(
            (time, count) -> count(time, count, PajeType.SUBMITTED),
            (time, count) -> count(time, count, PajeType.READY));
    private final Memories memories = new Memories();
    private final Set<TraceThread> users = new HashSet<>();
    private final PajeContexts contexts;
    private final long end;

    PajeTrace(Trace trace, PajeWriter writer) throws IOException {
        this.writer = writer;
        end = trace.lastTime();
        machine = new PajeMachine(writer);
        PajeWorkers workers = new PajeWorkers(writer, machine, new CodeletPaints(trace));
        states = new WorkerStates(workers);
        dependencies = new PajeDependencies(writer, states.timeline());
        transfers = new PajeTransfers(writer, states.timeline());
        speeds = new PajeSpeeds(writer, states.timeline());
        contexts = new PajeContexts(writer, machine, states.timeline());
        machine.declare();
        machine.create(trace, Math.min(trace.header().origin(), trace.firstTime()));
    }

    void add(TraceEvent event) {
        TaskRecord task = tasks.add(event);
        long time = event.time();
        counts.add(event);
        TraceNode node = memories.add(event);
        if (node != null) {
            double megabytes = memories.used(node) / BYTES_PER_MEGABYTE;
            later(event, () -> variable(time, megabytes, PajeType.MEMORY_USED, PajeMachine.memory(node)));
        }
        transfers.add(event);
        dependencies.add(event, task);
        speeds.add(event, task);
        contexts.add(event);
        rare(event);
        states.add(event, task);
    }

    private void rare(TraceEvent event) {
        switch (event) {
            case TraceEvent.Submitted it -> later(it, () -> happened(it, PajeType.USER_EVENT, user(it), it.codelet()));
            case TraceEvent.Freed it
            when it.evicted() ->
                later(
                        it,
                        () -> happened(
                                it,
                                PajeType.MEMORY_EVENT,
                                PajeMachine.memory(it.node()),
                                it.handle().name()));
            case TraceEvent.PolicyChanged it ->
                later(
                        it,
                        () -> happened(
                                it,
                                PajeType.SCHEDULER_EVENT,
                                PajeMachine.SCHEDULER,
                                it.context() + ": " + it.now().orElse("parked")));
            case TraceEvent.Lost it ->
                later(
                        it,
                        () -> happened(
                                it,
                                PajeType.SCHEDULER_EVENT,
                                PajeMachine.SCHEDULER,
                                it.worker().name() + " lost"));
            default -> {
                // Shown by states, variables and links.
            }
        }
    }

    private String user(TraceEvent event) {
        if (users.add(event.thread())) {
            machine.createUser(event.thread(), event.time());
        }
        return PajeMachine.user(event.thread());
    }

    private void later(TraceEvent event, Runnable line) {
        states.timeline().at(event.time(), _ -> line.run());
    }

    private void count(long time, int count, String type) {
        states.timeline().at(time, _ -> variable(time, count, type, PajeMachine.SCHEDULER));
    }

    private void variable(long time, double value, String type, String container) {
        writer.at(time, PajeEvent.SET_VARIABLE, value, type, container);
    }

    private void happened(TraceEvent event, String type, String container, String what) {
        writer.at(event.time(), PajeEvent.NEW_EVENT, type, container, quoted(what));
    }

    void finish() {
        states.finish();
        dependencies.finish(end);
        machine.destroy(end);
    }
}
