package org.asterism.bench.revisions;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints each row as soon as it has been measured, and the conclusion at the end. */
final class Table {
    private static final String FORMAT = "%-16s %-16s %7s %12s %12s %8s %8s %8s  %s%n";
    private static final double NANOS_PER_MILLI = 1e6;

    private final PrintStream out;
    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    private final List<String> intolerable = new ArrayList<>();
    private int missing;

    Table(PrintStream out) {
        this.out = out;
    }

    /** Says what is compared and how long that takes, before anything is measured. */
    void begin(String other, String current, Options options) {
        out.println("other: " + other);
        out.println("this:  " + current);
        out.printf(
                "rows of tasks: %d, with %s; pairs of starts: %d; this takes about %s%n%n",
                options.rows().size(),
                options.separate()
                        ? TaskCosts.separatePairs(options) + " pairs of JVMs each"
                        : options.jvms() + " JVMs of " + options.rounds() + " pairs each",
                options.starts(),
                Estimate.of(options));
        row("row", "policy", "workers", "other", "this", "ratio", "min", "max", "verdict");
    }

    /** A row of tasks. */
    void tasks(Row row, Costs costs) {
        String workers = Integer.toString(row.workers());
        compared(row.load().name(), row.policy(), workers, costs, "%.1f ns", 1);
    }

    /** A row of starts. */
    void starts(String name, Costs costs) {
        compared(name, "", "", costs, "%.0f ms", NANOS_PER_MILLI);
    }

    /** A row that one of the revisions does not have. */
    void refused(Row row, String why) {
        missing++;
        row(
                row.load().name(),
                row.policy(),
                Integer.toString(row.workers()),
                "-",
                "-",
                "-",
                "-",
                "-",
                "missing: " + why);
    }

    /** Prints the time that a cache line took from core to core. */
    void lines(List<Double> nanos) {
        List<Double> sorted = nanos.stream().filter(line -> line > 0).sorted().toList();
        if (!sorted.isEmpty()) {
            out.printf(
                    Locale.ROOT,
                    "%na cache line went from core to core in %.0f ns (median; half of the times in %.0f to %.0f ns)%n",
                    sorted.get(sorted.size() / 2),
                    sorted.get(sorted.size() / 4),
                    sorted.get(3 * sorted.size() / 4));
        }
    }

    private void compared(String name, String policy, String workers, Costs costs, String unit, double divisor) {
        RatioSummary ratios = costs.ratios();
        Verdict verdict = ratios.verdict();
        verdicts.merge(verdict, 1, Integer::sum);
        if (ratios.isIntolerable()) {
            intolerable.add((name + " " + policy + " " + workers).strip());
        }
        row(
                name,
                policy,
                workers,
                number(unit, costs.otherMedian() / divisor),
                number(unit, costs.currentMedian() / divisor),
                number("%.3f", ratios.median()),
                number("%.3f", ratios.least()),
                number("%.3f", ratios.greatest()),
                verdict + (ratios.isIntolerable() ? ", by more than " + number("%.2f", RatioSummary.TOLERATED) : ""));
    }

    private void row(Object... cells) {
        out.printf(Locale.ROOT, FORMAT, cells);
        out.flush();
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** Whether not a single row could be compared. */
    boolean isEmpty() {
        return verdicts.isEmpty();
    }

    /** Prints the summary; true unless a row is slower by more than is tolerated. */
    boolean end() {
        List<String> counts = new ArrayList<>();
        for (Verdict verdict : Verdict.values()) {
            if (verdicts.containsKey(verdict)) {
                counts.add(verdicts.get(verdict) + " " + verdict);
            }
        }
        if (missing > 0) {
            counts.add(missing + " missing");
        }
        String tolerated = number("%.2f", RatioSummary.TOLERATED);
        out.printf(
                "%n%s; %s%n",
                String.join(", ", counts),
                intolerable.isEmpty()
                        ? "no row is slower than " + tolerated + " beyond doubt"
                        : "slower than " + tolerated + " beyond doubt: " + String.join(", ", intolerable));
        return intolerable.isEmpty();
    }
}
