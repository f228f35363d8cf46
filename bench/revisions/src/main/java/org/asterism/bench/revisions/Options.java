package org.asterism.bench.revisions;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The options of a comparison.
 *
 * @param against the other revision
 * @param rows of the table, without those of start-up
 * @param rounds timed pairs in each JVM
 * @param jvms JVMs for each row
 * @param starts pairs of starts; 0 for none
 * @param separate whether each run has its own JVM
 * @param observation how runs of the working tree are observed
 * @param csv the file for every figure
 */
record Options(
        String against,
        List<Row> rows,
        int rounds,
        int jvms,
        int starts,
        boolean separate,
        Observation observation,
        Optional<Path> csv) {
    static final String USAGE = """
            usage: bench/compare --against REVISION [options]
              --against REVISION  a commit, branch or tag: it is built once, kept, and compared with this working tree
              --mode, --rows LIST of %s (default all)
              --policy, --policies LIST
                                  policies (default eager,prio)
              --cpu, --workers LIST
                                  numbers of workers (default 1,2)
              --jvms N            JVMs for each row (default 6, which is also the least that allows a verdict)
              --rounds N          timed pairs of runs in each JVM (default 21)
              --starts N          pairs of starts of "asterism exec asterism:policies" (default 11; 0 for none)
              --separate          give each run a JVM of its own, as is done for revisions that do not run in one JVM
              --observe trace|stats
                                  record or profile the runs of this working tree, to see what that costs
              --csv FILE          append every figure: row,policy,workers,jvm,pair,other,this
            A LIST has commas. Ratios are this working tree's costs over the revision's: above 1, this is the slower.
            Environment: XDG_CACHE_HOME, where asterism/revisions keeps what was built (default: ~/.cache);
            ASTERISM_JAVA_OPTS, options of every JVM that is measured; JAVA_HOME, the JDK.
            Exit status: 0 if no row is slower than 1.05 beyond doubt, 1 if one is, 2 if the comparison cannot be made.
            bench/README.md tells how a verdict comes about.""";

    static String usage() {
        return USAGE.formatted(String.join(", ", names(Row.LOADS)));
    }

    /**
     * Reads a command line.
     *
     * @throws ComparisonException if a word is unknown or a value is not allowed
     */
    static Options of(String... words) {
        String against = null;
        List<Row.Load> loads = Row.LOADS;
        List<String> policies = List.of("eager", "prio");
        List<Integer> workers = List.of(1, 2);
        int rounds = 21;
        int jvms = RatioSummary.FEWEST;
        int starts = 11;
        boolean separate = false;
        Observation observation = Observation.NONE;
        Optional<Path> csv = Optional.empty();
        for (int index = 0; index < words.length; index++) {
            String option = words[index];
            if (option.equals("--separate")) {
                separate = true;
                continue;
            }
            if (!option.startsWith("--")) {
                throw refusal("'" + option + "' is no option");
            }
            String value = ++index < words.length ? words[index] : null;
            switch (option) {
                case "--against" -> against = given(option, value);
                case "--mode", "--rows" ->
                    loads = list(option, value).stream()
                            .map(name -> load(option, name))
                            .toList();
                case "--policy", "--policies" -> policies = list(option, value);
                case "--cpu", "--workers" ->
                    workers = list(option, value).stream()
                            .map(number -> number(option, number, 1))
                            .toList();
                case "--rounds" -> rounds = number(option, value, 1);
                case "--jvms" -> jvms = number(option, value, 1);
                case "--starts" -> starts = number(option, value, 0);
                case "--observe" -> observation = observation(given(option, value));
                case "--csv" -> csv = Optional.of(Path.of(given(option, value)));
                default -> throw refusal("there is no option '" + option + "' beside --against");
            }
        }
        if (against == null) {
            throw refusal("--against REVISION is missing");
        }
        return new Options(
                against, Row.all(loads, policies, workers), rounds, jvms, starts, separate, observation, csv);
    }

    private static Observation observation(String word) {
        return Arrays.stream(Observation.values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> refusal("--observe is '" + word + "'; allowed are: none, trace, stats"));
    }

    private static Row.Load load(String option, String name) {
        return Row.LOADS.stream()
                .filter(load -> load.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        refusal(option + " has '" + name + "'; allowed are: " + String.join(", ", names(Row.LOADS))));
    }

    private static List<String> names(List<Row.Load> loads) {
        return loads.stream().map(Row.Load::name).toList();
    }

    private static List<String> list(String option, String value) {
        return Arrays.stream(given(option, value).split(","))
                .filter(word -> !word.isBlank())
                .collect(Collectors.collectingAndThen(Collectors.toCollection(LinkedHashSet::new), List::copyOf));
    }

    private static int number(String option, String value, int least) {
        try {
            int number = Integer.parseInt(given(option, value));
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // The exception below says what is allowed.
        }
        throw refusal(option + " is '" + value + "'; give a whole number, " + least + " or more");
    }

    private static String given(String option, String value) {
        if (value == null || value.isBlank()) {
            throw refusal(option + " needs a value");
        }
        return value;
    }

    private static ComparisonException refusal(String why) {
        return new ComparisonException(why + "; see bench/compare --against REVISION --help");
    }
}
