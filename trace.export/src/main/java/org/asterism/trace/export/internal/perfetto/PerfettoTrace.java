package org.asterism.trace.export.internal.perfetto;

import java.util.HashMap;
import java.util.Map;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.export.internal.perfetto.TrackEvents.Details;
import org.asterism.trace.export.internal.tasks.TaskCounts;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.tasks.TaskRecords;
import org.asterism.trace.export.internal.timeline.Links;
import org.asterism.trace.export.internal.timeline.Links.Link;
import org.asterism.trace.export.internal.timeline.Memories;
import org.asterism.trace.export.internal.timeline.WorkerState;
import org.asterism.trace.export.internal.timeline.WorkerStates;

/** Translates the events of one recording into track events. */
final class PerfettoTrace {
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private final Tracks tracks;
    private final TrackEvents events;
    private final Annotations annotations;
    private final ContextTracks contexts;
    private final IterationSlices iterations;
    private final LinkLanes lanes = new LinkLanes();
    private final TaskRecords tasks = new TaskRecords();
    private final TaskCounts counts = new TaskCounts(
            (time, count) -> count(time, count, 0, "submitted tasks"),
            (time, count) -> count(time, count, 1, "ready tasks"));
    private final Memories memories = new Memories();
    private final WorkerStates states = new WorkerStates(this::stateChanged);
    private final Links links = new Links(states.timeline(), this::bandwidthChanged);
    private final Map<TraceWorker, Long> openStates = new HashMap<>();
    private final long end;

    PerfettoTrace(Packets packets, Trace trace) {
        tracks = new Tracks(packets);
        events = new TrackEvents(packets);
        annotations = new Annotations(packets);
        contexts = new ContextTracks(tracks, events);
        iterations = new IterationSlices(tracks, events);
        end = trace.lastTime();
        trace.workers().forEach(tracks::worker);
    }

    void add(TraceEvent event) {
        TaskRecord task = tasks.add(event);
        counts.add(event);
        TraceNode node = memories.add(event);
        if (node != null) {
            events.counter(tracks.memory(node), event.time(), memories.used(node));
        }
        links.add(event);
        states.add(event, task);
        contexts.add(event);
        iterations.add(event);
        switch (event) {
            case TraceEvent.Submitted it ->
                events.instant(
                        tracks.thread(it.thread()),
                        "submission",
                        "submit " + it.codelet(),
                        it.time(),
                        more -> annotations.task(more, it.task()));
            case TraceEvent.Completed _ -> executed(task);
            case TraceEvent.TookPart it ->
                events.slice(
                        tracks.worker(it.worker()),
                        "task",
                        name(task),
                        it.begin(),
                        it.end(),
                        more -> annotations.task(more, it.task()));
            case TraceEvent.CallbackBegan it ->
                events.begin(
                        tracks.thread(it.thread()),
                        "callback",
                        "callback",
                        it.time(),
                        more -> annotations.task(more, it.task()));
            case TraceEvent.CallbackEnded it -> events.end(tracks.thread(it.thread()), it.time());
            case TraceEvent.Transferred it ->
                transfer(new Link(it.from(), it.to()), it.handle().name(), it.begin(), it.end(), it.bytes());
            case TraceEvent.TransferFailed it ->
                transfer(
                        new Link(it.from(), it.to()),
                        it.handle().name() + " (failed)",
                        it.begin(),
                        it.end(),
                        it.bytes());
            case TraceEvent.Freed it
            when it.evicted() ->
                events.instant(
                        tracks.process(), "data", "evicted from " + it.node().name(), it.time(), Details.NONE);
            case TraceEvent.Lost it ->
                events.instant(tracks.worker(it.worker()), "worker", "device lost", it.time(), Details.NONE);
            case TraceEvent.EventsLost it ->
                events.instant(
                        tracks.thread(it.thread()), "trace", it.count() + " events lost", it.time(), Details.NONE);
            default -> {
                // Shown by counters, states and flows.
            }
        }
    }

    private static String name(TaskRecord task) {
        return task == null ? "task" : task.codelet();
    }

    private void count(long time, int count, int number, String name) {
        events.counter(tracks.count(number, name), time, count);
    }

    /** Writes the slice of a task when it is completed, because its flows are known only then. */
    private void executed(TaskRecord task) {
        for (TraceEvent.Executed executed : task.executions()) {
            boolean last = executed == task.executed();
            events.slice(
                    tracks.worker(executed.worker()),
                    "task",
                    task.codelet(),
                    executed.begin(),
                    executed.end(),
                    more -> {
                        annotations.task(more, task, executed);
                        if (last) {
                            annotations.flows(more, task);
                        }
                    });
        }
    }

    private void transfer(Link link, String name, long begin, long end, long bytes) {
        int lane = lanes.take(link, begin, end);
        events.slice(
                tracks.link(link, lane), "transfer", name, begin, end, more -> annotations.transfer(more, name, bytes));
    }

    private void bandwidthChanged(Link link, long time, double bytesPerSecond) {
        events.counter(tracks.bandwidth(link), time, bytesPerSecond / BYTES_PER_MEGABYTE);
    }

    private void stateChanged(TraceWorker worker, long time, WorkerState state, TaskRecord task) {
        Long open = openStates.remove(worker);
        if (open != null) {
            events.end(open, time);
        }
        // The worker's own track shows its tasks.
        if (state != WorkerState.EXECUTING) {
            long track = tracks.state(worker);
            events.begin(track, "worker", state.text(), time, Details.NONE);
            openStates.put(worker, track);
        }
    }

    void finish() {
        tasks.forEachUnfinished(this::executed);
        states.finish();
        openStates.values().forEach(track -> events.end(track, end));
        contexts.finish(end);
        iterations.finish(end);
    }
}
