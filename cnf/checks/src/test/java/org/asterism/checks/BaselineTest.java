package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import aQute.bnd.differ.Baseline;
import aQute.bnd.differ.DiffPluginImpl;
import aQute.bnd.header.Attrs;
import aQute.bnd.header.Parameters;
import aQute.bnd.osgi.Instructions;
import aQute.bnd.osgi.Jar;
import aQute.bnd.osgi.Processor;
import aQute.bnd.service.diff.Delta;
import aQute.bnd.service.diff.Diff;
import aQute.bnd.service.diff.Type;
import aQute.bnd.version.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Compares the exported packages with those of the last tag, which {@code cnf/baseline} keeps as text: a package that
 * has changed needs the version that bnd suggests for the change.
 *
 * <p>With the system property {@code asterism.baseline.take}, writes that text instead.
 */
class BaselineTest {
    private static final Path FOLDER = Repository.root().resolve("cnf/baseline");
    private static final Path REMOVED = FOLDER.resolve("removed");
    /** The list of {@code cnf/features}, which is no signature. */
    private static final String FEATURES = "features.txt";

    private static final String VERSIONS = "VERSION ";
    /** How the line of a method begins. */
    private static final String METHOD = "   METHOD ";

    private static final int SHOWN_CHANGES = 5;

    /** Versions and signature of the exported packages of one bundle. */
    private record Offer(Parameters versions, String signature) {
        static Offer of(Bundle bundle) throws Exception {
            Parameters versions = new Parameters();
            bundle.headers().getExportPackage().forEach((name, attributes) -> {
                Attrs version = new Attrs();
                version.put("version", attributes.getVersion());
                versions.put(name, version);
            });
            try (Jar jar = bundle.open()) {
                return new Offer(versions, ApiSignature.of(jar));
            }
        }

        static Offer read(String text) {
            Parameters versions = new Parameters();
            text.lines().filter(line -> line.startsWith(VERSIONS)).forEach(line -> {
                String[] words = line.split(" ");
                Attrs version = new Attrs();
                version.put("version", words[2]);
                versions.put(words[1], version);
            });
            return new Offer(
                    versions,
                    text.lines()
                            .filter(line -> !line.startsWith(VERSIONS))
                            .collect(Collectors.joining("\n", "", "\n")));
        }

        String text() {
            return versions.entrySet().stream()
                            .map(each -> VERSIONS + each.getKey() + " "
                                    + each.getValue().getVersion() + "\n")
                            .sorted()
                            .collect(Collectors.joining())
                    + signature;
        }
    }

    /** Of each bundle that exports packages of ours, by folder. */
    private static Map<String, Offer> present() throws Exception {
        Map<String, Offer> offers = new TreeMap<>();
        for (Bundle bundle : Bundle.all()) {
            if (bundle.headers().getExportPackage().keySet().stream()
                    .anyMatch(name -> name.startsWith("org.asterism."))) {
                offers.put(bundle.folder(), Offer.of(bundle));
            }
        }
        return offers;
    }

    private static Map<String, Offer> last() throws IOException {
        Map<String, Offer> offers = new TreeMap<>();
        for (Path file : Repository.files(path ->
                path.startsWith("cnf/baseline") && path.toString().endsWith(".txt") && !path.endsWith(FEATURES))) {
            String name =
                    file.getFileName().toString().replaceFirst("\\.txt$", "").replace('=', '/');
            offers.put(name, Offer.read(Files.readString(Repository.root().resolve(file))));
        }
        return offers;
    }

    @Test
    void shouldRaiseTheVersionOfEveryPackageThatChanged() throws Exception {
        Map<String, Offer> last = last();
        Map<String, Offer> present = present();
        List<String> complaints = new ArrayList<>();
        for (Map.Entry<String, Offer> each : present.entrySet()) {
            if (last.containsKey(each.getKey())) {
                complaints.addAll(complaints(each.getKey(), each.getValue(), last.get(each.getKey())));
            }
        }
        assertTrue(!last.isEmpty(), "cnf/baseline is empty: run cnf/baseline/take at the last tag");
        assertEquals("", String.join("\n", complaints));
    }

