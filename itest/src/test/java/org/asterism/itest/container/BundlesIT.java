package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.resource.Capability;
import org.osgi.resource.Requirement;

/**
 * What our bundles say of themselves in their manifests: their names, what they offer, what they need, what they hide.
 */
class BundlesIT {
    private static final String PREFIX = "org.asterism.";
    private static final String BALANCER = PREFIX + "balancer.";
    private static final String COMPONENT = PREFIX + "components.modular.";

    /**
     * Begins the names of bundles that have nothing but others' classes for a native library, and are never changed.
     */
    private static final String NATIVE = PREFIX + "native.";

    private static final ClassPathBundles BUNDLES = new ClassPathBundles();

    private static final List<String> COMPONENTS = List.of(
            "org.apache.felix.scr", "org.osgi.service.component", "org.osgi.util.promise", "org.osgi.util.function");

    /** It is called after what its policies have in common. */
    private static final String POLICY = PREFIX + "policy.";

    private static final String TREES = POLICY + "modular";

    private static final List<String> JACKSON =
            List.of("com.fasterxml.jackson.core.jackson-core", "com.fasterxml.jackson.jr.jackson-jr-objects");
    private static final String GOGO = "org.apache.felix.gogo.runtime";
    private static final String FILE_INSTALL = "org.apache.felix.fileinstall";

    /** Bundles that contain JCuda, JOCL, and uPlot, which draws curves in browsers. */
    private static final Set<String> MIT_INSIDE =
            Set.of(PREFIX + "native.jcuda", PREFIX + "native.jocl", PREFIX + "report");

    /** Bundles of others that ours need besides those of Declarative Services, as their READMEs say. */
    private static final Map<String, List<String>> FOREIGN = Map.of(
            PREFIX + "console.web",
            JACKSON,
            PREFIX + "deploy.fileinstall",
            List.of(FILE_INSTALL, "org.apache.felix.configadmin", "org.osgi.service.log"),
            PREFIX + "driver.sim",
            JACKSON,
            PREFIX + "health.felix",
            List.of("org.apache.felix.healthcheck.api", "slf4j.api", "slf4j.simple"),
            PREFIX + "metrics.micrometer",
            List.of("micrometer-core", "micrometer-commons", "org.jspecify.jspecify"),
            PREFIX + "shell.gogo",
            Stream.concat(JACKSON.stream(), Stream.of(GOGO)).toList(),
            PREFIX + "transport.netty",
            List.of(
                    "io.netty.handler",
                    "io.netty.transport",
                    "io.netty.buffer",
                    "io.netty.common",
                    "io.netty.resolver",
                    "io.netty.codec-base",
                    "io.netty.transport-native-unix-common"));

    /** The bundles of ours whose packages each bundle of ours must have, directly or through another one. */
    private static final Map<String, Set<String>> IMPORTED = new TreeMap<>();

    private static final Set<String> DECLARES_COMPONENTS = new TreeSet<>();

    @TempDir
    Path cache;

    static Set<String> ours() {
        return BUNDLES.all().keySet().stream()
                .filter(name -> name.startsWith(PREFIX))
                .collect(Collectors.toSet());
    }

    @BeforeAll
    static void readManifests(@TempDir Path cache) throws Exception {
        Framework framework = framework(cache);
        try {
            List<BundleRevision> revisions = new ArrayList<>();
            for (String name : ours()) {
                revisions.add(framework
                        .getBundleContext()
                        .installBundle(BUNDLES.location(name))
                        .adapt(BundleRevision.class));
            }
            for (BundleRevision revision : revisions) {
                addImported(
                        revision,
                        revisions,
                        IMPORTED.computeIfAbsent(revision.getSymbolicName(), _ -> new TreeSet<>()));
                if (revision.getDeclaredRequirements("osgi.extender").stream()
                        .anyMatch(needed -> needed.toString().contains("osgi.component"))) {
                    DECLARES_COMPONENTS.add(revision.getSymbolicName());
                }
            }
        } finally {
            end(framework);
        }
    }

    private static void addImported(BundleRevision importer, List<BundleRevision> revisions, Set<String> found) {
        for (BundleRequirement needed : importer.getDeclaredRequirements(BundleRevision.PACKAGE_NAMESPACE)) {
            for (BundleRevision exporter : revisions) {
                // Neither optional nor dynamic.
                if (needed.getDirectives().get(Constants.RESOLUTION_DIRECTIVE) == null
                        && exporter != importer
                        && exporter.getDeclaredCapabilities(BundleRevision.PACKAGE_NAMESPACE).stream()
                                .anyMatch(needed::matches)
                        && found.add(exporter.getSymbolicName())) {
                    addImported(exporter, revisions, found);
                }
            }
        }
    }

    private static List<String> needs(String name) {
        List<String> needs = new ArrayList<>(IMPORTED.get(name));
        for (String ours :
                Stream.concat(Stream.of(name), IMPORTED.get(name).stream()).toList()) {
            needs.addAll(FOREIGN.getOrDefault(ours, List.of()));
            if (DECLARES_COMPONENTS.contains(ours)) {
                needs.addAll(COMPONENTS);
            }
        }
        return needs.stream().distinct().toList();
    }

