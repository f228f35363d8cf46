package org.asterism.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Section;

/** Shows a profile: figures of the whole, and tables of workers, idle time, codelets and links. */
public final class ProfileReport {
    /** More workers than these are not listed one by one to people. */
    private static final int MOST_WORKERS = 40;

    /** Of more iterations than these, people see the last ones. */
    private static final int MOST_ITERATIONS = 20;

    private static final double NANOS_PER_MILLISECOND = 1e6;
    private static final double NANOS_PER_MICROSECOND = 1e3;
    private static final double PER_CENT = 100;
    private static final double TENTHS = 10;

    private final Profile profile;

    /**
     * Makes a report.
     *
     * @param profile what it is about
     */
    public ProfileReport(Profile profile) {
        this.profile = profile;
    }

    /**
     * The figures of the whole.
     *
     * @return names and values
     */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("profile_ms", profile.nanos() / NANOS_PER_MILLISECOND);
        fields.put("finished_tasks", profile.finished());
        fields.put("unfinished_tasks", profile.unfinished());
        profile.counters().stream()
                .filter(sample -> sample.scope() == CounterScope.RUNTIME)
                .forEach(sample -> {
                    fields.put("submitted_tasks", sample.value(Counter.SUBMITTED));
                    fields.put("peak_submitted_tasks", sample.value(Counter.PEAK_SUBMITTED));
                    fields.put("peak_ready_tasks", sample.value(Counter.PEAK_READY));
                });
        Energy energy = profile.energy();
        fields.put("profile_joules", Double.isNaN(energy.joules()) ? null : energy.joules());
        fields.put("profile_energy_source", word(energy.source()));
        if (energy.parts().size() > 1) {
            Map<String, Object> parts = new LinkedHashMap<>();
            energy.parts().forEach(part -> parts.put(part.name() + " by " + word(part.source()), part.joules()));
            fields.put("profile_joules_by_source", parts);
        }
        return fields;
    }

    /**
     * The tables.
     *
     * @param prefix in front of their names in JSON
     * @return workers, idle time by cause, causes of each worker (for machines only), codelets, links, counters (for
     *     machines only), iterations
     */
    public List<Section> sections(String prefix) {
        int count = profile.iterations().size();
        boolean isListed = count <= MOST_ITERATIONS;
        return List.of(
                new Section(prefix + "workers", workers(), profile.workers().size() <= MOST_WORKERS),
                new Section(prefix + "idle", new IdleTable(profile).listing(), true),
                new Section(prefix + "idle_by_worker", idleByWorker(), false),
                new Section(prefix + "codelets", codelets(), !profile.codelets().isEmpty()),
                new Section(prefix + "links", links(), !profile.links().isEmpty()),
                new Section(prefix + "counters", counters(), false),
                new Section(
                        prefix + "iterations",
                        iterations(0),
                        isListed && !profile.iterations().isEmpty()),
                new Section(prefix + "last_iterations", iterations(count - MOST_ITERATIONS), !isListed));
    }

    private Listing<WorkerProfile> workers() {
        List<Column<WorkerProfile>> columns = new ArrayList<>(List.of(
                new Column<>("worker", "worker", WorkerProfile::name),
                new Column<>("arch", "architecture", WorkerProfile::architecture),
                Column.of("tasks", WorkerProfile::tasks)));
        boolean anyFlops = profile.workers().stream().anyMatch(worker -> worker.flops() > 0);
        columns.add(new Column<>(
                anyFlops ? "GFlop/s" : "",
                "gflops",
                worker -> profile.nanos() == 0 ? 0.0 : tenths(worker.flops() / profile.nanos())));
        for (Activity activity : Activity.values()) {
            columns.add(new Column<>(
                    title(activity) + " %",
                    "",
                    worker -> percent(worker.exclusive().get(activity))));
        }
        columns.add(new Column<>("", "exclusive_ns", worker -> words(worker.exclusive())));
        columns.add(new Column<>("", "inclusive_ns", worker -> words(worker.inclusive())));
        columns.add(new Column<>("", "idle_ns", worker -> words(worker.idle())));
        columns.add(new Column<>("", "joules", WorkerProfile::joules));
        columns.add(new Column<>("mostly idle", "mostly_idle", ProfileReport::mainReason));
        return new Listing<>(profile.workers(), columns, "There are no workers.");
    }

    /** A short title, so that the table fits a line. */
    private static String title(Activity activity) {
        return switch (activity) {
            case EXECUTING -> "run";
            case CALLBACK -> "call";
            case WAITING -> "wait";
            case SLEEPING -> "sleep";
            case OVERHEAD -> "over";
            case SCHEDULING -> "sched";
        };
    }

    private static String mainReason(WorkerProfile worker) {
        return worker.idle().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(entry -> entry.getKey().words())
                .orElse("");
    }

    private double percent(long nanos) {
        return profile.nanos() == 0 ? 0 : tenths(PER_CENT * nanos / profile.nanos());
    }

    private static double tenths(double number) {
        return Math.round(number * TENTHS) / TENTHS;
    }

    private static String word(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> Map<String, Long> words(Map<E, Long> nanos) {
        Map<String, Long> words = new LinkedHashMap<>();
        nanos.entrySet().stream()
                .sorted(Comparator.comparing(Map.Entry::getKey))
                .forEach(entry -> words.put(word(entry.getKey()), entry.getValue()));
        return words;
    }

    private Listing<IdleCause> idleByWorker() {
        return new Listing<>(
                profile.idle(),
                List.of(
                        Column.of("worker", IdleCause::worker),
                        Column.of("reason", cause -> word(cause.reason())),
                        Column.of("cause", IdleCause::cause),
                        Column.of("periods", IdleCause::periods),
                        Column.of("nanos", IdleCause::nanos),
                        Column.of("example", IdleCause::example)),
                "No worker was idle.");
    }

    private Listing<CodeletProfile> codelets() {
        return new Listing<>(
                profile.codelets(),
                List.of(
                        Column.of("codelet", CodeletProfile::codelet),
                        new Column<>("arch", "architecture", CodeletProfile::architecture),
                        Column.of("count", CodeletProfile::count),
                        micros("mean \u00b5s", "mean", CodeletProfile::mean),
                        micros("dev", "deviation", CodeletProfile::deviation),
                        micros("min", "least", codelet -> codelet.least()),
                        micros("q1", "quarter", CodeletProfile::quarter),
                        micros("median", "median", CodeletProfile::median),
                        micros("q3", "three_quarters", CodeletProfile::threeQuarters),
                        micros("p99", "p99", CodeletProfile::p99),
                        micros("max", "most", codelet -> codelet.most())),
                "No kernel has ended.");
    }

    private static Column<CodeletProfile> micros(String title, String name, ToDoubleFunction<CodeletProfile> nanos) {
        return new Column<>(
                title, name + "_us", codelet -> tenths(nanos.applyAsDouble(codelet) / NANOS_PER_MICROSECOND));
    }

    private Listing<CounterSample> counters() {
        List<Column<CounterSample>> columns = new ArrayList<>();
        columns.add(Column.of("scope", sample -> word(sample.scope())));
        columns.add(Column.of("name", CounterSample::name));
        for (Counter counter : Counter.values()) {
            String unit = counter == Counter.EXECUTION_TIME ? "_ns" : "";
            columns.add(
                    Column.of(word(counter) + unit, sample -> sample.values().get(counter)));
        }
        return new Listing<>(profile.counters(), columns, "Nothing was counted.");
    }

    private Listing<IterationProfile> iterations(int first) {
        List<IterationProfile> all = profile.iterations();
        return new Listing<>(
                all.subList(Math.max(0, first), all.size()),
                List.of(
                        Column.of("iteration", ProfileReport::numbers),
                        Column.of("tasks", IterationProfile::tasks),
                        Column.of("finished", IterationProfile::finished),
                        new Column<>("time ms", "time_ms", each -> each.nanos() / NANOS_PER_MILLISECOND),
                        new Column<>("run ms", "executing_ms", each -> each.executing() / NANOS_PER_MILLISECOND),
                        new Column<>("idle ms", "idle_ms", each -> each.idle() / NANOS_PER_MILLISECOND)),
                "The program marks no iterations.");
    }

    private static String numbers(IterationProfile iteration) {
        return iteration.numbers().stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    private Listing<LinkProfile> links() {
        return new Listing<>(
                profile.links(),
                List.of(
                        Column.of("from", LinkProfile::from),
                        Column.of("to", LinkProfile::to),
                        Column.of("transfers", LinkProfile::transfers),
                        Column.of("bytes", LinkProfile::bytes),
                        new Column<>("under way ms", "under_way_ms", link -> link.nanos() / NANOS_PER_MILLISECOND),
                        new Column<>(
                                "MB/s",
                                "megabytes_per_second",
                                link -> link.nanos() == 0 ? null : tenths(link.bytes() * 1e3 / link.nanos()))),
                "Nothing was copied.");
    }
}
