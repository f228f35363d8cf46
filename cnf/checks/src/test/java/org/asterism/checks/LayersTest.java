package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which bundles of the distribution may use the classes of which others. */
class LayersTest {
    /** The simplex method, which bounds of schedules and the balancer {@code completion} share. */
    private static final String SOLVER = "org.asterism.report.linear";

    private static final String CORE = "core.impl";
    private static final String CONTRACTS = "core.api";
    private static final JavaClasses CLASSES = new ClassFileImporter().importPackages("org.asterism");

    /** The folder of a class's bundle; empty for what is not ours. */
    private static String folder(JavaClass type) {
        return type.getSource()
                .flatMap(source -> Bundle.folderOf(source.getUri()))
                .orElse("");
    }

    /** Bundles that have nothing but others' classes for a native library. */
    private static boolean isForeign(String folder) {
        return folder.isEmpty() || folder.startsWith("native.");
    }

    private static boolean isKit(String folder) {
        return folder.startsWith("kit.");
    }

    /** Bundles that offer a service to the core. */
    private static boolean isPlugIn(String folder) {
        return Stream.of("balancer.", "components.modular/", "driver.", "policy.", "topology.")
                .anyMatch(folder::startsWith);
    }

    private static void refuse(Predicate<String> user, BiPredicate<String, JavaClass> used, String rule) {
        Set<String> users = new TreeSet<>();
        Set<String> violations = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            String folder = folder(type);
            if (user.test(folder)) {
                users.add(folder);
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (used.test(folder, target)) {
                        violations.add(folder + ": " + dependency.getDescription());
                    }
                }
            }
        }
        assertTrue(!users.isEmpty(), "there is no bundle that the rule is about: " + rule);
        assertEquals(Set.of(), violations, rule);
    }

    @Test
    void shouldSeeTheClassesOfAllBundles() throws Exception {
        Set<String> seen = CLASSES.stream().map(LayersTest::folder).collect(Collectors.toCollection(TreeSet::new));
        Set<String> bundles = Bundle.all().stream().map(Bundle::folder).collect(Collectors.toCollection(TreeSet::new));
        bundles.removeIf(folder -> folder.startsWith("native."));
        bundles.removeAll(seen);
        assertEquals(Set.of(), bundles, "bundles without classes on the class path");
    }

    @Test
    void shouldKeepTheCoreOutOfAllOtherBundles() {
        refuse(
                folder -> !folder.isEmpty() && !folder.equals(CORE),
                (_, target) -> folder(target).equals(CORE),
                "no bundle uses core.impl: programs and plug-ins use core.api, and get services");
    }

    @Test
    void shouldLetTheContractsDependOnNothingElseOfOurs() {
        refuse(
                CONTRACTS::equals,
                (_, target) -> !folder(target).isEmpty() && !folder(target).equals(CONTRACTS),
                "core.api uses no other bundle");
    }

    @Test
    void shouldLetTheCoreUseNoKit() {
        refuse(
                CORE::equals,
                (_, target) -> isKit(folder(target)),
                "core.impl uses no kit, so that the update of a kit restarts plug-ins only");
    }

    @Test
    void shouldLetPlugInsUseContractsAndKitsOnly() {
        refuse(
                LayersTest::isPlugIn,
                (folder, target) -> !isForeign(folder(target))
                        && !Set.of(CONTRACTS, folder).contains(folder(target))
                        && !isKit(folder(target))
                        && !(folder.startsWith("balancer.")
                                && target.getPackageName().equals(SOLVER)),
                "policies, components, balancers and drivers use core.api and the kits only; balancers also " + SOLVER);
    }

    @Test
    void shouldLetKitsUseContractsAndOtherKitsOnly() {
        refuse(
                LayersTest::isKit,
                (_, target) ->
                        !isForeign(folder(target)) && !folder(target).equals(CONTRACTS) && !isKit(folder(target)),
                "kits use core.api and other kits only");
    }

    @Test
    void shouldUseNoInternalClassOfAnotherBundle() {
        refuse(
                folder -> !folder.isEmpty() && !folder.equals("cnf/checks"),
                (folder, target) -> !folder(target).isEmpty()
                        && !folder(target).equals(folder)
                        && (target.getPackageName() + ".").contains(".internal."),
                "internal packages belong to their bundle");
    }
}
