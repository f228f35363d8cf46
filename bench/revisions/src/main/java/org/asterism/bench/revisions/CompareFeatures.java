package org.asterism.bench.revisions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Prints the features of a distribution, or the differences from those of another revision or of a saved list.
 * {@code cnf/features} runs it, and puts the repository's folder before the user's arguments.
 */
final class CompareFeatures {
    private static final String USAGE = """
            usage: cnf/features [--of FOLDER] [--against REVISION|FILE]
            Prints what users can type for this working tree's distribution, which is built if necessary: commands with
            their options, applications with theirs, policies, components and balancers with their parameters,
            configurations with their properties.
              --of FOLDER               the unpacked distribution in a folder instead
              --against REVISION|FILE   only what was removed, added and changed since another revision, which is built
                                        once in ~/.cache/asterism/revisions, or since a saved list. The exit status is 1
                                        if something was removed""";

    private CompareFeatures() {}

    public static void main(String... arguments) throws InterruptedException {
        Path root = Path.of(arguments[0]);
        Deque<String> words = new ArrayDeque<>(List.of(arguments).subList(1, arguments.length));
        if (words.contains("--help") || words.contains("-h")) {
            System.out.println(USAGE);
            return;
        }
        try {
            System.exit(run(root, words));
        } catch (ComparisonException impossible) {
            System.err.println("cnf/features: " + impossible.getMessage());
            System.exit(2);
        } catch (IOException failure) {
            System.err.println("cnf/features: " + failure);
            System.exit(2);
        }
    }

    private static int run(Path root, Deque<String> words) throws IOException, InterruptedException {
        Path distribution = null;
        String against = null;
        while (!words.isEmpty()) {
            String word = words.poll();
            if (!List.of("--of", "--against").contains(word)) {
                throw new ComparisonException(
                        "there is no option '" + word + "'; there are --of and --against, see --help");
            }
            String value = words.poll();
            if (value == null) {
                throw new ComparisonException(word + " needs a value; see --help");
            }
            if (word.equals("--of")) {
                distribution = Path.of(value).toAbsolutePath();
            } else {
                against = value;
            }
        }
        FeatureList earlier = against == null ? null : earlier(root, against);
        FeatureList now = DistributionFeatures.of(
                distribution == null ? Revision.ofWorkingTree(root).distribution() : distribution);
        if (earlier == null) {
            System.out.print(now.text());
            return 0;
        }
        FeatureList.Differences differences = now.since(earlier);
        differences.lines().forEach(System.out::println);
        return differences.removes() ? 1 : 0;
    }

    private static FeatureList earlier(Path root, String against) throws IOException, InterruptedException {
        Path saved = Path.of(against);
        return Files.isRegularFile(saved)
                ? FeatureList.of(Files.readAllLines(saved))
                : DistributionFeatures.of(Revision.built(root, against, Revision.cache(System.getenv()))
                        .distribution());
    }
}
