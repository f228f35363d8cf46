package org.asterism.trace.export.internal.perfetto;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.internal.perfetto.TrackEvents.Details;

/** Tracks of contexts: a slice for each policy in charge, and instants for workers that come and go. */
final class ContextTracks {
    private final Tracks tracks;
    private final TrackEvents events;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Set<Long> open = new HashSet<>();

    ContextTracks(Tracks tracks, TrackEvents events) {
        this.tracks = tracks;
        this.events = events;
    }

    void add(TraceEvent event) {
        switch (event) {
            case TraceEvent.PolicyChanged it -> policyChanged(it);
            case TraceEvent.Joined it -> moved(it, it.context(), it.worker().name() + " joined");
            case TraceEvent.Left it -> moved(it, it.context(), it.worker().name() + " left");
            default -> {
                // Other events concern no context.
            }
        }
    }

    private long track(String context) {
        Integer number = numbers.get(context);
        if (number == null) {
            number = numbers.size();
            numbers.put(context, number);
        }
        return tracks.context(number, context);
    }

    private void policyChanged(TraceEvent.PolicyChanged event) {
        long track = track(event.context());
        if (open.remove(track)) {
            events.end(track, event.time());
        }
        events.begin(track, "context", event.now().orElse("parked"), event.time(), Details.NONE);
        open.add(track);
    }

    private void moved(TraceEvent event, String context, String what) {
        events.instant(track(context), "context", what, event.time(), Details.NONE);
    }

    void finish(long time) {
        open.forEach(track -> events.end(track, time));
    }
}
