package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the names that the contract tests hand to each plug-in with the parameters that plug-ins declare. */
class ParametersTest {
    private static final String FEATURES = "cnf/baseline/features.txt";
    private static final String NAMES = "tck/src/main/resources/org/asterism/tck/parameters.txt";
    private static final Set<String> KINDS = Set.of("policy", "component", "balancer");

    @Test
    void shouldTryEveryParameterThatSomePluginDeclares() throws IOException {
        Set<String> declared = lines(FEATURES).stream()
                .map(line -> line.split(" "))
                .filter(words -> words.length > 2 && KINDS.contains(words[0]) && !isOfATree(words[1]))
                .map(words -> words[2])
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                declared,
                new TreeSet<>(lines(NAMES)),
                "parameters of policies, components and balancers in " + FEATURES + ", and the names in " + NAMES
                        + ", which plug-ins without such a parameter must refuse: add what is missing there, delete"
                        + " what is gone");
    }

    /** Trees declare the parameters of their components, with names of these before them. */
    private static boolean isOfATree(String policy) {
        return policy.startsWith("modular-");
    }

    private static List<String> lines(String file) throws IOException {
        return Files.readAllLines(Repository.root().resolve(file));
    }
}
