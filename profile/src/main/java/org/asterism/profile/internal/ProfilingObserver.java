package org.asterism.profile.internal;

import java.util.Optional;
import java.util.function.BooleanSupplier;
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
import org.asterism.api.observation.HeldTask;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.profile.Decision;
import org.asterism.profile.Moment;
import org.asterism.profile.internal.CountedTask.Stage;

/** Passes the events of a runtime on to the tallies that they concern. */
final class ProfilingObserver implements RuntimeObserver {
    private final Tallies tallies;
    private final Clock clock;
    private final TaskGraph graph;
    private final BooleanSupplier paused;
    private final Supplier<Optional<Iteration>> currentIteration;

    /** The worker that each thread stepped last: callbacks on its thread are its. */
    private final Stepped stepped;

    ProfilingObserver(Tallies tallies, TaskRuntime runtime) {
        this.tallies = tallies;
        stepped = Stepped.onThisThread();
        clock = runtime.clock();
        graph = runtime.graph();
        paused = runtime::isPaused;
        currentIteration = runtime::currentIteration;
    }

    /** For events of the past: their source knows the times, and tells of successors by itself. */
    ProfilingObserver(Tallies tallies, Stepped stepped, Clock clock) {
        this.tallies = tallies;
        this.stepped = stepped;
        this.clock = clock;
        graph = Tallies.UNKNOWN_GRAPH;
        paused = () -> false;
        currentIteration = Optional::empty;
    }

    private TaskRecord record(Task task, long now) {
        return tallies.record(task, now);
    }

    private ContextClock context(TaskRecord record, Task task, long now) {
        return tallies.context(record, task, now);
    }

    private WorkerClock clock(Worker worker, long now) {
        WorkerClock found = tallies.workers().clock(worker, now);
        stepped.set(found);
        return found;
    }

    @Override
    public void submitted(Task task) {
        long now = clock.nanoTime();
        TaskRecord record = record(task, now);
        record.at(Moment.SUBMITTED, now);
        record.counted().submitted();
        Optional<Iteration> iteration = currentIteration.get();
        if (iteration.isPresent()) {
            IterationTally tally = tallies.iterations().of(iteration.get().numbers());
            tally.submitted();
            record.belongsTo(tally);
        }
    }

    @Override
    public void ready(Task task) {
        long now = clock.nanoTime();
        TaskRecord record = record(task, now);
        record.at(Moment.READY, now);
        record.counted().moveTo(Stage.READY);
        if (task.codelet().isWithoutWork()) {
            releases(task, record);
        } else {
            context(record, task, now).ready(record, now);
        }
    }

    @Override
    public void pushed(Task task) {
        long now = clock.nanoTime();
        TaskRecord record = record(task, now);
        record.at(Moment.PUSHED, now);
        record.counted().moveTo(Stage.READY);
        Worker before = record.worker();
        if (before != null) {
            tallies.workers().clock(before, now).dropped(record, now);
        }
        context(record, task, now).pushed(record, task, now, paused.getAsBoolean());
    }

    @Override
    public void decided(Task task, Worker worker, double start, double length, double transfer, double joules) {
        record(task, clock.nanoTime()).decided(new Decision(worker.name(), start, length, transfer, joules));
    }

    @Override
    public void popped(Task task, Worker worker, String policy) {
        long now = clock.nanoTime();
        TaskRecord record = record(task, now);
        record.at(Moment.POPPED, now);
        record.taken(worker, policy);
        context(record, task, now).popped(record, now);
        clock(worker, now).popped(record, now);
    }

    @Override
    public void fetching(Task task, Worker worker) {
        long now = clock.nanoTime();
        TaskRecord record = record(task, now);
        record.at(Moment.FETCHING, now);
        clock(worker, now).fetching(record, now);
    }

    @Override
    public void fetched(Task task, Worker worker) {
        long now = clock.nanoTime();
        TaskRecord record = record(task, now);
        record.at(Moment.FETCHED, now);
        clock(worker, now).fetched(record, now);
    }

    @Override
    public void launched(Task task, Worker worker, long time) {
        TaskRecord record = record(task, time);
        record.at(Moment.STARTED, time);
        record.counted().moveTo(Stage.LAUNCHED);
        clock(worker, time).launched(time);
    }

    @Override
    public void executed(Task task, Worker worker, long begin, long end) {
        TaskRecord record = record(task, end);
        record.at(Moment.STARTED, begin);
        record.at(Moment.ENDED, end);
        tallies.counters().executed(record.counted(), worker, end - begin);
        tallies.codelets().executed(record.codelet(), worker.architecture().name(), end - begin);
        if (record.iteration() != null) {
            record.iteration().executed(begin, end);
        }
        double joules = tallies.energy().joules(task, worker);
        clock(worker, end).executed(record, begin, end, task.flops(), joules);
        releases(task, record);
    }

    private void releases(Task task, TaskRecord record) {
        graph.forEachSuccessor(task, successor -> tallies.released(record, successor));
    }

    @Override
    public void tookPart(Task task, Worker worker, int rank, long begin, long end) {
        clock(worker, end).tookPart(begin, end);
    }

    @Override
    public void completed(Task task) {
        long now = clock.nanoTime();
        TaskRecord record = tallies.tasks().get(task);
        if (record != null) {
            record.at(Moment.COMPLETED, now);
            Worker last = record.worker();
            if (last != null) {
                tallies.workers().clock(last, now).dropped(record, now);
            }
            if (record.iteration() != null) {
                record.iteration().completed();
            }
            tallies.finish(task, now);
        }
    }

    @Override
    public void callbackBegan(Task task) {
        WorkerClock here = stepped.get();
        if (here != null) {
            here.callbackBegan(clock.nanoTime());
        }
    }

    @Override
    public void callbackEnded(Task task) {
        WorkerClock here = stepped.get();
        if (here != null) {
            here.callbackEnded(clock.nanoTime());
        }
    }

    @Override
    public void slept(Worker worker) {
        long now = clock.nanoTime();
        boolean isPaused = paused.getAsBoolean();
        for (ContextClock context : tallies.workers().of(worker)) {
            context.found(isPaused, now);
        }
        WorkerClock sleeper = clock(worker, now);
        sleeper.slept(now);
        tallies.sight().look(sleeper);
    }

    @Override
    public void woke(Worker worker) {
        long now = clock.nanoTime();
        clock(worker, now).woke(now);
    }

    @Override
    public void transferred(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
        tallies.links().transferred(from, to, bytes, end - begin);
        tallies.workers().transferred(handle, from, to, begin, end);
    }

    @Override
    public void held(HeldTask held) {
        long now = clock.nanoTime();
        TaskRecord record = record(held.task(), now);
        context(record, held.task(), now).held(record, now);
        if (held.worker().isPresent()) {
            clock(held.worker().get(), now).held(held.place(), held.task().toString(), now);
        }
    }

    @Override
    public void continued(HeldTask held) {
        long now = clock.nanoTime();
        TaskRecord record = record(held.task(), now);
        context(record, held.task(), now).continued(record, now);
        if (held.worker().isPresent()) {
            clock(held.worker().get(), now).continued(now);
        }
    }

    @Override
    public void policyChanged(SchedulingContext context, Optional<String> before, Optional<String> now) {
        long time = clock.nanoTime();
        tallies.workers().context(context, time).parked(now.isEmpty(), time);
    }

    @Override
    public void joined(Worker worker, SchedulingContext context) {
        tallies.workers().joined(worker, context, clock.nanoTime());
    }

    @Override
    public void left(Worker worker, SchedulingContext context) {
        tallies.workers().left(worker, context, clock.nanoTime());
    }
}
