package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import aQute.bnd.header.Attrs;
import aQute.bnd.osgi.Constants;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What manifests may export and import. */
class ManifestsTest {
    private static final String OURS = "org.asterism.";

    static List<Bundle> bundles() throws Exception {
        return Bundle.all();
    }

    @Test
    void shouldSeeTheBundlesOfTheDistribution() throws Exception {
        assertFalse(bundles().isEmpty(), "no bundle is on the class path");
    }

    @ParameterizedTest
    @MethodSource("bundles")
    void shouldExportNoInternalPackageAndNoneWithoutVersion(Bundle bundle) throws Exception {
        bundle.headers().getExportPackage().forEach((name, attributes) -> {
            assertFalse(isInternal(name), bundle + " exports " + name + ": remove @Export from its package-info.java");
            assertNotNull(
                    attributes.get(Constants.VERSION_ATTRIBUTE),
                    bundle + " exports " + name + " without a version: add @Version to its package-info.java");
        });
    }

    @ParameterizedTest
    @MethodSource("bundles")
    void shouldImportNoInternalPackage(Bundle bundle) throws Exception {
        assertEquals(
                List.of(),
                bundle.headers().getImportPackage().keySet().stream()
                        .filter(name -> name.startsWith(OURS) && isInternal(name))
                        .toList(),
                bundle + " imports packages that no bundle may export");
    }

    @ParameterizedTest
    @MethodSource("bundles")
    void shouldHavePackagesOfItsOwnInternalUnlessTheyAreExported(Bundle bundle) throws Exception {
        var exported = bundle.headers().getExportPackage().keySet();
        try (var jar = bundle.open()) {
            assertEquals(
                    List.of(),
                    jar.getResources().keySet().stream()
                            .filter(path -> path.endsWith(".class"))
                            .map(path -> path.substring(0, Math.max(path.lastIndexOf('/'), 0))
                                    .replace('/', '.'))
                            .distinct()
                            .filter(name -> name.startsWith(OURS) && !isInternal(name) && !exported.contains(name))
                            .toList(),
                    bundle + " has packages that are neither exported nor internal: add .internal to their names");
        }
    }

    /** Bundles of programs require the core with {@code @RequireAsterism}. */
    @Test
    void shouldProvideTheImplementationInTheVersionOfItsInterface() throws Exception {
        List<String> interfaces = new ArrayList<>();
        List<String> implementations = new ArrayList<>();
        for (Bundle bundle : bundles()) {
            Attrs exported = bundle.headers().getExportPackage().get("org.asterism.api");
            Attrs provided = bundle.headers().getProvideCapability().get("osgi.implementation");
            if (exported != null) {
                interfaces.add("asterism " + exported.getVersion());
            }
            if (provided != null) {
                implementations.add(provided.get("osgi.implementation") + " " + provided.getVersion());
            }
        }
        assertEquals(1, interfaces.size());
        assertEquals(
                interfaces,
                implementations,
                "the version of the package org.asterism.api, and the capability osgi.implementation: set"
                        + " RequireAsterism.VERSION to the former");
    }

    /** Karaf, for one, does not share this package of the JDK with bundles. */
    @ParameterizedTest
    @MethodSource("bundles")
    void shouldNotNeedThePackageThatSomeContainersKeepForThemselves(Bundle bundle) throws Exception {
        assertFalse(
                bundle.headers().getImportPackage().containsKey("com.sun.management"),
                bundle + " imports com.sun.management: ask the platform's MBean server by name");
    }

    private static boolean isInternal(String name) {
        return Stream.of(name.split("\\.")).anyMatch("internal"::equals);
    }
}
