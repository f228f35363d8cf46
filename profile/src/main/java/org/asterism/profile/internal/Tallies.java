package org.asterism.profile.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.asterism.api.Clock;
import org.asterism.api.Observation;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.profile.CounterSample;
import org.asterism.profile.CounterScope;
import org.asterism.profile.CounterSet;
import org.asterism.profile.IdleCause;
import org.asterism.profile.Profile;
import org.asterism.profile.ProfilerSettings;
import org.asterism.profile.TaskHistory;
import org.asterism.profile.WorkerProfile;

/** All figures of one profiler, kept up to date while it observes. Any thread. */
public final class Tallies {
    /** Graph of events of the past: their successors are told one by one. */
    static final TaskGraph UNKNOWN_GRAPH = (task, visitor) -> {};

    private final TaskBook tasks;
    private final Workers workers;
    private final Links links = new Links();
    private final Codelets codelets = new Codelets();
    private final Iterations iterations = new Iterations();
    private final CounterBoard counters = new CounterBoard();
    private final EnergyTally energy;
    private final Sight sight;
    private final Clock clock;
    private final Observation observation;
    private volatile long since;

    /**
     * Begins to observe.
     *
     * @param runtime is observed
     * @param settings how to do it
     */
    public Tallies(TaskRuntime runtime, ProfilerSettings settings) {
        clock = runtime.clock();
        tasks = new TaskBook(settings.finishedTasks());
        workers = new Workers(settings);
        energy = new EnergyTally(runtime, new Rapl(settings.powercap()), new GpuEnergy(settings.nvml()));
        sight = new Sight(runtime.graph(), workers);
        since = clock.nanoTime();
        for (SchedulingContext context : runtime.contexts()) {
            context.workers().forEach(worker -> workers.joined(worker, context, since));
        }
        runtime.workers().forEach(worker -> workers.clock(worker, since));
        observation = runtime.observe(new ProfilingObserver(this, runtime));
        takeOver(runtime.unfinishedTasks());
    }

    /** Tallies of events that are told to them; nothing is observed. */
    Tallies(Clock clock, ProfilerSettings settings) {
        this.clock = clock;
        tasks = new TaskBook(settings.finishedTasks());
        workers = new Workers(settings);
        energy = EnergyTally.unknown(settings);
        sight = new Sight(UNKNOWN_GRAPH, workers);
        since = clock.nanoTime();
        observation = () -> {};
    }

    /** Notes that the end of a task releases another one. */
    void released(TaskRecord record, Task successor) {
        record.precedes(successor.id());
        TaskRecord next = tasks.get(successor);
        if (next != null) {
            next.follows(record);
        }
    }

    /** Makes records of tasks that were submitted before; not of those that end meanwhile. */
    private void takeOver(List<Task> unfinished) {
        for (Task task : unfinished) {
            long now = clock.nanoTime();
            TaskRecord record = record(task, now);
            if (task.state() == TaskState.READY) {
                context(record, task, now).tookOver(record, task, now);
            }
            if (task.state().isFinal()) {
                finish(task, now);
            }
        }
    }

    /** The record of a task, made if there is none yet. */
    TaskRecord record(Task task, long now) {
        TaskRecord known = tasks.get(task);
        if (known != null) {
            return known;
        }
        ContextClock context = workers.context(task.context(), now);
        TaskRecord added = new TaskRecord(task, context, counters.count(task));
        TaskRecord before = tasks.add(added);
        if (before != null) {
            added.counted().end();
            return before;
        }
        context.submitted(now);
        return added;
    }

    /** The clock of a task's context. If an heir has taken over the task, it counts there from now on. */
    ContextClock context(TaskRecord record, Task task, long now) {
        ContextClock context = workers.context(task.context(), now);
        ContextClock before = record.countedBy(context);
        if (before != context) {
            if (before != null) {
                before.departed(record, now);
            }
            context.submitted(now);
        }
        return context;
    }

    /** Enters the end of a task where the task counts: it does not say any more which context had it last. */
    void finish(Task task, long now) {
        TaskRecord record = tasks.finish(task);
        if (record != null) {
            record.counted().end();
        }
        ContextClock context = record == null ? null : record.countedBy(null);
        if (context != null) {
            context.departed(record, now);
        }
    }

    TaskBook tasks() {
        return tasks;
    }

    Workers workers() {
        return workers;
    }

    Links links() {
        return links;
    }

    Codelets codelets() {
        return codelets;
    }

    Iterations iterations() {
        return iterations;
    }

    CounterBoard counters() {
        return counters;
    }

    EnergyTally energy() {
        return energy;
    }

    Sight sight() {
        return sight;
    }

    /**
     * The figures since the last reset.
     *
     * @return as of now
     */
    public Profile profile() {
        long now = clock.nanoTime();
        List<WorkerClock> clocks = workers.all();
        List<WorkerProfile> profiles =
                clocks.stream().map(clock -> clock.profile(now)).toList();
        List<IdleCause> causes = new ArrayList<>();
        clocks.forEach(clock -> causes.addAll(clock.causes()));
        causes.sort(Comparator.comparingLong(IdleCause::nanos).reversed());
        List<Worker> all = clocks.stream().map(WorkerClock::worker).toList();
        return new Profile(
                since,
                now,
                tasks.completed(),
                tasks.unfinished().size(),
                profiles,
                links.profiles(),
                codelets.profiles(),
                iterations.profiles(),
                causes,
                counters(now),
                energy.energy(profiles, all));
    }

    private List<CounterSample> counters(long now) {
        return Stream.of(CounterScope.values())
                .flatMap(scope -> counters.read(CounterSet.of(scope), now).stream())
                .toList();
    }

    /**
     * The histories of tasks, which can be read for ever: they keep nothing else of these tallies.
     *
     * @return gives the history of the task with a number; empty if it is unknown, or forgotten
     */
    public LongFunction<Optional<TaskHistory>> histories() {
        return tasks::history;
    }

    /** Sets all figures to 0, and forgets finished tasks. */
    public void reset() {
        long now = clock.nanoTime();
        since = now;
        tasks.reset();
        links.reset();
        codelets.reset();
        iterations.reset();
        counters.reset();
        energy.reset();
        workers.all().forEach(clock -> clock.reset(now));
    }

    /**
     * Ends the observation. After that the histories keep no task.
     *
     * @return the last figures
     */
    public Profile close() {
        observation.close();
        Profile last = profile();
        energy.close();
        tasks.letGo();
        return last;
    }
}
