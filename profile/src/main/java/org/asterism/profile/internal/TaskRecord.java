package org.asterism.profile.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.profile.Decision;
import org.asterism.profile.Moment;
import org.asterism.profile.TaskHistory;

/** The history of one task. Any thread; the monitor of the record guards all that changes. */
final class TaskRecord {
    static final long NEVER = Long.MIN_VALUE;

    private static final Moment[] MOMENTS = Moment.values();

    private final long id;
    private final String codelet;
    private final String context;
    private final long[] times = new long[MOMENTS.length];
    private final List<Long> predecessors = new ArrayList<>(2);
    private final List<Long> successors = new ArrayList<>(2);

    /** Null as soon as the task has ended: a history must not keep a program's objects. */
    private Task task;

    /** The clock of the context that counts the task as unfinished; null as soon as none does. */
    private ContextClock counting;

    /** Where the counters have it. */
    private final CountedTask counted;

    private String releaser = "";
    private String releasingCodelet = "";
    private int priority;
    private TaskState lastState;
    private List<TaskHistory.Use> data;
    private Worker worker;
    private String workerName;
    private String policy;
    private Decision decision;

    /** Null if it belongs to no iteration. */
    private IterationTally iteration;

    TaskRecord(Task task, ContextClock counting, CountedTask counted) {
        this.task = task;
        this.counted = counted;
        this.counting = counting;
        id = task.id();
        codelet = task.codelet().name();
        context = task.context().name();
        Arrays.fill(times, NEVER);
    }

    long id() {
        return id;
    }

    String codelet() {
        return codelet;
    }

    @Override
    public String toString() {
        return codelet + "#" + id;
    }

    synchronized Task task() {
        return task;
    }

    /** Notes which context counts the task from now on, or null for none; returns the one that did. */
    synchronized ContextClock countedBy(ContextClock next) {
        ContextClock before = counting;
        counting = next;
        return before;
    }

    CountedTask counted() {
        return counted;
    }

    synchronized void at(Moment moment, long time) {
        times[moment.ordinal()] = time;
    }

    synchronized long time(Moment moment) {
        return times[moment.ordinal()];
    }

    /** Notes the iteration that it was submitted in. */
    synchronized void belongsTo(IterationTally to) {
        iteration = to;
    }

    /** The iteration that it was submitted in, or null. */
    synchronized IterationTally iteration() {
        return iteration;
    }

    /** A worker was idle before it had this task, or its data. */
    void awaited(long nanos) {
        IterationTally of = iteration();
        if (of != null) {
            of.idle(nanos);
        }
    }

    synchronized void decided(Decision last) {
        decision = last;
    }

    synchronized Decision decision() {
        return decision;
    }

    synchronized void taken(Worker by, String from) {
        worker = by;
        workerName = by.name();
        policy = from;
        data = task == null ? data : uses(task); // an ended task has none any more
    }

    /** The worker that took it last, until it has ended; null if none has. */
    synchronized Worker worker() {
        return worker;
    }

    /** Whether a worker has it. */
    synchronized boolean isUnderWay() {
        return task != null && worker != null && times[Moment.ENDED.ordinal()] == NEVER;
    }

    /** Notes a task that has ended while this one waited for it. */
    synchronized void follows(TaskRecord predecessor) {
        add(predecessors, predecessor.id);
        releaser = predecessor.toString();
        releasingCodelet = predecessor.codelet;
    }

    /** The predecessor that ended last, such as {@code potrf#1}; empty if none is known. */
    synchronized String releaser() {
        return releaser;
    }

    /** The codelet of the predecessor that ended last; empty if none is known. */
    synchronized String releasingCodelet() {
        return releasingCodelet;
    }

    synchronized void precedes(long successor) {
        add(successors, successor);
    }

    private static void add(List<Long> ids, long neighbour) {
        if (ids.size() < TaskHistory.MOST_NEIGHBOURS && !ids.contains(neighbour)) {
            ids.add(neighbour);
        }
    }

    /** Whether the task uses some data; false once it has ended. */
    synchronized boolean uses(DataHandle handle) {
        for (int index = 0; task != null && index < task.dataCount(); index++) {
            if (task.handle(index) == handle) {
                return true;
            }
        }
        return false;
    }

    /** Copies what is still to be known of the task, and lets go of it. False if that was done before. */
    synchronized boolean end() {
        if (task == null) {
            return false;
        }
        priority = task.priority();
        lastState = task.state();
        data = data == null ? uses(task) : data;
        task = null;
        worker = null;
        return true;
    }

    private static List<TaskHistory.Use> uses(Task task) {
        int count = Math.min(task.dataCount(), TaskHistory.MOST_NEIGHBOURS);
        List<TaskHistory.Use> uses = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            DataHandle handle = task.handle(index);
            uses.add(new TaskHistory.Use(handle.name(), task.accessMode(index).toString(), handle.bytes()));
        }
        return uses;
    }

    synchronized TaskHistory history() {
        Map<Moment, Long> moments = new EnumMap<>(Moment.class);
        for (Moment moment : MOMENTS) {
            if (times[moment.ordinal()] != NEVER) {
                moments.put(moment, times[moment.ordinal()]);
            }
        }
        return new TaskHistory(
                id,
                codelet,
                context,
                task == null ? priority : task.priority(),
                task == null ? lastState : task.state(),
                moments,
                Optional.ofNullable(workerName),
                Optional.ofNullable(policy),
                Optional.ofNullable(decision),
                predecessors,
                successors,
                data == null ? uses(task) : data,
                iteration == null ? List.of() : iteration.numbers());
    }
}
