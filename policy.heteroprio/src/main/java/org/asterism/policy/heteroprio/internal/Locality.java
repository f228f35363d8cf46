package org.asterism.policy.heteroprio.internal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.PolicyProperties;

/**
 * Choice of the memory node for a task, so that workers near its data find it first.
 *
 * <p><b>Threads.</b> Any. The hits of a strategy are approximate, because concurrent updates may be lost.
 */
final class Locality {
    private static final String NODES = "locality.nodes.";
    private static final String STEP = "locality.step.";

    /** Number of pushes between two tasks for which all strategies are evaluated. */
    private static final int PROBE_INTERVAL = 16;

    /** Number of evaluations after which the strategy with the most hits is used. */
    private static final int PROBES = 32;

    /**
     * Settings of locality.
     *
     * @param used whether tasks are separated by memory node
     * @param push strategy that chooses the node
     * @param near per architecture: number of other nodes that are visited by distance; the remaining ones come last
     * @param steps per architecture: number of buckets that are visited in one node before the next node
     */
    record Settings(boolean used, Push push, Map<Architecture, Integer> near, Map<Architecture, Integer> steps) {
        static Settings of(PolicyProperties properties) {
            return new Settings(
                    properties.flag(Declared.LOCALITY),
                    org.asterism.policy.heteroprio.internal.Settings.choice(Push.class, properties, Declared.PUSH),
                    numbers(properties, NODES, 0),
                    numbers(properties, STEP, 1));
        }

        private static Map<Architecture, Integer> numbers(PolicyProperties properties, String prefix, int least) {
            Map<Architecture, Integer> numbers = new TreeMap<>((a, b) -> Integer.compare(a.index(), b.index()));
            for (String name : properties.values().keySet()) {
                if (isOneOf(prefix, name)) {
                    numbers.put(
                            Architecture.of(name.substring(prefix.length())),
                            properties.integer(name, least, least, Integer.MAX_VALUE));
                }
            }
            return numbers;
        }

        static boolean knows(String property) {
            return isOneOf(NODES, property) || isOneOf(STEP, property);
        }

        private static boolean isOneOf(String prefix, String name) {
            return name.startsWith(prefix) && name.length() > prefix.length();
        }

        /** Returns how many other nodes count as near. */
        int nodes(Architecture architecture, int nodes) {
            return near.getOrDefault(architecture, architecture == Architecture.CPU ? nodes - 1 : 1);
        }

        /** Returns how many buckets are visited in a node before the next node. */
        int step(Architecture architecture, int buckets) {
            return steps.getOrDefault(architecture, architecture == Architecture.CPU ? 1 : Math.max(1, buckets));
        }
    }

    /** Task for which all strategies were evaluated. */
    private record Probe(Task task, int[] places) {}

    private static final List<Push> ASKED =
            List.of(Push.LS_SDHB, Push.LCS, Push.LS_SDH, Push.LS_SDH2, Push.LC_SMWB, Push.WORKER);

    private final Settings settings;
    private final DataPlacement placement;
    private final ThreadLocal<Seat> executing = new ThreadLocal<>();
    private final int[] hits = new int[ASKED.size()];
    private volatile Push followed;
    private volatile Probe probe;
    private volatile int[] nodes = {0};
    private volatile long[] architectures = {-1};
    private int probes;

    Locality(Settings settings, DataPlacement placement) {
        this.settings = settings;
        this.placement = placement;
        followed = settings.push() == Push.AUTO ? Push.LS_SDHB : settings.push();
    }

    boolean isUsed() {
        return settings.used();
    }

    /** Whether it needs {@link #executed}. */
    boolean watchesExecution() {
        return settings.used() && (settings.push() == Push.AUTO || settings.push() == Push.WORKER);
    }

    /** Sets the nodes with places, in ascending order, and the architectures of their workers. */
    void nodes(int[] present, long[] theirArchitectures) {
        architectures = theirArchitectures;
        nodes = present;
    }

    /** Records that the calling thread is a worker that has executed a task. */
    void executed(Seat seat) {
        if (executing.get() != seat) {
            executing.set(seat);
        }
    }

    /** Returns the place of a node; negative if it has none. */
    int placeOf(int node) {
        return Arrays.binarySearch(nodes, node);
    }

    /** Returns the nodes with places, in ascending order. */
    int[] nodes() {
        return nodes;
    }

    /** Returns the place for a task. */
    int placeFor(Task task, long stamp) {
        if (!settings.used()) {
            return 0;
        }
        int chosen = choose(followed, task);
        if (settings.push() == Push.AUTO && stamp % PROBE_INTERVAL == 0) {
            int[] all = new int[ASKED.size()];
            for (int index = 0; index < all.length; index++) {
                all[index] = choose(ASKED.get(index), task);
            }
            probe = new Probe(task, all);
        }
        return chosen;
    }

    private int choose(Push push, Task task) {
        long able = task.architectureSet();
        Seat seat = push == Push.WORKER ? executing.get() : null;
        int best = -1;
        double least = 0;
        for (int index = 0; index < nodes.length; index++) {
            if ((architectures[index] & able) == 0) {
                continue;
            }
            double cost = push == Push.WORKER
                    ? seat != null && seat.home() == index ? 0 : 1
                    : push.cost(task, nodes[index], placement);
            if (best < 0 || cost < least) {
                best = index;
                least = cost;
            }
        }
        return Math.max(best, 0); // no worker can run it, so any place is correct
    }

    /** Records which worker got a task. */
    void popped(Task task, Seat seat) {
        Probe asked = probe;
        if (asked == null || asked.task() != task) {
            return;
        }
        probe = null;
        for (int index = 0; index < hits.length; index++) {
            hits[index] += asked.places()[index] == seat.home() ? 1 : 0;
        }
        if (++probes % PROBES == 0) {
            int best = 0;
            for (int index = 1; index < hits.length; index++) {
                best = hits[index] > hits[best] ? index : best;
            }
            followed = ASKED.get(best);
            for (int index = 0; index < hits.length; index++) {
                hits[index] /= 2; // so that older hits have less weight
            }
        }
    }

    @Override
    public String toString() {
        return settings.used() ? followed.name().toLowerCase(Locale.ROOT) : "none";
    }
}
