package org.asterism.profile.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.profile.IdleCause;
import org.asterism.profile.IdleReason;

/** Idle time of one worker by reason and cause. The lock of the worker's clock guards it. */
final class Causes {
    private static final int MOST = 64;
    private static final String OTHERS = "others";

    private record Key(IdleReason reason, String cause) {}

    private static final class Sum {
        private long nanos;
        private long periods;
        private long longest;
        private String example = "";
    }

    private final Map<Key, Sum> sums = new HashMap<>();
    private final long[] byReason = new long[IdleReason.values().length];

    /** Adds time; the example of the longest one is kept. */
    void add(IdleReason reason, String cause, String example, long nanos) {
        if (nanos <= 0) {
            return;
        }
        byReason[reason.ordinal()] += nanos;
        Sum sum = sum(reason, cause);
        sum.nanos += nanos;
        if (nanos > sum.longest && !example.isEmpty()) {
            sum.longest = nanos;
            sum.example = example;
        }
    }

    /** Counts an idle period. */
    void count(IdleReason reason, String cause) {
        sum(reason, cause).periods++;
    }

    private Sum sum(IdleReason reason, String cause) {
        Key key = new Key(reason, cause);
        Sum known = sums.get(key);
        return known != null
                ? known
                : sums.computeIfAbsent(sums.size() < MOST ? key : new Key(reason, OTHERS), _ -> new Sum());
    }

    long nanos(IdleReason reason) {
        return byReason[reason.ordinal()];
    }

    List<IdleCause> all(String worker) {
        List<IdleCause> all = new ArrayList<>(sums.size());
        sums.forEach((key, sum) -> {
            if (sum.nanos > 0) {
                all.add(new IdleCause(worker, key.reason(), key.cause(), sum.periods, sum.nanos, sum.example));
            }
        });
        return all;
    }

    void reset() {
        sums.clear();
        Arrays.fill(byReason, 0);
    }
}
