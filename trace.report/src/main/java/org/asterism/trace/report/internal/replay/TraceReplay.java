package org.asterism.trace.report.internal.replay;

import java.util.HashMap;
import java.util.Map;
import org.asterism.api.Codelet;
import org.asterism.api.MemoryNode;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.profile.Profile;
import org.asterism.profile.ProfileReplay;
import org.asterism.profile.ProfilerSettings;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceWorker;

/** Passes the events of a recording on to a profile. It keeps unfinished tasks only. For one thread. */
public final class TraceReplay {
    /** Finished tasks are in the recording, so the profile need not remember them. */
    private static final ProfilerSettings SETTINGS = new ProfilerSettings(
            0,
            ProfilerSettings.defaults().lateWakeUp(),
            ProfilerSettings.defaults().holding(),
            ProfilerSettings.defaults().powercap(),
            ProfilerSettings.defaults().nvml());

    private final FirstStates first;
    private final ProfileReplay profile;
    private final Handles handles = new Handles();
    private final Map<Long, ReplayedTask> tasks = new HashMap<>();
    private final Map<Integer, ReplayedWorker> workers = new HashMap<>();
    private final Map<String, ReplayedContext> contexts = new HashMap<>();
    private final Map<Integer, MemoryNode> nodes = new HashMap<>();
    private final Map<String, Codelet> codelets = new HashMap<>();

    /**
     * Begins before the first event.
     *
     * @param trace the recording
     * @param first what its events say about the time before them
     */
    public TraceReplay(Trace trace, FirstStates first) {
        this.first = first;
        profile = new ProfileReplay(trace.firstTime(), SETTINGS);
        RuntimeObserver observer = profile.at(trace.firstTime(), 0);
        for (TraceWorker recorded : trace.workers()) {
            Worker worker = worker(recorded);
            first.contexts(recorded).forEach(name -> observer.joined(worker, context(name)));
            profile.include(worker);
        }
    }

    /**
     * Passes an event on.
     *
     * @param event the next event of the recording
     * @param codelet the codelet of its task; anything if it is about no task
     * @param context the context of its task
     */
    public void add(TraceEvent event, String codelet, String context) {
        RuntimeObserver observer = profile.at(event.time(), event.thread().id());
        switch (event) {
            // These come after the end of their task, too. The profile does not ask for it.
            case TraceEvent.CallbackBegan _ -> observer.callbackBegan(null);
            case TraceEvent.CallbackEnded _ -> observer.callbackEnded(null);
            case TraceEvent.TookPart it ->
                observer.tookPart(null, worker(it.worker()), it.rank(), it.begin(), it.end());
            case TraceEvent.OfTask of -> ofTask(of, task(of.task(), codelet, context), observer);
            case TraceEvent.Slept it -> observer.slept(worker(it.worker()));
            case TraceEvent.Woke it -> observer.woke(worker(it.worker()));
            case TraceEvent.Transferred it ->
                observer.transferred(
                        handles.of(it.handle()), node(it.from()), node(it.to()), it.bytes(), it.begin(), it.end());
            case TraceEvent.PolicyChanged it -> {
                context(it.context());
                contexts.get(it.context()).uses(it.now());
                observer.policyChanged(context(it.context()), it.before(), it.now());
            }
            case TraceEvent.Joined it -> observer.joined(worker(it.worker()), context(it.context()));
            case TraceEvent.Left it -> observer.left(worker(it.worker()), context(it.context()));
            case TraceEvent.Lost it -> {
                worker(it.worker());
                workers.get(it.worker().id()).stopped();
            }
            default -> {
                // Begins of copies and memory do not matter to a profile.
            }
        }
    }

    private void ofTask(TraceEvent.OfTask event, ReplayedTask replayed, RuntimeObserver observer) {
        Task task = replayed.task;
        switch (event) {
            case TraceEvent.Submitted it -> {
                replayed.submitted(it.accesses(), it.priority(), it.flops());
                observer.submitted(task);
            }
            case TraceEvent.Dependency it -> {
                ReplayedTask successor = tasks.get(it.successor());
                if (successor != null) {
                    profile.released(task, successor.task);
                }
            }
            case TraceEvent.Ready _ -> observer.ready(task);
            case TraceEvent.Pushed _ -> observer.pushed(task);
            case TraceEvent.Decided it ->
                observer.decided(task, worker(it.worker()), it.start(), it.length(), it.transfer(), it.joules());
            case TraceEvent.Popped it ->
                observer.popped(task, worker(it.worker()), it.policy().orElse(null));
            case TraceEvent.Fetching it -> observer.fetching(task, worker(it.worker()));
            case TraceEvent.Fetched it -> observer.fetched(task, worker(it.worker()));
            case TraceEvent.Launched it -> observer.launched(task, worker(it.worker()), it.time());
            case TraceEvent.Executed it -> observer.executed(task, worker(it.worker()), it.begin(), it.end());
            case TraceEvent.Completed it -> {
                replayed.ended(it.state());
                observer.completed(task);
                tasks.remove(it.task());
            }
            default -> {
                // See above.
            }
        }
    }

    /** Sets all figures to 0 before the event at a time. */
    public void reset(long time) {
        profile.reset(time);
    }

    /**
     * Returns the figures since the last reset.
     *
     * @param time until when they count, in nanoseconds
     * @return the profile
     */
    public Profile profile(long time) {
        return profile.profile(time);
    }

    private ReplayedTask task(long id, String codelet, String context) {
        return tasks.computeIfAbsent(
                id,
                _ -> new ReplayedTask(id, codelet(codelet), context(context), handles, first.architectures(codelet)));
    }

    private Codelet codelet(String name) {
        return codelets.computeIfAbsent(
                name,
                _ -> first.isWithoutWork(name)
                        ? Codelet.without(name)
                        : Codelet.named(name).cpu(_ -> {}).build());
    }

    private SchedulingContext context(String name) {
        return contexts.computeIfAbsent(name, _ -> new ReplayedContext(name, first.policy(name))).context;
    }

    private Worker worker(TraceWorker recorded) {
        return workers.computeIfAbsent(recorded.id(), _ -> new ReplayedWorker(recorded, first.state(recorded))).worker;
    }

    private MemoryNode node(TraceNode recorded) {
        return nodes.computeIfAbsent(recorded.id(), _ -> ReplayedNode.of(recorded));
    }
}
