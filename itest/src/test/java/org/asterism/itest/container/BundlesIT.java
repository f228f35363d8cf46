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
import java.util.jar.Attributes;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.resource.Capability;
import org.osgi.resource.Requirement;

/** What our bundles say of themselves in their manifests: their names, what they offer, what they need, what they hide. */
class BundlesIT {
    private static final String PREFIX = "org.asterism.";
    private static final String BALANCER = PREFIX + "balancer.";
    private static final String COMPONENT = PREFIX + "components.modular.";

    /** Begins the names of bundles that have nothing but others' classes for a native library, and are never changed. */
    private static final String NATIVE = PREFIX + "native.";

    private static final ClassPathBundles BUNDLES = new ClassPathBundles();

    private static final List<String> COMPONENTS = List.of(
            "org.apache.felix.scr", "org.osgi.service.component", "org.osgi.util.promise", "org.osgi.util.function");
    private static final List<String> PLUG_IN = Stream.concat(Stream.of("org.asterism.core.api"), COMPONENTS.stream())
            .toList();

    /** It is called after what its policies have in common. */
    private static final String PARALLEL = "org.asterism.policy.parallel";

    /** Bundles that need what every plug-in needs. */
    private static final List<String> PLUG_INS = List.of(
            "org.asterism.balancer.completion",
            "org.asterism.balancer.idle",
            "org.asterism.components.modular.best-implementation",
            "org.asterism.components.modular.eager",
            "org.asterism.components.modular.eager-calibration",
            "org.asterism.components.modular.eager-prio",
            "org.asterism.components.modular.fifo",
            "org.asterism.components.modular.gemm",
            "org.asterism.components.modular.heft",
            "org.asterism.components.modular.heteroprio",
            "org.asterism.components.modular.mct",
            "org.asterism.components.modular.perfmodel-select",
            "org.asterism.components.modular.prio",
            "org.asterism.components.modular.random",
            "org.asterism.components.modular.stage",
            "org.asterism.components.modular.user-choice",
            "org.asterism.components.modular.work-stealing",
            "org.asterism.core.impl",
            "org.asterism.driver.cpu",
            "org.asterism.policy.dmda",
            "org.asterism.policy.eager",
            "org.asterism.policy.graph",
            "org.asterism.policy.heteroprio",
            "org.asterism.policy.modular",
            PARALLEL,
            "org.asterism.policy.prio",
            "org.asterism.policy.random",
            "org.asterism.policy.ws",
            "org.asterism.topology.hwloc",
            "org.asterism.bench.taskbench");

    /** What each bundle needs to resolve, as its README says. */
    private static final Map<String, List<String>> NEEDS = needs();

    private static Map<String, List<String>> needs() {
        Map<String, List<String>> needs = new TreeMap<>();
        PLUG_INS.forEach(plugIn -> needs.put(plugIn, PLUG_IN));
        needs.put("org.asterism.core.api", List.of());
        Map.of("opencl", "jocl", "cuda", "jcuda").forEach((driver, binding) -> {
            needs.put(NATIVE + binding, List.of());
            needs.put(
                    PREFIX + "driver." + driver,
                    Stream.concat(PLUG_IN.stream(), Stream.of(NATIVE + binding)).toList());
        });
        needs.put(
                "org.asterism.driver.sim",
                Stream.concat(
                                PLUG_IN.stream(),
                                Stream.of(
                                        "com.fasterxml.jackson.core.jackson-core",
                                        "com.fasterxml.jackson.jr.jackson-jr-objects"))
                        .toList());
        needs.put(
                "org.asterism.shell.gogo",
                Stream.concat(
                                PLUG_IN.stream(),
                                Stream.of(
                                        "org.apache.felix.gogo.runtime",
                                        "com.fasterxml.jackson.core.jackson-core",
                                        "com.fasterxml.jackson.jr.jackson-jr-objects"))
                        .toList());
        return needs;
    }

    @TempDir
    Path cache;

    static Set<String> ours() {
        return BUNDLES.all().keySet().stream()
                .filter(name -> name.startsWith(PREFIX))
                .collect(Collectors.toSet());
    }

    @Test
    void shouldKnowTheNeedsOfEachOfOurBundles() {
        assertEquals(NEEDS.keySet(), ours());
    }

    @ParameterizedTest
    @MethodSource("ours")
    void shouldResolveWithWhatItSaysItNeedsAndNothingElse(String name) throws Exception {
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
        try {
            List<Bundle> installed = new ArrayList<>();
            for (String needed : NEEDS.get(name)) {
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
            framework.stop();
            framework.waitForStop(Await.PATIENCE.toMillis());
        }
    }

    private static void checkRevision(BundleRevision revision) {
        String name = revision.getSymbolicName();
        for (String exported : attributes(revision.getCapabilities(null), "osgi.wiring.package")) {
            assertTrue(
                    name.equals("org.asterism.core.api") || name.startsWith(NATIVE) && !exported.startsWith(PREFIX),
                    () -> "only core.api exports packages of ours, not " + name + " " + exported);
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
        assertEquals(
                name.startsWith(PREFIX + "policy.") && !name.equals(PARALLEL),
                attributes(revision.getCapabilities(null), "org.asterism.policy", "policy.name")
                        .anyMatch(policy -> (PREFIX + "policy." + policy).matches(Pattern.quote(name) + "(-.*)?")),
                name + " brings the policy that it is called after");
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
                name.startsWith(NATIVE),
                licences.contains("MIT"),
                "what is inside of " + name + " has a licence of its own");
        assertFalse(headers.getValue(Constants.BUNDLE_DESCRIPTION).isBlank());
        assertTrue(
                Version.parseVersion(headers.getValue(Constants.BUNDLE_VERSION)).compareTo(Version.emptyVersion) > 0);
    }
}
