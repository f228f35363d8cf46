package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Finds bundles that {@code cnf/distribution/pom.xml} registers by half, and folders that no build visits. */
class RegistrationTest {
    private static final String DISTRIBUTION = "cnf/distribution";
    /** Bundles for services that the distribution does not have yet, or that others have; pom.xml builds them. */
    private static final Set<String> NOT_SHIPPED = Set.of(
            "bench/remotebench",
            "cluster",
            "driver.remote",
            "health.felix",
            "kit.remote",
            "metrics.micrometer",
            "native.jgroups",
            "remote.member",
            "transport.netty",
            "webconsole.felix");

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern OWN_DEPENDENCY =
            Pattern.compile("<dependency>\\s*<groupId>org\\.asterism</groupId>\\s*<artifactId>([^<]+)</artifactId>"
                    + "\\s*<version>\\$\\{project\\.version}</version>\\s*<scope>runtime</scope>");

    @Test
    void shouldBuildEveryFolderThatHasAPom() throws IOException {
        Set<String> folders = folders("pom.xml");
        Set<String> built = union(modules(""), modules(DISTRIBUTION));
        built.add("");
        assertEquals(
                folders,
                built,
                "folders with a pom.xml, and the modules of pom.xml and " + DISTRIBUTION
                        + "/pom.xml: add a line <module> for what is missing, delete one for what is gone");
    }

    @Test
    void shouldShipEveryBundleItBuildsAndBuildEveryBundleItShips() throws IOException {
        Set<String> modules = modules(DISTRIBUTION);
        Set<String> artifacts =
                modules.stream().map(RegistrationTest::artifact).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                artifacts,
                matches(OWN_DEPENDENCY, DISTRIBUTION),
                "the modules of " + DISTRIBUTION + "/pom.xml and its dependencies of groupId org.asterism, with"
                        + " <version>${project.version}</version><scope>runtime</scope>: a bundle needs both");
    }

    @Test
    void shouldRegisterEveryBundleThatIsNoTemplate() throws IOException {
        Set<String> bundles = folders("bnd.bnd");
        assertTrue(bundles.remove("cnf"), "what all bundles share is in cnf/bnd.bnd");
        bundles.removeIf(folder -> folder.startsWith("examples/") && folder.endsWith("-template"));
        assertEquals(
                bundles,
                union(modules(DISTRIBUTION), NOT_SHIPPED),
                "folders with a bnd.bnd, and the modules of " + DISTRIBUTION + " with " + NOT_SHIPPED);
        assertTrue(modules("").containsAll(NOT_SHIPPED), "pom.xml builds " + NOT_SHIPPED);
    }

    @Test
    void shouldNameEveryModuleAndItsArtifactAfterTheFolder() throws IOException {
        for (String folder : union(modules(DISTRIBUTION), NOT_SHIPPED)) {
            String pom = text(folder);
            String own = pom.substring(pom.indexOf("</parent>"));
            for (String element : List.of(
                    "<artifactId>" + artifact(folder) + "</artifactId>",
                    "<name>Asterism " + folder.replace('/', '.') + "</name>")) {
                assertTrue(own.contains(element), folder + "/pom.xml lacks " + element);
            }
        }
    }

    private static String artifact(String folder) {
        return "asterism-" + folder.replace('/', '-').replace('.', '-');
    }

    private static Set<String> folders(String file) throws IOException {
        return Repository.files(path -> path.endsWith(file)).stream()
                .map(path -> path.getParent() == null ? "" : path.getParent().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The modules of a pom, as folders below the root. */
    private static Set<String> modules(String folder) throws IOException {
        return matches(MODULE, folder).stream()
                .map(module -> Path.of(folder, module).normalize().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> matches(Pattern pattern, String folder) throws IOException {
        Set<String> found = pattern.matcher(text(folder))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(!found.isEmpty(), folder + "/pom.xml has nothing like " + pattern);
        return found;
    }

    private static String text(String folder) throws IOException {
        return Files.readString(Repository.root().resolve(folder).resolve("pom.xml"));
    }

    private static Set<String> union(Collection<String> some, Collection<String> others) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }
}
