package org.asterism.bench.revisions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Notices features that the distribution has lost. */
class FeaturesIT {
    private static final Path KEPT = Path.of("../../cnf/baseline/features.txt");

    @Test
    void shouldHaveTheFeaturesThatAreWrittenDown() throws Exception {
        FeatureList kept = FeatureList.of(Files.readAllLines(KEPT));
        FeatureList now = DistributionFeatures.of(Path.of(System.getProperty("asterism.distribution")));
        assertEquals(
                List.of(),
                now.since(kept).lines(),
                "the distribution's features differ from cnf/baseline/features.txt. Restore what was removed by"
                        + " mistake. If the change is meant, describe it in CHANGELOG.md and write the list anew:"
                        + " cnf/features > features.new && mv features.new cnf/baseline/features.txt");
    }
}
