package org.asterism.trace.export.internal.perfetto;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceThread;
import org.asterism.trace.export.internal.perfetto.TrackEvents.Details;

/**
 * Slices for the iterations of threads, on the tracks of the threads. An iteration that began before the recording has
 * none. Threads that share a track, such as virtual ones, may interrupt each other's iterations.
 */
final class IterationSlices {
    private final Tracks tracks;
    private final TrackEvents events;

    /** The numbers of the open iterations of each thread, the innermost first. */
    private final Map<TraceThread, Deque<Long>> open = new HashMap<>();

    IterationSlices(Tracks tracks, TrackEvents events) {
        this.tracks = tracks;
        this.events = events;
    }

    void add(TraceEvent event) {
        switch (event) {
            case TraceEvent.IterationBegan it -> begin(it);
            case TraceEvent.IterationEnded it -> end(it);
            default -> {
                // Other events concern no iteration.
            }
        }
    }

    private void begin(TraceEvent.IterationBegan event) {
        Deque<Long> numbers = open.computeIfAbsent(event.thread(), _ -> new ArrayDeque<>());
        endDownTo(event.level() - 1, numbers, event.thread(), event.time());
        numbers.push(event.number());
        events.begin(
                tracks.thread(event.thread()),
                "iteration",
                (event.level() == 1 ? "iteration " : "subiteration ") + event.number(),
                event.time(),
                Details.NONE);
    }

    private void end(TraceEvent.IterationEnded event) {
        Deque<Long> numbers = open.getOrDefault(event.thread(), new ArrayDeque<>());
        if (numbers.contains(event.number())) {
            endDownTo(event.level() - 1, numbers, event.thread(), event.time());
        }
    }

    private void endDownTo(int left, Deque<Long> numbers, TraceThread thread, long time) {
        while (numbers.size() > left) {
            numbers.pop();
            events.end(tracks.thread(thread), time);
        }
    }

    void finish(long time) {
        open.forEach((thread, numbers) -> endDownTo(0, numbers, thread, time));
    }
}
