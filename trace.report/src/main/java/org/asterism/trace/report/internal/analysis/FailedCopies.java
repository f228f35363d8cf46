package org.asterism.trace.report.internal.analysis;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.trace.TraceEvent;

/**
 * Copies that failed, by reason and link. A recording does not say why a copy failed. If a device of one of the two
 * memories was lost meanwhile, that was the reason.
 */
final class FailedCopies {
    /** The loss of a device may be reported so much later than the failure of a copy that reveals it. */
    private static final long NANOS_TO_LOSS = 1_000_000_000;

    private static final String BY_DRIVER = "the driver could not make the copy";

    private record Key(String reason, String from, String to) {}

    private final List<TraceEvent.Lost> losses;
    private final Map<Key, FailedCopy> copies = new LinkedHashMap<>();

    FailedCopies(List<TraceEvent.Lost> losses) {
        this.losses = losses;
    }

    void add(TraceEvent event) {
        if (event instanceof TraceEvent.TransferFailed it) {
            FailedCopy copy =
                    new FailedCopy(reason(it), it.from().name(), it.to().name(), 1, it.bytes(), it.end());
            copies.merge(new Key(copy.reason(), copy.from(), copy.to()), copy, FailedCopy::plus);
        }
    }

    private String reason(TraceEvent.TransferFailed copy) {
        return losses.stream()
                .filter(lost -> isOf(lost, copy))
                .findFirst()
                .map(lost -> "the device of " + lost.worker().name() + " was lost: " + lost.cause())
                .orElse(BY_DRIVER);
    }

    private static boolean isOf(TraceEvent.Lost lost, TraceEvent.TransferFailed copy) {
        int node = lost.worker().node();
        return (node == copy.from().id() || node == copy.to().id())
                && lost.time() >= copy.begin()
                && lost.time() <= copy.end() + NANOS_TO_LOSS;
    }

    /** The most frequent ones first. */
    List<FailedCopy> all() {
        return copies.values().stream()
                .sorted(Comparator.comparingLong(FailedCopy::copies).reversed())
                .toList();
    }
}
