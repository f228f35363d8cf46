import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compares the schedules of Asterism's policies on simulated machines with those of a reference: runs the same
 * application on the same machine for each row of a table of makespans, and says how far the two are apart. See
 * bench/README.md; bench/compare-schedules runs it.
 */
final class CompareSchedules {
    /** How far a makespan may be from the reference's in most rows, and how much worse in any. */
    private static final double NEAR = 0.05;

    private static final double WORST = 0.15;
    private static final double SHARE_NEAR = 0.8;

    /** How many runs are asked for with one call: a command line has limited room. */
    private static final int AT_ONCE = 100;

    /** The applications here that submit the same tasks as programs of the reference. */
    private static final Set<String> APPLICATIONS = Set.of("cholesky", "lu", "gemm");

    /** A run of the reference. */
    private record Row(
            String machine, String application, int n, int tile, String policy, int cpu, int cuda, double millis) {
        String machineAndSize() {
            return String.format("%s %-8s %6d/%d", machine, counterpart(), n, tile);
        }

        /** The application here: the table may name its variant too, as in {@code lu_implicit}. */
        String counterpart() {
            return application.split("_")[0];
        }
    }

    /** What came out here. */
    private record Result(double millis, double bound) {}

    private static final String USAGE = """
            usage: bench/compare-schedules MACHINES REFERENCE.csv [options]
              MACHINES        a folder of machine files, NAME.json for each machine of the table
              REFERENCE.csv   machine,app,n,tile,sched,ncpu,ncuda,makespan_ms,gflops, with a line of headings; app is
                              cholesky, lu or gemm, or begins so: lu_implicit
              --policies LIST only these policies, with commas
              --machines LIST only these machines
              --sizes LIST    only these n
              --also LIST     policies that run for each machine and size beside those of the table, for the best of Asterism;
                              dmdac if not given; "none" for none
              --csv FILE      write every row, for programs
            Environment: ASTERISM, the command that runs Asterism (default: asterism in the folder above this one).
            Exit status: 0 if the goals are met, 1 if not, 2 for bad usage.""";

    private final Path machines;
    private final List<Row> reference;
    private final String asterism;

    private CompareSchedules(Path machines, List<Row> reference, String asterism) {
        this.machines = machines;
        this.reference = reference;
        this.asterism = asterism;
    }

    public static void main(String... arguments) throws IOException, InterruptedException {
        Map<String, String> options = new HashMap<>();
        List<String> operands = new ArrayList<>();
        for (int index = 0; index < arguments.length; index++) {
            String word = arguments[index];
            switch (word) {
                case "--help", "-h" -> {
                    System.out.println(USAGE);
                    return;
                }
                case "--policies", "--machines", "--sizes", "--also", "--csv" -> {
                    if (++index == arguments.length) {
                        refuse(word + " needs a value");
                    }
                    options.put(word, arguments[index]);
                }
                default -> {
                    if (word.startsWith("-")) {
                        refuse("unknown option " + word);
                    }
                    operands.add(word);
                }
            }
        }
        if (operands.size() != 2) {
            refuse("give a folder of machines and a table of makespans");
        }
        List<Row> all = read(Path.of(operands.get(1)));
        List<Row> wanted = all.stream()
                .filter(row -> isWanted(options.get("--machines"), row.machine())
                        && isWanted(options.get("--sizes"), Integer.toString(row.n())))
                .toList();
        String command = System.getenv().getOrDefault("ASTERISM", "./asterism");
        CompareSchedules comparison = new CompareSchedules(Path.of(operands.get(0)), wanted, command);
        List<String> also = Arrays.asList(options.getOrDefault("--also", "dmdac").split(","));
        System.exit(comparison.run(options.get("--policies"), also, options.get("--csv")) ? 0 : 1);
    }

    private static boolean isWanted(String list, String name) {
        return list == null || Arrays.asList(list.split(",")).contains(name);
    }

    private static void refuse(String why) {
        System.err.println("bench/compare-schedules: " + why + "; see --help");
        System.exit(2);
    }

