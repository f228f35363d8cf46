package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The producers that have to run again for some data, and the data for which that is impossible.
 *
 * <p>It follows the producers in the order in which they ended. Each has to find its inputs in the versions that it
 * read: among the missing data, as producers before it leave them, or as they are now.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class RecomputationPlan {
    private final Set<History> data;
    private final Map<History, String> hopeless = new LinkedHashMap<>();
    private final List<Recomputation.Replay> replays = new ArrayList<>();
    private final Set<History> inputs = new LinkedHashSet<>();

    /** The last replay so far that writes the data. */
    private final Map<History, Recomputation.Replay> writers = new HashMap<>();

    /** The replays so far that read the data as that one leaves them. */
    private final Map<History, List<Recomputation.Replay>> readers = new HashMap<>();

    RecomputationPlan(Collection<History> missing) {
        data = new LinkedHashSet<>(missing);
        for (History each : missing) {
            String obstacle = each.obstacle();
            if (obstacle != null) {
                give(each, obstacle);
            }
        }
        List<Producer> producers = producers();
        while (!isFeasible(producers)) {
            producers = producers(); // fewer
        }
        producers.forEach(this::add);
    }

    /** The data that are computed again. */
    Set<History> data() {
        return data;
    }

    /** The data that cannot be computed again, and why. */
    Map<History, String> hopeless() {
        return hopeless;
    }

    /** The producers in an order in which they can run. */
    List<Recomputation.Replay> replays() {
        return replays;
    }

    /** The other data that producers read. */
    Set<History> inputs() {
        return inputs;
    }

    private void give(History lost, String why) {
        data.remove(lost);
        hopeless.put(lost, why);
    }

    private List<Producer> producers() {
        List<Producer> found = new ArrayList<>();
        for (History each : data) {
            long start = each.start();
            for (Producer producer : each.producers()) {
                if (producer.version() > start) {
                    found.add(producer);
                }
            }
        }
        found.sort(Comparator.comparingLong(Producer::place));
        return found;
    }

    /** Whether all producers find their inputs; else the data of the first that does not are hopeless. */
    private boolean isFeasible(List<Producer> producers) {
        Map<History, Long> versions = new HashMap<>();
        data.forEach(each -> versions.put(each, each.start()));
        for (Producer producer : producers) {
            for (Producer.Input input : producer.inputs()) {
                String obstacle = obstacle(producer, input, versions.get(input.data()));
                if (obstacle != null) {
                    give(producer.output(), obstacle);
                    return false;
                }
            }
            versions.put(producer.output(), producer.version());
        }
        return true;
    }

    private String obstacle(Producer producer, Producer.Input input, Long planned) {
        History read = input.data();
        String what = producer + " read " + read;
        if (planned != null) {
            return planned == input.version() ? null : what + ", which has changed since";
        }
        if (read.writer() != null || read.present() != input.version()) {
            return what + ", which has changed since";
        }
        return read.all.hasValue() && !hopeless.containsKey(read) ? null : what + ", which is lost as well";
    }

    private void add(Producer producer) {
        Recomputation.Replay replay = new Recomputation.Replay(producer);
        for (Producer.Input input : producer.inputs()) {
            if (data.contains(input.data())) {
                replay.runsAfter(writers.get(input.data()));
                readers.computeIfAbsent(input.data(), none -> new ArrayList<>()).add(replay);
            } else {
                inputs.add(input.data());
            }
        }
        List<Recomputation.Replay> before = readers.remove(producer.output());
        if (before != null) {
            before.forEach(replay::runsAfter);
        }
        replay.runsAfter(writers.put(producer.output(), replay));
        replays.add(replay);
    }
}
