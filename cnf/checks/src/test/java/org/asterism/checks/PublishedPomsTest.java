package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import aQute.bnd.header.Attrs;
import aQute.bnd.osgi.Constants;
import aQute.bnd.osgi.Domain;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The poms of a release have all that public repositories and the programs that use them need. */
class PublishedPomsTest {
    private static final Path BOM = Path.of("bom/pom.xml");
    /** The distribution is unpacked, no dependency of programs. */
    private static final String LAUNCHER = "asterism-launcher";
    /** Elements that Maven does not inherit, or that would be wrong. */
    private static final List<String> OWN = List.of("artifactId", "name", "description");
    /** Elements that a pom may inherit. */
    private static final List<String> INHERITED = List.of(
            "version",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "developers/developer/organization",
            "scm/url",
            "scm/connection",
            "scm/developerConnection");

    @Test
    void shouldHaveInEveryPublishedPomWhatPublicRepositoriesDemand() throws Exception {
        List<String> missing = new ArrayList<>();
        for (Pom pom : published().values()) {
            for (String element : OWN) {
                if (isBlank(pom, element)) {
                    missing.add(pom + " lacks <" + element + ">");
                }
            }
            for (String element : INHERITED) {
                if (pom.lineage().stream().allMatch(ancestor -> isBlank(ancestor, element))) {
                    missing.add(pom + " and its parents lack " + element);
                }
            }
        }
        assertEquals(
                "", String.join("\n", missing), "add the elements, or <maven.deploy.skip>true</maven.deploy.skip>");
    }

    @Test
    void shouldManageAllPublishedJarsInTheBom() throws Exception {
        Set<String> jars = new TreeSet<>();
        for (Pom pom : published().values()) {
            if (pom.packaging().equals("jar") && !pom.artifact().equals(LAUNCHER)) {
                jars.add(pom.artifact());
            }
        }
        assertEquals(
                jars,
                new TreeSet<>(Pom.read(BOM).managed()),
                "the published jars, and the dependency management of " + BOM + ": add what is missing there, or"
                        + " <maven.deploy.skip>true</maven.deploy.skip> to the pom of a module that is not published");
    }

    @Test
    void shouldNotDependOnWhatIsNotPublished() throws Exception {
        Map<String, Pom> published = published();
        List<String> missing = new ArrayList<>();
        for (Pom pom : published.values()) {
            for (Pom ancestor : pom.lineage()) {
                if (!published.containsKey(ancestor.artifact())) {
                    missing.add(pom + ": its parent " + ancestor + " is not published");
                }
                ancestor.passedOn().stream()
                        .filter(artifact -> artifact.startsWith("asterism-") && !published.containsKey(artifact))
                        .forEach(artifact -> missing.add(pom + " depends on " + artifact + ", which is not published"));
            }
        }
        assertEquals("", String.join("\n", missing));
    }

    /** In a program without OSGi, only the scopes of dependencies bring a class with the classes that it uses. */
    @Test
    void shouldPassOnTheBundlesWhosePackagesABundleImports() throws Exception {
        Map<String, Pom> published = published();
        Map<String, String> exporters = exporters();
        List<String> missing = new ArrayList<>();
        for (Bundle bundle : Bundle.all()) {
            Pom pom = Pom.read(Path.of(bundle.folder(), "pom.xml"));
            Set<String> reached = new TreeSet<>(Set.of(pom.artifact()));
            reach(pom, published, reached);
            Domain headers = bundle.headers();
            for (Map.Entry<String, Attrs> imported : headers.getImportPackage().entrySet()) {
                String exporter = exporters.get(imported.getKey());
                if (exporter != null && !isOptional(imported.getValue()) && !reached.contains(exporter)) {
                    missing.add(pom + " imports " + imported.getKey() + " of " + exporter
                            + ", which is no dependency of scope compile or runtime");
                }
            }
        }
        assertEquals("", String.join("\n", missing));
    }

    private static void reach(Pom pom, Map<String, Pom> published, Set<String> reached) throws Exception {
        for (Pom ancestor : pom.lineage()) {
            for (String artifact : ancestor.passedOn()) {
                if (reached.add(artifact) && published.containsKey(artifact)) {
                    reach(published.get(artifact), published, reached);
                }
            }
        }
    }

    /** The artifacts of the packages that our bundles export. */
    private static Map<String, String> exporters() throws Exception {
        Map<String, String> found = new HashMap<>();
        for (Bundle bundle : Bundle.all()) {
            String artifact = Pom.read(Path.of(bundle.folder(), "pom.xml")).artifact();
            bundle.headers().getExportPackage().keySet().forEach(name -> found.put(name, artifact));
        }
        return found;
    }

    private static Map<String, Pom> published() throws Exception {
        Map<String, Pom> found = new TreeMap<>();
        for (Pom pom : Pom.ours()) {
            if (pom.isPublished()) {
                found.put(pom.artifact(), pom);
            }
        }
        assertFalse(found.isEmpty(), "no pom is published");
        return found;
    }

    private static boolean isOptional(Attrs attributes) {
        return Constants.OPTIONAL.equals(attributes.get(Constants.RESOLUTION_DIRECTIVE));
    }

    private static boolean isBlank(Pom pom, String element) {
        return pom.text(element.split("/")).orElse("").isBlank();
    }
}