    private static List<Row> read(Path table) throws IOException {
        List<String> lines = Files.readAllLines(table);
        List<String> headings = Arrays.asList(lines.getFirst().split(","));
        List<Row> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            if (line.isBlank()) {
                continue;
            }
            Map<String, String> cells = new HashMap<>();
            String[] values = line.split(",");
            for (int column = 0; column < headings.size(); column++) {
                cells.put(headings.get(column).strip(), values[column].strip());
            }
            rows.add(new Row(
                    cells.get("machine"),
                    cells.get("app"),
                    Integer.parseInt(cells.get("n")),
                    Integer.parseInt(cells.get("tile")),
                    cells.get("sched"),
                    Integer.parseInt(cells.get("ncpu")),
                    Integer.parseInt(cells.get("ncuda")),
                    Double.parseDouble(cells.get("makespan_ms"))));
        }
        return rows;
    }

    private boolean run(String policies, List<String> also, String csv) throws IOException, InterruptedException {
        Set<String> known = policiesHere();
        Set<String> ours = new TreeSet<>();
        for (Row row : reference) {
            if (known.contains(row.policy()) && isWanted(policies, row.policy())) {
                ours.add(row.policy());
            }
        }
        List<Row> rows = reference.stream().filter(row -> ours.contains(row.policy())).toList();
        List<Row> beside = beside(rows, also.stream().filter(known::contains).toList());
        List<Row> all = new ArrayList<>(rows);
        all.addAll(beside);
        Map<Row, Result> results = simulate(all);
        if (csv != null) {
            Files.write(Path.of(csv), results.entrySet().stream()
                    .map(entry -> String.format(
                            Locale.ROOT,
                            "%s,%s,%d,%d,%s,%.3f,%.3f,%.3f",
                            entry.getKey().machine(),
                            entry.getKey().counterpart(),
                            entry.getKey().n(),
                            entry.getKey().tile(),
                            entry.getKey().policy(),
                            entry.getKey().millis(),
                            entry.getValue().millis(),
                            entry.getValue().bound()))
                    .toList());
        }
        return print(rows, beside, results);
    }

    /** Runs without a counterpart in the table, for each machine and size of some rows. */
    private static List<Row> beside(List<Row> rows, List<String> policies) {
        Map<String, Row> first = new LinkedHashMap<>();
        Set<String> present = new TreeSet<>();
        for (Row row : rows) {
            first.putIfAbsent(row.machineAndSize(), row);
            present.add(row.policy());
        }
        List<Row> made = new ArrayList<>();
        for (Row row : first.values()) {
            for (String policy : policies) {
                if (!present.contains(policy)) {
                    made.add(new Row(
                            row.machine(),
                            row.application(),
                            row.n(),
                            row.tile(),
                            policy,
                            row.cpu(),
                            row.cuda(),
                            Double.NaN));
                }
            }
        }
        return made;
    }

    private Set<String> policiesHere() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        for (String line : call(List.of("asterism:policies"))) {
            String first = line.strip().split("\\s+")[0];
            names.add(first);
        }
        return names;
    }

    private Map<Row, Result> simulate(List<Row> rows) throws IOException, InterruptedException {
        List<String> commands = new ArrayList<>();
        for (Row row : rows) {
            if (!APPLICATIONS.contains(row.counterpart()) || row.n() % row.tile() != 0) {
                throw new IllegalArgumentException("no counterpart of " + row);
            }
            commands.add(String.format(
                    "run %s --seed 0 --sim '%s' --sim-option workers.cpu=%d --sim-option workers.cuda=%d --policy %s "
                            + "--nt %d --tile %d --json",
                    row.counterpart(),
                    machines.resolve(row.machine() + ".json").toAbsolutePath(),
                    row.cpu(),
                    row.cuda(),
                    row.policy(),
                    row.n() / row.tile(),
                    row.tile()));
        }
        Map<Row, Result> results = new LinkedHashMap<>();
        int next = 0;
        for (int from = 0; from < commands.size(); from += AT_ONCE) {
            for (String line : call(commands.subList(from, Math.min(commands.size(), from + AT_ONCE)))) {
                if (line.startsWith("{")) {
                    results.put(rows.get(next++), new Result(number(line, "time_ms"), number(line, "lower_bound_ms")));
                }
            }
        }
        if (next != rows.size()) {
            throw new IllegalStateException("Asterism answered " + next + " of " + rows.size() + " runs");
        }
        return results;
    }

    private List<String> call(List<String> commands) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(asterism, "exec", String.join("; ", commands))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            reader.lines().forEach(line -> {
                lines.add(line);
                if (line.startsWith("{")) {
                    System.err.print(".");
                    System.err.flush();
                }
            });
        } catch (UncheckedIOException broken) {
            throw broken.getCause();
        }
        System.err.println();
        int status = process.waitFor();
        if (status != 0) {
            throw new IllegalStateException(asterism + " exec ended with status " + status + " after "
                    + lines.size() + " lines; the last: " + (lines.isEmpty() ? "none" : lines.getLast()));
        }
        return lines;
    }

    private static double number(String json, String field) {
        Matcher matcher = Pattern.compile("\"" + field + "\":\\s*([-+0-9.eE]+)").matcher(json);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
    }

    /** Prints the tables; true if the goals are met. */
    private boolean print(List<Row> rows, List<Row> beside, Map<Row, Result> results) {
        System.out.printf("%-26s %-14s %12s %12s %7s%n", "machine, size", "policy", "reference", "Asterism", "ratio");
        int near = 0;
        int worse = 0;
        Map<String, Double> best = new TreeMap<>();
        Map<String, String> bestPolicy = new HashMap<>();
        Map<String, Double> bounds = new HashMap<>();
        for (Row row : rows) {
            Result result = results.get(row);
            double ratio = result.millis() / row.millis();
            near += Math.abs(ratio - 1) <= NEAR ? 1 : 0;
            worse += ratio > 1 + WORST ? 1 : 0;
            System.out.printf(
                    Locale.ROOT,
                    "%-26s %-14s %9.2f ms %9.2f ms %7.3f %s%n",
                    row.machineAndSize(),
                    row.policy(),
                    row.millis(),
                    result.millis(),
                    ratio,
                    ratio > 1 + WORST ? "WORSE" : ratio > 1 + NEAR ? "slower" : ratio < 1 - NEAR ? "faster" : "");
            String key = row.machineAndSize();
            bounds.put(key, result.bound());
            if (result.millis() < best.getOrDefault(key, Double.MAX_VALUE)) {
                best.put(key, result.millis());
                bestPolicy.put(key, row.policy());
            }
        }
        for (Row row : beside) {
            double millis = results.get(row).millis();
            if (millis < best.getOrDefault(row.machineAndSize(), Double.MAX_VALUE)) {
                best.put(row.machineAndSize(), millis);
                bestPolicy.put(row.machineAndSize(), row.policy());
            }
        }
        System.out.printf(
                "%n%-26s %-32s %-32s %7s %9s%n",
                "machine, size",
                "best of the reference",
                "best of Asterism",
                "ratio",
                "of bound");
        int lost = 0;
        for (Map.Entry<String, Double> entry : best.entrySet()) {
            Row other = reference.stream()
                    .filter(row -> row.machineAndSize().equals(entry.getKey()))
                    .min((one, two) -> Double.compare(one.millis(), two.millis()))
                    .orElseThrow();
            double ratio = entry.getValue() / other.millis();
            lost += ratio > 1 ? 1 : 0;
            System.out.printf(
                    Locale.ROOT,
                    "%-26s %-20s %8.2f ms %-20s %8.2f ms %7.3f %9.3f %s%n",
                    entry.getKey(),
                    other.policy(),
                    other.millis(),
                    bestPolicy.get(entry.getKey()),
                    entry.getValue(),
                    ratio,
                    entry.getValue() / bounds.get(entry.getKey()),
                    ratio > 1 ? "LOST" : "");
        }
        double share = (double) near / rows.size();
        System.out.printf(
                Locale.ROOT,
                "%nwithin %.0f %%: %d of %d rows (%.0f %%, goal %.0f %%); more than %.0f %% worse: %d (goal 0); best "
                        + "lost: %d of %d (goal 0)%n",
                100 * NEAR,
                near,
                rows.size(),
                100 * share,
                100 * SHARE_NEAR,
                100 * WORST,
                worse,
                lost,
                best.size());
        Map<String, List<Double>> byPolicy = rows.stream()
                .collect(Collectors.groupingBy(
                        Row::policy,
                        TreeMap::new,
                        Collectors.mapping(row -> results.get(row).millis() / row.millis(), Collectors.toList())));
        byPolicy.forEach((policy, ratios) -> System.out.printf(
                Locale.ROOT,
                "  %-14s %s%n",
                policy,
                ratios.stream()
                        .map(ratio -> String.format(Locale.ROOT, "%.3f", ratio))
                        .collect(Collectors.joining(" "))));
        return share >= SHARE_NEAR && worse == 0 && lost == 0;
    }
}
