package org.asterism.trace.export.internal.paje;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.asterism.report.svg.CodeletColours;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.export.internal.timeline.Timeline;

/**
 * Writes in which contexts each worker is. A worker may be in several at a time, so each context is a state type of its
 * own, with one value, which a worker has while it is a member.
 */
final class PajeContexts {
    private record Member(int worker, String context) {}

    private final PajeWriter writer;
    private final PajeMachine machine;
    private final Timeline timeline;

    /** The alias of each context's state type. */
    private final Map<String, String> types = new HashMap<>();

    private final Set<Member> members = new HashSet<>();

    PajeContexts(PajeWriter writer, PajeMachine machine, Timeline timeline) {
        this.writer = writer;
        this.machine = machine;
        this.timeline = timeline;
    }

    void add(TraceEvent event) {
        switch (event) {
            case TraceEvent.Joined it ->
                timeline.at(it.time(), time -> {
                    if (members.add(new Member(it.worker().id(), it.context()))) {
                        push(time, it.worker(), it.context());
                    }
                });
            case TraceEvent.Left it ->
                timeline.at(it.time(), time -> {
                    if (members.remove(new Member(it.worker().id(), it.context()))) {
                        pop(time, it.worker(), it.context());
                    }
                });
            default -> {
                // Other events move no worker.
            }
        }
    }

    private void push(long time, TraceWorker worker, String context) {
        String type = type(context);
        writer.at(time, PajeEvent.PUSH_STATE, type, PajeMachine.worker(worker), value(type));
    }

    private void pop(long time, TraceWorker worker, String context) {
        writer.at(time, PajeEvent.POP_STATE, type(context), PajeMachine.worker(worker));
    }

    private String type(String context) {
        String known = types.get(context);
        if (known != null) {
            return known;
        }
        String type = "Ctx" + types.size();
        machine.state(type, PajeType.WORKER, "Scheduling Context " + context);
        machine.value(
                value(type), type, context, CodeletColours.of(types.size()).solid());
        types.put(context, type);
        return type;
    }

    private static String value(String type) {
        return "In" + type;
    }
}
