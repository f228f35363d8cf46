package org.asterism.core.internal.links;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.asterism.api.MemoryNode;
import org.asterism.api.model.Link;
import org.asterism.api.model.LinkSettings;
import org.asterism.spi.driver.DeviceMemory;

/**
 * Predicts how long copies between memory nodes take.
 *
 * <p>Nodes are added and removed one at a time. Any thread may ask at any time; a query reads an array twice and calls
 * no driver.
 *
 * <p>StarPU multiplies the time of a copy's bytes by 2n, where n is the number of devices, as if all devices sent and
 * received all the time. Asterism does the same, see {@link LinkSettings}. Memories that only CPU workers use do not
 * count as devices, because the sockets of a machine do not use the bus of the devices. Without devices nothing is
 * multiplied; StarPU would count latencies only.
 */
public final class LinkTable {
    private static final Logger LOG = System.getLogger(LinkTable.class.getName());

    /** Bandwidths are taken from copies of this size, where a latency to the nanosecond makes no difference. */
    private static final long LARGE = 1L << 30;

    /** A link that no other nodes use carries one copy each way. */
    private static final double MOST_ON_OWN_LINK = 2;

    /** A memory node, with its links to the nodes that were added before it. */
    private static final class End {
        final int id;
        final String name;
        final DeviceMemory memory;
        final boolean device;

        /**
         * By the id of the other node; null where there is no direct link. Lines are never changed, and so may be
         * replaced while others read.
         */
        final Line[] from;

        final Line[] to;

        End(int id, String name, DeviceMemory memory, boolean device) {
            this.id = id;
            this.name = name;
            this.memory = memory;
            this.device = device;
            from = new Line[id];
            to = new Line[id];
        }
    }

    private final LinkSettings settings;

    /** By id; null where a node has left. The array is never changed. */
    private volatile End[] ends = {new End(MemoryNode.MAIN, "main", null, false)};

    private volatile double contention;

    /** Told of the first prediction for a link of which nothing is known, after each change of the nodes. */
    private Runnable whenAskedInVain = () -> {};

    private volatile boolean askedInVain;

    /** Makes a table of a machine that has main memory only. */
    public LinkTable(LinkSettings settings) {
        this.settings = settings;
        contention = contentionAmong(ends);
    }

    /** Sets the listener for requests of unknown links; it must not wait. Before the first node is added. */
    void whenAskedInVain(Runnable told) {
        whenAskedInVain = told;
    }

    private double contentionAmong(End[] present) {
        long devices =
                Arrays.stream(present).filter(end -> end != null && end.device).count();
        return settings.contention().orElse(Math.max(1, 2 * devices));
    }

    /** Returns the number of times longer that the bytes of a copy are expected to take than if it were alone. */
    public double contention() {
        return contention;
    }

    /**
     * Adds a node. Not for two threads at once.
     *
     * @param id the next one
     * @param device whether it is a device's, not just further main memory
     */
    public void add(int id, DeviceMemory memory, boolean device) {
        End added = new End(id, memory.name(), memory, device);
        End[] more = Arrays.copyOf(ends, id + 1);
        more[id] = added;
        for (End other : ends) {
            if (other != null) {
                added.to[other.id] = ask(added, other);
                added.from[other.id] = ask(other, added);
            }
        }
        ends = more;
        contention = contentionAmong(more);
        askedInVain = false;
    }

    /** Takes out a node. Not for two threads at once. */
    public void remove(int id) {
        End[] fewer = ends.clone();
        fewer[id] = null;
        ends = fewer;
        contention = contentionAmong(fewer);
    }

    /** Returns the drivers' knowledge of a link; null if there is none. */
    private static Line ask(End from, End to) {
        DeviceMemory peer = to.memory;
        try {
            if (from.memory == null) {
                return line(peer.expectedNanosFromMain(0), peer.expectedNanosFromMain(LARGE), false);
            }
            if (peer != null && !from.memory.reaches(peer)) {
                return null;
            }
            return line(
                    from.memory.expectedNanos(peer, 0),
                    from.memory.expectedNanos(peer, LARGE),
                    peer != null && from.memory.hasOwnLink(peer));
        } catch (RuntimeException | Error thrown) {
            LOG.log(
                    Level.ERROR,
                    "a driver threw when it was asked for the link from " + from.name + " to " + to.name + ": "
                            + thrown,
                    thrown);
            return from.memory == null || peer == null ? Line.unknown(false) : null;
        }
    }