    @Test
    void shouldSayOfBundlesThatExistWhatTheyNeedOfOthers() {
        assertTrue(ours().containsAll(FOREIGN.keySet()), ours().toString());
    }

    @ParameterizedTest
    @MethodSource("ours")
    void shouldResolveWithWhatItSaysItNeedsAndNothingElse(String name) throws Exception {
        Framework framework = framework(cache);
        try {
            List<Bundle> installed = new ArrayList<>();
            for (String needed : needs(name)) {
                installed.add(framework.getBundleContext().installBundle(BUNDLES.location(needed)));
            }
            Bundle bundle = framework.getBundleContext().installBundle(BUNDLES.location(name));
            FrameworkWiring wiring = framework.adapt(FrameworkWiring.class);
            if (!wiring.resolveBundles(List.of(bundle))) {
                bundle.start(); // fails, and says what is missing
            }
            for (Bundle needed : installed) {
                assertTrue(
                        needed.getState() == Bundle.RESOLVED || COMPONENTS.contains(needed.getSymbolicName()),
                        name + " does not need " + needed.getSymbolicName());
            }
            checkRevision(bundle.adapt(BundleRevision.class));
        } finally {
            end(framework);
        }
    }

    private static Framework framework(Path cache) throws BundleException {
        Framework framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        cache.toString(),
                        "felix.service.urlhandlers",
                        "false",
                        "felix.log.level",
                        "0"));
        framework.init();
        return framework;
    }

    private static void end(Framework framework) throws Exception {
        framework.stop();
        framework.waitForStop(Await.PATIENCE.toMillis());
    }

    private static void checkRevision(BundleRevision revision) {
        String name = revision.getSymbolicName();
        for (String exported : attributes(revision.getCapabilities(null), "osgi.wiring.package")) {
            assertFalse(name.startsWith(NATIVE) && exported.startsWith(PREFIX), () -> name + " exports " + exported);
            assertFalse(exported.contains(".internal"), exported);
        }
        for (Requirement requirement : revision.getRequirements(null)) {
            String filter = requirement.getDirectives().getOrDefault(Constants.FILTER_DIRECTIVE, "");
            assertFalse(
                    requirement.getNamespace().equals("osgi.wiring.package")
                            && filter.contains("=org.asterism.")
                            && filter.contains(".internal"),
                    name + " imports " + filter);
        }
        assertTrue(
                name.startsWith(NATIVE)
                        || revision.getRequirements("osgi.ee").stream()
                                .anyMatch(needed -> needed.getDirectives()
                                        .get(Constants.FILTER_DIRECTIVE)
                                        .contains("(osgi.ee=JavaSE)(version=25)")),
                name + " needs Java 25");
        if (name.startsWith(POLICY) && !name.equals(TREES)) {
            String policy = name.substring(name.lastIndexOf('.') + 1);
            assertEquals(
                    policy.equals("graph") ? List.of(policy, "graph_test") : List.of(policy), // one under two names
                    attributes(revision.getCapabilities(null), "org.asterism.policy", "policy.name")
                            .toList(),
                    name + " brings the policy that it is called after, and no other");
        }
        assertEquals(
                name.startsWith(BALANCER) ? List.of(name.substring(BALANCER.length())) : List.of(),
                attributes(revision.getCapabilities(null), "org.asterism.balancer", "balancer.name")
                        .toList(),
                name + " brings the balancer that it is called after");
        assertEquals(
                name.startsWith(COMPONENT) ? List.of(name.substring(COMPONENT.length())) : List.of(),
                attributes(revision.getCapabilities(null), "org.asterism.component", "scheduling.component.name")
                        .toList(),
                name + " brings the component that it is called after");
        assertEquals(
                name.replaceFirst("^org\\.asterism\\.driver\\.", ""),
                attributes(revision.getCapabilities(null), "org.asterism.driver", "driver.name")
                        .findFirst()
                        .orElse(name));
    }

    private static List<String> attributes(List<Capability> capabilities, String namespace) {
        return attributes(capabilities, namespace, namespace).toList();
    }

    private static Stream<String> attributes(List<Capability> capabilities, String namespace, String attribute) {
        return capabilities.stream()
                .filter(capability -> capability.getNamespace().equals(namespace))
                .map(capability -> capability.getAttributes().get(attribute).toString());
    }

    @ParameterizedTest
    @MethodSource("ours")
    void shouldSayWhatItIsWhoMadeItAndUnderWhichLicence(String name) {
        Attributes headers = BUNDLES.manifestOf(name).getMainAttributes();
        assertEquals(name, headers.getValue(Constants.BUNDLE_SYMBOLICNAME));
        assertEquals("Asterism", headers.getValue(Constants.BUNDLE_VENDOR));
        String licences = headers.getValue(Constants.BUNDLE_LICENSE);
        assertTrue(licences.contains("Apache-2.0"), licences);
        assertEquals(
                MIT_INSIDE.contains(name),
                licences.contains("MIT"),
                "whether what is inside of " + name + " has a licence of its own");
        assertFalse(headers.getValue(Constants.BUNDLE_DESCRIPTION).isBlank());
        assertTrue(
                Version.parseVersion(headers.getValue(Constants.BUNDLE_VERSION)).compareTo(Version.emptyVersion) > 0);
    }
}
