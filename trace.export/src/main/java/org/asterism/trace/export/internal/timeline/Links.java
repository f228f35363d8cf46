package org.asterism.trace.export.internal.timeline;

import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceNode;

/** Bandwidths of links while a recording is read: the sum over the copies that are under way. For one thread. */
public final class Links {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Timeline timeline;
    private final Listener listener;
    private final Map<Link, Load> loads = new LinkedHashMap<>();

    /**
     * Link from one memory to another.
     *
     * @param from the source
     * @param to the target
     */
    public record Link(TraceNode from, TraceNode to) {}

    private record Copy(int handle, TraceNode from, TraceNode to) {}

    /** Hears of the changes, in the order of their times. */
    public interface Listener {
        /**
         * A link has another bandwidth.
         *
         * @param link the link
         * @param time when, in nanoseconds
         * @param bytesPerSecond the bandwidth from now on
         */
        void changed(Link link, long time, double bytesPerSecond);
    }

    private static final class Load {
        private int copies;
        private double bytesPerSecond;

        double add(double rate) {
            copies++;
            bytesPerSecond += rate;
            return bytesPerSecond;
        }

        double remove(double rate) {
            copies--;
            // Sums of rounded numbers do not come back to 0 by themselves.
            bytesPerSecond = copies == 0 ? 0 : bytesPerSecond - rate;
            return bytesPerSecond;
        }
    }

    /**
     * Follows the bandwidths of links.
     *
     * @param timeline orders the changes
     * @param listener hears of them
     */
    public Links(Timeline timeline, Listener listener) {
        this.timeline = timeline;
        this.listener = listener;
    }

    /**
     * Notes an event. The caller advances the timeline.
     *
     * @param event the next event of the recording
     */
    public void add(TraceEvent event) {
        switch (event) {
            case TraceEvent.TransferBegan it ->
                timeline.hold(new Copy(it.handle().id(), it.from(), it.to()), it, () -> {});
            case TraceEvent.Transferred it -> transferred(it);
            case TraceEvent.TransferFailed it ->
                timeline.release(new Copy(it.handle().id(), it.from(), it.to()));
            case TraceEvent.Lost it -> abandon(it.worker().node());
            // The end of any copy may be among them.
            case TraceEvent.EventsLost _ -> timeline.releaseIf(Copy.class::isInstance);
            default -> {
                // Other events are no copies.
            }
        }
    }

    /**
     * No longer waits for the copies from and to the memory of a lost device: recordings of the format 1.0 do not have
     * their ends.
     */
    private void abandon(int node) {
        timeline.releaseIf(key -> key instanceof Copy copy
                && (copy.from().id() == node || copy.to().id() == node));
    }

    private void transferred(TraceEvent.Transferred event) {
        timeline.release(new Copy(event.handle().id(), event.from(), event.to()));
        if (event.end() > event.begin()) {
            Link link = new Link(event.from(), event.to());
            Load load = loads.computeIfAbsent(link, _ -> new Load());
            double rate = event.bytes() * NANOS_PER_SECOND / (event.end() - event.begin());
            timeline.at(event.begin(), time -> listener.changed(link, time, load.add(rate)));
            timeline.at(event.end(), time -> listener.changed(link, time, load.remove(rate)));
        }
    }
}