    private static Line line(long latency, long large, boolean own) {
        return large <= 0 || large < latency
                ? Line.unknown(own)
                : new Line(
                        Math.max(0, latency), (double) (large - Math.max(0, latency)) / LARGE, own, Link.Origin.DRIVER);
    }

    private Line line(int from, int to) {
        return line(ends, from, to);
    }

    private static Line line(End[] present, int from, int to) {
        int newer = Math.max(from, to);
        if (from == to || newer >= present.length || present[newer] == null || present[Math.min(from, to)] == null) {
            return null;
        }
        return from < to ? present[newer].from[from] : present[newer].to[to];
    }

    /**
     * Returns the expected time of a direct copy.
     *
     * @return nanoseconds; 0 if nothing is known of the link, and only then; -1 if there is none
     */
    public long nanos(int from, int to, long bytes) {
        Line line = line(from, to);
        if (line == null) {
            return -1;
        }
        return line.nanos(bytes, line.own() ? Math.min(contention, MOST_ON_OWN_LINK) : contention);
    }

    /**
     * {@link #nanos} for a prediction: has links measured of which nothing is known.
     *
     * @return nanoseconds; 0 as long as nothing is known of the link; -1 if there is none
     */
    public long predict(int from, int to, long bytes) {
        long nanos = nanos(from, to, bytes);
        if (nanos == 0) {
            tellAskedInVain();
        }
        return nanos;
    }

    private void tellAskedInVain() {
        if (!askedInVain) {
            askedInVain = true;
            whenAskedInVain.run();
        }
    }

    /** A direct link, for policies: has links measured of which nothing is known. Empty if there is none. */
    public Optional<Link> link(int from, int to) {
        End[] present = ends;
        Line line = line(present, from, to);
        if (line == null) {
            return Optional.empty();
        }
        if (!line.isKnown()) {
            tellAskedInVain();
        }
        return Optional.of(describe(present[from], present[to], line));
    }

    // What is measured.

    /** A link whose speed its driver does not know. */
    record Gap(int from, int to, Way way) {}

    /** The links of which nothing is known. */
    List<Gap> unknown() {
        return gaps(line -> !line.isKnown());
    }

    /** The links that drivers do not know. */
    List<Gap> measurable() {
        return gaps(line -> line.origin() != Link.Origin.DRIVER);
    }

    private List<Gap> gaps(Predicate<Line> wanted) {
        List<Gap> gaps = new ArrayList<>();
        forEach((from, to, line) -> {
            if (wanted.test(line)) {
                gaps.add(new Gap(from.id, to.id, new Way(from.name, to.name)));
            }
        });
        return gaps;
    }

    /** Returns the measured speed of a link; empty if it was not measured. */
    Optional<Speed> measured(Gap link) {
        Line line = line(link.from(), link.to());
        return line == null || !line.isKnown()
                ? Optional.empty()
                : Optional.of(new Speed(line.latency(), line.nanosPerByte()));
    }

    /** Enters what was measured; nothing if a node has left. */
    void learn(Gap link, Speed speed, Link.Origin when) {
        End[] present = ends;
        Line line = line(present, link.from(), link.to());
        if (line != null) {
            End newer = present[Math.max(link.from(), link.to())];
            Line[] lines = link.from() < link.to() ? newer.from : newer.to;
            lines[Math.min(link.from(), link.to())] = line.measured(speed, when);
        }
    }

    /** All links, by the ids of their nodes. */
    List<Link> describe() {
        List<Link> links = new ArrayList<>();
        forEach((from, to, line) -> links.add(describe(from, to, line)));
        return links;
    }

    private static Link describe(End from, End to, Line line) {
        return new Link(
                from.id,
                from.name,
                to.id,
                to.name,
                line.isKnown() ? line.latency() : Double.NaN,
                line.isKnown() ? 1e9 / line.nanosPerByte() : Double.NaN,
                line.own(),
                line.origin());
    }

    /** The names of the nodes; none if they do not tell them apart, or could not be written on a line. */
    Set<String> uniqueNames() {
        Set<String> names = new HashSet<>();
        for (End end : ends) {
            if (end != null && (!names.add(end.name) || end.name.chars().anyMatch(Character::isISOControl))) {
                return Set.of();
            }
        }
        return names;
    }

    private interface Visitor {
        void visit(End from, End to, Line line);
    }

    private void forEach(Visitor visitor) {
        End[] present = ends;
        for (End from : present) {
            for (End to : present) {
                Line line = from == null || to == null || from == to ? null : line(from.id, to.id);
                if (line != null) {
                    visitor.visit(from, to, line);
                }
            }
        }
    }
}
