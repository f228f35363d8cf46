package org.asterism.trace.export.internal.paje;

import static org.asterism.trace.export.internal.paje.PajeWriter.quoted;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceNode;
import org.asterism.trace.export.internal.timeline.Links;
import org.asterism.trace.export.internal.timeline.Links.Link;
import org.asterism.trace.export.internal.timeline.Timeline;

/** Writes a link for each copy, and the bandwidths into and out of each memory. */
final class PajeTransfers {
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private final PajeWriter writer;
    private final Timeline timeline;
    private final Links links;
    private final Map<Link, Double> bandwidths = new LinkedHashMap<>();
    private long copies;

    PajeTransfers(PajeWriter writer, Timeline timeline) {
        this.writer = writer;
        this.timeline = timeline;
        links = new Links(timeline, this::changed);
    }

    void add(TraceEvent event) {
        links.add(event);
        if (event instanceof TraceEvent.Transferred copy) {
            String key = "f" + copies++;
            timeline.at(copy.begin(), time -> link(PajeEvent.START_LINK, time, copy.from(), key));
            timeline.at(copy.end(), time -> link(PajeEvent.END_LINK, time, copy.to(), key));
        }
    }

    private void link(PajeEvent event, long time, TraceNode end, String key) {
        writer.at(time, event, PajeType.FETCH, PajeMachine.PROGRAM, quoted("Fetch"), PajeMachine.memory(end), key);
    }

    private void changed(Link link, long time, double bytesPerSecond) {
        bandwidths.put(link, bytesPerSecond);
        show(link.from(), time, PajeType.MEMORY_OUT, outOf(link.from()));
        show(link.to(), time, PajeType.MEMORY_IN, into(link.to()));
    }

    private void show(TraceNode node, long time, String type, double bytesPerSecond) {
        writer.at(time, PajeEvent.SET_VARIABLE, bytesPerSecond / BYTES_PER_MEGABYTE, type, PajeMachine.memory(node));
        String state = into(node) + outOf(node) > 0 ? "Co" : "No";
        writer.at(time, PajeEvent.SET_STATE, PajeType.MEMORY_STATE, PajeMachine.memory(node), state);
    }

    private double into(TraceNode node) {
        return sum(link -> link.to().equals(node));
    }

    private double outOf(TraceNode node) {
        return sum(link -> link.from().equals(node));
    }

    private double sum(Predicate<Link> which) {
        double sum = 0;
        for (Map.Entry<Link, Double> bandwidth : bandwidths.entrySet()) {
            if (which.test(bandwidth.getKey())) {
                sum += bandwidth.getValue();
            }
        }
        return sum;
    }
}
