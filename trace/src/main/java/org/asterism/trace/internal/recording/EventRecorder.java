package org.asterism.trace.internal.recording;

import java.util.Optional;
import java.util.function.Supplier;
import org.asterism.api.Clock;
import org.asterism.api.Iteration;
import org.asterism.api.MemoryNode;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.api.tree.TreeView;
import org.asterism.trace.internal.format.EventKind;
import org.asterism.trace.internal.format.Head;

/**
 * Writes a record for each event into the lane of the reporting thread.
 *
 * <p>A reading of the clock costs more than a record. So the recorder takes the times that come with events, and an
 * event that follows another one at once has the same time.
 */
final class EventRecorder implements RuntimeObserver {
    private final Clock clock;
    private final TaskGraph graph;
    private final Lanes lanes;
    private final Names names;
    private final Machine machine;
    private final HandleNumbers handles;
    private final Submissions submissions;
    private final Supplier<Optional<Iteration>> currentIteration;

    private final Trees trees;

    EventRecorder(TaskRuntime runtime, Definitions definitions, Lanes lanes, Names names, HandleNumbers handles) {
        clock = runtime.clock();
        graph = runtime.graph();
        this.lanes = lanes;
        this.names = names;
        this.handles = handles;
        machine = new Machine(runtime, definitions);
        currentIteration = runtime::currentIteration;
        submissions = new Submissions(handles);
        trees = new Trees(definitions, names, lanes, clock);
    }

    /** Records what contexts had before they were observed. */
    void begin(TaskRuntime runtime) {
        trees.begin(runtime.contexts());
    }

    private long orNow(long known) {
        return known == Long.MIN_VALUE ? clock.nanoTime() : known;
    }

    // The life of a task.

    @Override
    public void submitted(Task task) {
        submissions.record(task, currentIteration.get().orElse(null), lanes.current(), clock.nanoTime());
    }

    @Override
    public void ready(Task task) {
        Lane lane = lanes.current();
        long id = task.id();
        long known = lane.timeAfter(EventKind.SUBMITTED, id);
        long now = orNow(known == Long.MIN_VALUE ? lane.timeAfterRelease() : known);
        record(lane, EventKind.READY, 0, id, now);
        if (task.codelet().isWithoutWork()) { // it is not executed, so this is the last moment
            recordSuccessors(lane, task, now);
        }
    }

    @Override
    public void pushed(Task task) {
        Lane lane = lanes.current();
        long id = task.id();
        record(lane, EventKind.PUSHED, 0, id, orNow(lane.timeAfter(EventKind.READY, id)));
    }

    @Override
    public void decided(Task task, Worker worker, double start, double length, double transfer, double joules) {
        Lane lane = lanes.current();
        long id = task.id();
        if (lane.begin(EventKind.DECIDED, machine.number(worker), 6, id, clock.nanoTime())) {
            lane.put(Head.task(id, 0));
            lane.put(Double.doubleToRawLongBits(start));
            lane.put(Double.doubleToRawLongBits(length));
            lane.put(Double.doubleToRawLongBits(transfer));
            lane.put(Double.doubleToRawLongBits(joules));
            lane.end();
        }
    }

    @Override
    public void stored(Task task, SchedulingContext context, String component) {
        Lane lane = lanes.current();
        long id = task.id();
        int where = component.isEmpty() ? 0 : lane.name(component);
        long word = Head.task(id, lane.name(context.name()));
        long now = orNow(lane.timeAfter(EventKind.PUSHED, id));
        lane.record(EventKind.STORED, where, word, id, now);
    }

    @Override
    public void popped(Task task, Worker worker, String policy) {
        Lane lane = lanes.current();
        int name = lane.name(policy);
        long id = task.id();
        lane.record(EventKind.POPPED, machine.number(worker), Head.task(id, name), id, clock.nanoTime());
    }

    @Override
    public void fetching(Task task, Worker worker) {
        Lane lane = lanes.current();
        long id = task.id();
        record(lane, EventKind.FETCHING, machine.number(worker), id, orNow(lane.timeAfter(EventKind.POPPED, id)));
    }

    @Override
    public void fetched(Task task, Worker worker) {
        record(lanes.current(), EventKind.FETCHED, machine.number(worker), task.id(), clock.nanoTime());
    }

    @Override
    public void launched(Task task, Worker worker, long time) {
        record(lanes.current(), EventKind.LAUNCHED, machine.number(worker), task.id(), time);
    }

    @Override
    public void executed(Task task, Worker worker, long begin, long end) {
        Lane lane = lanes.current();
        long id = task.id();
        if (lane.begin(EventKind.EXECUTED, machine.number(worker), 4, id, end)) {
            lane.put(Head.task(id, 0));
            lane.put(begin);
            lane.put(end);
            lane.end();
        }
        recordSuccessors(lane, task, end);
    }

    @Override
    public void tookPart(Task task, Worker worker, int rank, long begin, long end) {
        Lane lane = lanes.current();
        long id = task.id();
        if (lane.begin(EventKind.TOOK_PART, machine.number(worker), 4, id, end)) {
            lane.put(Head.task(id, rank));
            lane.put(begin);
            lane.put(end);
            lane.end();
        }
    }

