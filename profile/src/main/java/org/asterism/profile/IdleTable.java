package org.asterism.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;

/** The idle time of all workers by reason and cause, the longest first. */
final class IdleTable {
    private static final int MOST = 12;
    private static final double NANOS_PER_MILLISECOND = 1e6;
    private static final double PER_MILLE = 1000;
    private static final double TENTHS = 10;

    private record Key(IdleReason reason, String cause) {}

    private static final class Row {
        private final Key key;
        private final Set<String> workers = new HashSet<>();
        private long periods;
        private long nanos;
        private long longest;
        private String example = "";

        private Row(Key key) {
            this.key = key;
        }

        private void add(IdleCause cause) {
            workers.add(cause.worker());
            periods += cause.periods();
            nanos += cause.nanos();
            if (cause.nanos() > longest && !cause.example().isEmpty()) {
                longest = cause.nanos();
                example = cause.example();
            }
        }
    }

    private final Profile profile;

    IdleTable(Profile profile) {
        this.profile = profile;
    }

    Listing<?> listing() {
        Map<Key, Row> rows = new LinkedHashMap<>();
        profile.idle()
                .forEach(cause -> rows.computeIfAbsent(new Key(cause.reason(), cause.cause()), Row::new)
                        .add(cause));
        List<Row> sorted = new ArrayList<>(rows.values());
        sorted.sort(Comparator.comparingLong((Row row) -> row.nanos).reversed());
        double all = (double) profile.nanos() * profile.workers().size();
        return new Listing<>(
                sorted.subList(0, Math.min(MOST, sorted.size())),
                List.of(
                        new Column<>(
                                "idle because",
                                "reason",
                                row -> row.key.reason().words()),
                        Column.of("cause", row -> row.key.cause()),
                        Column.of("ms", row -> row.nanos / NANOS_PER_MILLISECOND),
                        new Column<>(
                                "% of all",
                                "percent", row -> all == 0 ? 0.0 : Math.round(row.nanos * PER_MILLE / all) / TENTHS),
                        Column.of("periods", row -> row.periods),
                        new Column<>("workers", "workers", row -> row.workers.size()),
                        Column.of("example", row -> row.example)),
                "No worker was idle.");
    }
}
