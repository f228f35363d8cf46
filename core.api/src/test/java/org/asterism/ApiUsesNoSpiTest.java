package org.asterism;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Programs see {@code org.asterism.api} and nothing of what plug-ins implement. */
final class ApiUsesNoSpiTest {
    private static final String API = "org.asterism.api";
    private static final String SPI = "org.asterism.spi";
    private static final Path SOURCES = Path.of("src", "main", "java", "org", "asterism", "api");

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(API, SPI);

    private static boolean isIn(String layer, JavaClass type) {
        return (type.getPackageName() + ".").startsWith(layer + ".");
    }

    @Test
    void shouldNotDependOnTheSpiFromTheApi() {
        Set<String> upward = new TreeSet<>();
        int seen = 0;
        for (JavaClass type : classes) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass used = dependency.getTargetClass().getBaseComponentType();
                if (isIn(API, type) && isIn(SPI, used)) {
                    upward.add(type.getName() + " -> " + used.getName());
                }
                seen += isIn(SPI, type) && isIn(API, used) ? 1 : 0;
            }
        }
        assertTrue(seen > 0, "the SPI uses the API, and this test sees it");
        assertEquals(
                Set.of(), upward, "a type of " + API + " uses one of " + SPI + "; move what both need into the API");
    }

    /** Links in Javadoc are in no class file. */
    @Test
    void shouldNotNameTheSpiInTheSourcesOfTheApi() throws IOException {
        List<Path> naming;
        try (Stream<Path> files = Files.walk(SOURCES)) {
            naming = files.filter(Files::isRegularFile)
                    .filter(ApiUsesNoSpiTest::namesSpi)
                    .toList();
        }
        assertEquals(List.of(), naming, "these files name a type of " + SPI);
    }

    private static boolean namesSpi(Path file) {
        try {
            return Files.readString(file).contains(SPI + ".");
        } catch (IOException unreadable) {
            throw new AssertionError("cannot read " + file, unreadable);
        }
    }
}
