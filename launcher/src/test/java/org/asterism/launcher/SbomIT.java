package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class SbomIT {
    private static final Pattern COMPONENT = Pattern.compile("\"purl\" : \"pkg:maven/[^/]+/([^@]+)@([^?\"]+)");

    @Test
    void shouldNameEveryJarOfTheDistribution() throws Exception {
        Path distribution = DistributionCopy.built();
        Path sbom = distribution.resolve("sbom.json");
        Assumptions.assumeTrue(Files.exists(sbom), "built without -Psbom, or with -o");
        Set<String> listed = COMPONENT
                .matcher(Files.readString(sbom))
                .results()
                .map(component -> component.group(1) + "-" + component.group(2) + ".jar")
                .collect(Collectors.toSet());
        Set<String> shipped = new TreeSet<>();
        for (String folder : new String[] {"bundles", "lib"}) {
            try (Stream<Path> files = Files.walk(distribution.resolve(folder))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".jar")
                                && !Set.of("launcher.jar", "framework.jar").contains(name))
                        .forEach(shipped::add);
            }
        }
        shipped.removeAll(listed);
        assertEquals(Set.of(), shipped, "jars of the distribution that sbom.json does not name");
    }
}
