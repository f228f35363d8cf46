package org.asterism.core.internal.balance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.Context;

/**
 * Workers that have joined a context and have not left their former one yet. A worker leaves it when it has run a task
 * in the new context, or after {@value #MOST_LOOKS} looks. Until then it continues to work for the former context. Not
 * thread-safe.
 */
final class Departures {
    /** After how many looks a worker leaves in any case. */
    private static final int MOST_LOOKS = 20;

    /** The context that workers leave and the context that they join. */
    record Way(Context from, Context to) {}

    private static final class Departure {
        final Way way;
        final long runsBefore;
        int looks;

        Departure(Way way, long runsBefore) {
            this.way = way;
            this.runsBefore = runsBefore;
        }
    }

    private final Map<Worker, Departure> all = new HashMap<>();
    private final Measurement measurement;

    Departures(Measurement measurement) {
        this.measurement = measurement;
    }

    void add(Worker worker, Context from, Context to) {
        all.put(worker, new Departure(new Way(from, to), measurement.runs(worker, to)));
    }

    boolean isLeaving(Worker worker) {
        return all.containsKey(worker);
    }

    void forEach(BiConsumer<Worker, Context> visitor) {
        all.forEach((worker, departure) -> visitor.accept(worker, departure.way.from()));
    }

    /** Takes out the workers for which it is time to leave, by their way. */
    Map<Way, List<Worker>> takeDue() {
        return take((worker, departure) ->
                ++departure.looks >= MOST_LOOKS || measurement.runs(worker, departure.way.to()) > departure.runsBefore);
    }

    /** Takes all out, whether or not it is time. */
    Map<Way, List<Worker>> takeAll() {
        return take((worker, departure) -> true);
    }

    private Map<Way, List<Worker>> take(BiPredicate<Worker, Departure> which) {
        Map<Way, List<Worker>> taken = new HashMap<>();
        all.entrySet().removeIf(entry -> {
            boolean goes = which.test(entry.getKey(), entry.getValue());
            if (goes) {
                taken.computeIfAbsent(entry.getValue().way, any -> new ArrayList<>())
                        .add(entry.getKey());
            }
            return goes;
        });
        return taken;
    }
}