    @Test
    void shouldNameEveryPackageThatIsRemoved() throws Exception {
        Set<String> gone = packages(last());
        gone.removeAll(packages(present()));
        Set<String> named = Files.readAllLines(REMOVED).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\\s", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                named,
                gone,
                "packages that cnf/baseline/removed names, and those that were exported at the last tag and are not any"
                        + " more: what used them no longer runs, so name each package with where its types are now");
    }

    private static Set<String> packages(Map<String, Offer> offers) {
        return offers.values().stream()
                .flatMap(offer -> offer.versions().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void shouldDemandAMinorVersionForAnAddition() throws Exception {
        assertEquals(List.of(Delta.MINOR), changesIfTheBaseline(lines -> withoutFirst(lines, METHOD)));
    }

    @Test
    void shouldDemandAMajorVersionForARemoval() throws Exception {
        assertEquals(List.of(Delta.MAJOR), changesIfTheBaseline(lines -> {
            List<String> more = new ArrayList<>(lines);
            int place = first(lines, METHOD);
            more.add(place, METHOD + "goneByNow()");
            more.add(place + 1, "    RETURN void");
            return more;
        }));
    }

    @Test
    void shouldFindNoChangeInWhatWasWrittenAndRead() throws Exception {
        assertEquals(List.of(), changesIfTheBaseline(UnaryOperator.identity()));
    }

    private static int first(List<String> lines, String start) {
        int place = 0;
        while (!lines.get(place).startsWith(start)) {
            place++;
        }
        return place;
    }

    /** Without the first line that starts like this, and without what is indented below it. */
    private static List<String> withoutFirst(List<String> lines, String start) {
        int begin = first(lines, start);
        int end = begin + 1;
        while (lines.get(end).startsWith("    ")) {
            end++;
        }
        List<String> kept = new ArrayList<>(lines);
        kept.subList(begin, end).clear();
        return kept;
    }

    /** How the packages of core.api that differ have changed against another baseline. */
    private static List<Delta> changesIfTheBaseline(UnaryOperator<List<String>> differed) throws Exception {
        Offer present = present().get("core.api");
        List<String> lines = present.text().lines().toList();
        Offer other = Offer.read(String.join("\n", differed.apply(lines)) + "\n");
        return compare(present, other).stream()
                .filter(info -> info.mismatch)
                .map(info -> info.packageDiff.getDelta())
                .toList();
    }

    private static Set<Baseline.Info> compare(Offer present, Offer last) throws Exception {
        try (Processor reporter = new Processor()) {
            return new Baseline(reporter, new DiffPluginImpl())
                    .baseline(
                            ApiSignature.tree(present.signature()),
                            present.versions(),
                            ApiSignature.tree(last.signature()),
                            last.versions(),
                            new Instructions("*"));
        }
    }

    private static List<String> complaints(String folder, Offer present, Offer last) throws Exception {
        return compare(present, last).stream()
                .filter(info -> info.mismatch && present.versions().containsKey(info.packageName))
                .map(info -> complaint(folder, info))
                .toList();
    }

    private static String complaint(String folder, Baseline.Info info) {
        List<String> changes = new ArrayList<>();
        collect(info.packageDiff, "", changes);
        String shown = changes.stream().limit(SHOWN_CHANGES).collect(Collectors.joining("; "));
        int more = changes.size() - SHOWN_CHANGES;
        Version must = info.suggestedVersion;
        return folder + ": " + info.packageName + " " + info.newerVersion + " has changed ("
                + info.packageDiff.getDelta() + ") since the last tag, where it was " + info.olderVersion + ": " + shown
                + (more > 0 ? "; and " + more + " more" : "") + ". Set @Version(\"" + must
                + "\") in its package-info.java";
    }

    private static void collect(Diff diff, String within, List<String> changes) {
        if (Set.of(Delta.UNCHANGED, Delta.IGNORED).contains(diff.getDelta())) {
            return;
        }
        String name = within.isEmpty() ? diff.getName() : within + " " + diff.getName();
        Predicate<Diff> hasChanged =
                child -> !Set.of(Delta.UNCHANGED, Delta.IGNORED).contains(child.getDelta());
        boolean isWhole = Set.of(Delta.ADDED, Delta.REMOVED).contains(diff.getDelta());
        if (isWhole || diff.getChildren().stream().noneMatch(hasChanged)) {
            changes.add(diff.getDelta() + " " + name);
        } else {
            diff.getChildren().forEach(child -> collect(child, diff.getType() == Type.PACKAGE ? "" : name, changes));
        }
    }

    @BeforeAll
    static void take() throws Exception {
        if (!Boolean.getBoolean("asterism.baseline.take")) {
            return;
        }
        Files.createDirectories(FOLDER);
        for (String gone : last().keySet()) {
            Files.delete(file(gone));
        }
        for (Map.Entry<String, Offer> each : present().entrySet()) {
            Files.writeString(file(each.getKey()), each.getValue().text());
        }
        Files.writeString(
                REMOVED,
                "# Packages that were exported at the last tag and are not any more: PACKAGE, and where its types are "
                        + "now.\n");
    }

    private static Path file(String folder) {
        return FOLDER.resolve(folder.replace('/', '=') + ".txt");
    }
}
