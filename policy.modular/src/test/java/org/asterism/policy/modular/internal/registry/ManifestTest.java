package org.asterism.policy.modular.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.junit.jupiter.api.Test;

/** What the bundle says of itself is written down by hand, and must be what it brings. */
class ManifestTest {
    private static Set<String> named(String header, String pattern) throws IOException {
        try (InputStream file = URI.create(
                        ShippedTrees.class.getProtectionDomain().getCodeSource().getLocation() + "META-INF/MANIFEST.MF")
                .toURL()
                .openStream()) {
            String value = new Manifest(file).getMainAttributes().getValue(header);
            return Pattern.compile(pattern)
                    .matcher(value)
                    .results()
                    .map(found -> found.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void shouldNameThePolicyOfEveryShippedTree() throws IOException {
        assertEquals(
                ShippedTrees.all().stream().map(ShippedTree::name).collect(Collectors.toCollection(TreeSet::new)),
                named("Provide-Capability", "org\\.asterism\\.policy;policy\\.name=([a-z0-9-]+)"));
    }

    @Test
    void shouldNameTheComponentsThatShippedTreesAreMadeOf() throws IOException {
        assertEquals(
                ShippedTrees.all().stream()
                        .flatMap(tree -> UsedKinds.of(tree.description()).stream())
                        .collect(Collectors.toCollection(TreeSet::new)),
                named("Require-Capability", "\\(scheduling\\.component\\.name=([a-z-]+)\\)"));
    }

    @Test
    void shouldOutlineShippedTreesWithTheComponentsThatTheyAreMadeOf() {
        for (ShippedTree tree : ShippedTrees.all()) {
            assertEquals(
                    Set.copyOf(UsedKinds.of(tree.description())),
                    Set.copyOf(Outline.read(ShippedTrees.outlines().get(tree.name()))
                            .kinds()),
                    tree.name());
        }
    }
}