    private void recordSuccessors(Lane lane, Task task, long now) {
        Successors successors = lane.successors();
        graph.forEachSuccessor(task, successors);
        int count = successors.count();
        long id = task.id();
        if (count > 0 && lane.begin(EventKind.DEPENDENCIES, 0, 2 + count, id, now)) {
            lane.put(Head.task(id, 0));
            for (int index = 0; index < count; index++) {
                lane.put(successors.id(index));
            }
            lane.end();
        }
    }

    @Override
    public void completed(Task task) {
        Lane lane = lanes.current();
        long id = task.id();
        long known = lane.timeAfter(EventKind.EXECUTED, id);
        known = known == Long.MIN_VALUE ? lane.timeAfter(EventKind.DEPENDENCIES, id) : known;
        known = known == Long.MIN_VALUE ? lane.timeAfter(EventKind.CALLBACK_ENDED, id) : known;
        int state = switch (task.state()) {
            case FAILED -> 1;
            case CANCELLED -> 2;
            default -> 0;
        };
        record(lane, EventKind.COMPLETED, state, id, orNow(known));
    }

    private static void record(Lane lane, EventKind kind, int small, long task, long now) {
        lane.record(kind, small, Head.task(task, 0), task, now);
    }

    // Iterations of programs.

    @Override
    public void iterationBegan(Iteration iteration) {
        record(EventKind.ITERATION_BEGAN, iteration);
    }

    @Override
    public void iterationEnded(Iteration iteration) {
        record(EventKind.ITERATION_ENDED, iteration);
    }

    private void record(EventKind kind, Iteration iteration) {
        int level = iteration.numbers().size();
        lanes.current().record(kind, level, iteration.number(), 0, clock.nanoTime());
    }

    // Workers and callbacks.

    @Override
    public void callbackBegan(Task task) {
        record(lanes.current(), EventKind.CALLBACK_BEGAN, 0, task.id(), clock.nanoTime());
    }

    @Override
    public void callbackEnded(Task task) {
        record(lanes.current(), EventKind.CALLBACK_ENDED, 0, task.id(), clock.nanoTime());
    }

    @Override
    public void slept(Worker worker) {
        record(EventKind.SLEPT, worker);
    }

    @Override
    public void woke(Worker worker) {
        record(EventKind.WOKE, worker);
    }

    private void record(EventKind kind, Worker worker) {
        Lane lane = lanes.current();
        if (lane.begin(kind, machine.number(worker), 1, 0, clock.nanoTime())) {
            lane.end();
        }
    }

    // Data.

    @Override
    public void transferBegan(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin) {
        Lane lane = lanes.current();
        long nodes = Head.pair(machine.number(from), machine.number(to));
        int number = handles.number(handle);
        if (lane.begin(EventKind.TRANSFER_BEGAN, 0, 5, 0, begin)) {
            lane.put(number);
            lane.put(nodes);
            lane.put(bytes);
            lane.put(begin);
            lane.end();
        }
    }

    @Override
    public void transferred(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
        recordEnd(EventKind.TRANSFERRED, handle, from, to, bytes, begin, end);
    }

    @Override
    public void transferFailed(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
        recordEnd(EventKind.TRANSFER_FAILED, handle, from, to, bytes, begin, end);
    }

    private void recordEnd(
            EventKind kind, DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
        Lane lane = lanes.current();
        long nodes = Head.pair(machine.number(from), machine.number(to));
        int number = handles.number(handle);
        if (lane.begin(kind, 0, 6, 0, end)) {
            lane.put(number);
            lane.put(nodes);
            lane.put(bytes);
            lane.put(begin);
            lane.put(end);
            lane.end();
        }
    }

    @Override
    public void allocated(DataHandle handle, MemoryNode node, long bytes) {
        record(EventKind.ALLOCATED, handle, node, bytes, false);
    }

    @Override
    public void freed(DataHandle handle, MemoryNode node, long bytes, boolean evicted) {
        record(EventKind.FREED, handle, node, bytes, evicted);
    }

    private void record(EventKind kind, DataHandle handle, MemoryNode node, long bytes, boolean evicted) {
        Lane lane = lanes.current();
        int number = handles.number(handle);
        int memory = machine.number(node);
        if (lane.begin(kind, evicted ? 1 : 0, 3, 0, clock.nanoTime())) {
            lane.put(Head.pair(memory, number));
            lane.put(bytes);
            lane.end();
        }
    }

    // Rare events.

    @Override
    public void policyChanged(SchedulingContext context, Optional<String> before, Optional<String> now) {
        Lane lane = lanes.current();
        int name = names.number(context.name());
        long policies = Head.pair(names.number(before.orElse(null)), names.number(now.orElse(null)));
        if (lane.begin(EventKind.POLICY_CHANGED, 0, 3, 0, clock.nanoTime())) {
            lane.put(name);
            lane.put(policies);
            lane.end();
        }
    }

    @Override
    public void treeChanged(SchedulingContext context, Optional<TreeView> tree) {
        trees.changed(context, tree);
    }

    @Override
    public void joined(Worker worker, SchedulingContext context) {
        record(EventKind.JOINED, worker, context.name());
    }

    @Override
    public void left(Worker worker, SchedulingContext context) {
        record(EventKind.LEFT, worker, context.name());
    }

    @Override
    public void lost(Worker worker, Throwable cause) {
        record(EventKind.LOST, worker, String.valueOf(cause));
    }

    private void record(EventKind kind, Worker worker, String text) {
        Lane lane = lanes.current();
        int name = names.number(text);
        lane.record(kind, machine.number(worker), name, 0, clock.nanoTime());
    }
}
