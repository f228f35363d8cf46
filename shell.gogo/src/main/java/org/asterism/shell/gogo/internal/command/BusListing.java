package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.asterism.api.model.Link;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;

/** Table of the links between memory nodes, for {@code asterism:bus} and {@code asterism:calibrate-bus}. */
final class BusListing {
    private static final double BYTES_PER_GIGABYTE = 1e9;
    private static final double NANOS_PER_MICROSECOND = 1e3;

    private BusListing() {}

    /** Row of the listing; numbers are null if they are not known. */
    record Row(
            String runtime,
            String from,
            String to,
            Double latencyNanos,
            Double bytesPerSecond,
            Double predictedBytesPerSecond,
            boolean own,
            String origin) {}

    /** Returns the links with the known values. */
    static Listing<Row> of(List<NamedRuntime> runtimes) {
        List<Row> rows = new ArrayList<>();
        for (NamedRuntime runtime : runtimes) {
            double contention = runtime.runtime().links().contention();
            for (Link link : runtime.runtime().links().all()) {
                double predicted = link.bytesPerSecond() / (link.own() ? Math.min(contention, 2) : contention);
                rows.add(new Row(
                        runtime.name(),
                        link.fromName(),
                        link.toName(),
                        known(link.latencyNanos()),
                        known(link.bytesPerSecond()),
                        known(predicted),
                        link.own(),
                        link.origin().name().toLowerCase(Locale.ROOT)));
            }
        }
        boolean anyOwn = rows.stream().anyMatch(Row::own);
        List<Column<Row>> columns = List.of(
                new Column<>(runtimes.size() > 1 ? "runtime" : "", "runtime", Row::runtime),
                Column.of("from", Row::from),
                Column.of("to", Row::to),
                new Column<>("latency \u00b5s", "", row -> scaled(row.latencyNanos(), NANOS_PER_MICROSECOND)),
                new Column<>("GB/s", "", row -> scaled(row.bytesPerSecond(), BYTES_PER_GIGABYTE)),
                new Column<>("predicted GB/s", "", row -> scaled(row.predictedBytesPerSecond(), BYTES_PER_GIGABYTE)),
                new Column<>("", "latency_ns", Row::latencyNanos),
                new Column<>("", "bytes_per_second", Row::bytesPerSecond),
                new Column<>("", "predicted_bytes_per_second", Row::predictedBytesPerSecond),
                new Column<>(anyOwn ? "of its own" : "", "own_link", Row::own),
                Column.of("origin", Row::origin));
        return new Listing<>(rows, columns, "There is main memory only, so there are no links.");
    }

    private static Double known(double number) {
        return Double.isFinite(number) ? number : null;
    }

    private static Double scaled(Double number, double unit) {
        return number == null ? null : Math.round(number / unit * 1000) / 1000.0;
    }
}
