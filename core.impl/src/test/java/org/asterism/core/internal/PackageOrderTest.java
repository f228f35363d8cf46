package org.asterism.core.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The packages of the core lie one above the other, as the table in docs/architecture.md says. */
final class PackageOrderTest {
    private static final String CORE = PackageOrderTest.class.getPackageName() + ".";
    private static final Path PAGE = Path.of("..", "docs", "architecture.md");
    private static final String HEADING = "## The packages of core.impl";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z.]+)` \\|");

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(CORE.substring(0, CORE.length() - 1));

    /** The packages that the page names, bottom to top. */
    private static List<String> documented() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(HEADING);
        assertTrue(begin >= 0, PAGE + " has no heading '" + HEADING + "'");
        int end = page.indexOf("\n## ", begin + 1);
        return ROW.matcher(page.substring(begin, end))
                .results()
                .map((MatchResult row) -> row.group(1))
                .toList();
    }

    private static String packageOf(JavaClass type) {
        return type.getPackageName().substring(CORE.length());
    }

    @Test
    void shouldNameEachPackageOnceInTheTable() throws IOException {
        Set<String> packages = new TreeSet<>();
        classes.stream().map(PackageOrderTest::packageOf).forEach(packages::add);
        List<String> documented = documented();
        assertEquals(packages, new TreeSet<>(documented), "the packages in the table of " + PAGE);
        assertEquals(packages.size(), documented.size(), "a package is named twice in the table of " + PAGE);
    }

    @Test
    void shouldUseOnlyPackagesThatStandAboveInTheTable() throws IOException {
        List<String> order = documented();
        Set<String> upward = new TreeSet<>();
        for (JavaClass type : classes) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass used = dependency.getTargetClass().getBaseComponentType();
                if (used.getPackageName().startsWith(CORE)
                        && order.indexOf(packageOf(used)) > order.indexOf(packageOf(type))) {
                    upward.add(packageOf(type) + "." + type.getSimpleName() + " -> " + packageOf(used) + "."
                            + used.getSimpleName());
                }
            }
        }
        assertEquals(Set.of(), upward, "the table of " + PAGE + " says that a package may use only those above it");
    }
}
