package org.asterism.trace.export.internal.paje;

import static org.asterism.trace.export.internal.paje.PajeWriter.quoted;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.stream.Collectors;
import org.asterism.report.svg.Paint;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceWorker;

/** Declares the types of a trace, and makes its containers. */
final class PajeMachine {
    static final String PROGRAM = "p";
    static final String SCHEDULER = "sched";

    private static final String ROOT = "0";
    private static final double FULL = 255;
    private static final String GREY = quoted(".5 .5 .5");

    private final PajeWriter writer;
    private final Deque<String[]> containers = new ArrayDeque<>();

    PajeMachine(PajeWriter writer) {
        this.writer = writer;
    }

    static String worker(TraceWorker worker) {
        return "w" + worker.id();
    }

    static String memory(TraceNode node) {
        return "mm" + node.id();
    }

    static String user(TraceThread thread) {
        return "u" + thread.id();
    }

    void declare() {
        writer.declareEvents();
        container(PajeType.PROGRAM, ROOT, "Program");
        container(PajeType.NODE, PajeType.PROGRAM, "Memory Node");
        container(PajeType.THREAD, PajeType.NODE, "Thread");
        container(PajeType.WORKER, PajeType.THREAD, "Worker");
        container(PajeType.MEMORY, PajeType.NODE, "Memory Manager");
        container(PajeType.SCHEDULER, PajeType.PROGRAM, "Scheduler");
        container(PajeType.USER, PajeType.PROGRAM, "User Thread");

        state(PajeType.WORKER_STATE, PajeType.WORKER, "Worker State");
        state(PajeType.MEMORY_STATE, PajeType.MEMORY, "Memory Node State");
        state(PajeType.USER_STATE, PajeType.USER, "User Thread State");
        for (PajeState value : PajeState.values()) {
            value(value.alias(), PajeType.WORKER_STATE, value.text(), value.colour());
        }
        value("Co", PajeType.MEMORY_STATE, "DriverCopy", ".3 .5 .1");
        value("No", PajeType.MEMORY_STATE, "Nothing", ".0 .0 .0");
        value("UC", PajeType.USER_STATE, "Callback", PajeState.C.colour());
        value("UN", PajeType.USER_STATE, "Nothing", ".0 .0 .0");

        variable(PajeType.WORKER_SPEED, PajeType.WORKER, "GFlop/s");
        variable(PajeType.MEMORY_USED, PajeType.MEMORY, "Used (MB)");
        variable(PajeType.MEMORY_IN, PajeType.MEMORY, "Bandwidth In (MB/s)");
        variable(PajeType.MEMORY_OUT, PajeType.MEMORY, "Bandwidth Out (MB/s)");
        variable(PajeType.SUBMITTED, PajeType.SCHEDULER, "Number of Submitted Uncompleted Tasks");
        variable(PajeType.READY, PajeType.SCHEDULER, "Number of Ready Tasks");
        variable(PajeType.TOTAL_SPEED, PajeType.SCHEDULER, "Total GFlop/s");

        event(PajeType.MEMORY_EVENT, PajeType.MEMORY, "Eviction");
        event(PajeType.SCHEDULER_EVENT, PajeType.SCHEDULER, "Scheduler Event");
        event(PajeType.USER_EVENT, PajeType.USER, "Submission");
        link(PajeType.FETCH, PajeType.MEMORY, "Fetch");
        link(PajeType.DEPENDENCY, PajeType.WORKER, "Dependency");
    }

    private void container(String alias, String parent, String name) {
        writer.define(PajeEvent.DEFINE_CONTAINER, alias, parent, quoted(name));
    }

    void state(String alias, String container, String name) {
        writer.define(PajeEvent.DEFINE_STATE, alias, container, quoted(name));
    }

    private void variable(String alias, String container, String name) {
        writer.define(PajeEvent.DEFINE_VARIABLE, alias, container, quoted(name), GREY);
    }

    private void event(String alias, String container, String name) {
        writer.define(PajeEvent.DEFINE_EVENT, alias, container, quoted(name), GREY);
    }

    private void link(String alias, String ends, String name) {
        writer.define(PajeEvent.DEFINE_LINK, alias, PajeType.PROGRAM, ends, ends, quoted(name));
    }

    void value(String alias, String type, String name, String colour) {
        writer.define(PajeEvent.DEFINE_VALUE, alias, type, quoted(name), quoted(colour));
    }

    void value(String alias, String type, String name, Paint paint) {
        String rgb = Arrays.stream(paint.rgb())
                .mapToObj(level -> String.format(Locale.ROOT, "%.3f", level / FULL))
                .collect(Collectors.joining(" "));
        value(alias, type, name, rgb);
    }

    /** Makes the containers of all that the recording knows. */
    void create(Trace trace, long time) {
        create(time, PROGRAM, PajeType.PROGRAM, ROOT, "program");
        create(time, SCHEDULER, PajeType.SCHEDULER, PROGRAM, "scheduler");
        for (TraceNode node : trace.nodes()) {
            String parent = "mn" + node.id();
            create(time, parent, PajeType.NODE, PROGRAM, node.name());
            create(time, memory(node), PajeType.MEMORY, parent, node.name() + " manager");
            writer.at(time, PajeEvent.SET_STATE, PajeType.MEMORY_STATE, memory(node), "No");
            for (TraceWorker worker : trace.workers()) {
                if (worker.node() == node.id()) {
                    create(time, "t" + worker.id(), PajeType.THREAD, parent, "T" + worker.id());
                    create(time, worker(worker), PajeType.WORKER, "t" + worker.id(), worker.name());
                    writer.at(time, PajeEvent.SET_STATE, PajeType.WORKER_STATE, worker(worker), PajeState.I.alias());
                }
            }
        }
    }

    void createUser(TraceThread thread, long time) {
        create(time, user(thread), PajeType.USER, PROGRAM, thread.name());
        writer.at(time, PajeEvent.SET_STATE, PajeType.USER_STATE, user(thread), "UN");
    }

    private void create(long time, String alias, String type, String parent, String name) {
        writer.at(time, PajeEvent.CREATE_CONTAINER, alias, type, parent, quoted(name));
        containers.push(new String[] {type, alias});
    }

    void destroy(long time) {
        containers.forEach(container -> writer.at(time, PajeEvent.DESTROY_CONTAINER, container));
    }
}
