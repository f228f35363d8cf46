package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The features that the build makes for Karaf. */
class KarafFeaturesIT {
    private static final Path REPOSITORY = Path.of(System.getProperty("asterism.features"));
    private static final String VERSION = System.getProperty("asterism.version");
    private static final Pattern OURS =
            Pattern.compile("<groupId>org\\.asterism</groupId><artifactId>([^<]+)</artifactId>"
                    + "\\s*<version>[^<]+</version>\\s*<scope>runtime");
    private static final Pattern BUNDLE = Pattern.compile("<bundle[^>]*>mvn:([^/<]+)/([^/<]+)/([^/<]+)</bundle>");
    private static final Pattern FEATURE = Pattern.compile("<feature name=\"([^\"]+)\"");
    private static final Pattern NEEDED = Pattern.compile("<feature>([^<]+)</feature>");

    /** The only bundle without a feature, because Karaf's deployer watches folders itself. */
    private static final String WITHOUT = "asterism-deploy-fileinstall";

    @Test
    void shouldHaveEachBundleOfTheDistributionInOneFeature() throws Exception {
        List<String> expected = find(OURS, Files.readString(Path.of("../cnf/distribution/pom.xml")))
                .map(found -> found.group(1))
                .filter(artifact -> !artifact.equals(WITHOUT))
                .sorted()
                .toList();
        assertTrue(expected.size() > 50, expected.toString());
        assertEquals(
                expected,
                find(BUNDLE, features())
                        .filter(found -> found.group(1).equals("org.asterism"))
                        .map(found -> found.group(2))
                        .sorted()
                        .toList());
    }

    @Test
    void shouldNameFeaturesAndBundlesThatExist() throws Exception {
        List<String> features =
                find(FEATURE, features()).map(found -> found.group(1)).toList();
        find(NEEDED, features())
                .forEach(needed ->
                        assertTrue(features.contains(needed.group(1)), () -> needed.group() + " " + features));
        find(BUNDLE, features()).forEach(bundle -> {
            Path file = REPOSITORY
                    .resolve(bundle.group(1).replace('.', '/'))
                    .resolve(bundle.group(2))
                    .resolve(bundle.group(3))
                    .resolve(bundle.group(2) + "-" + bundle.group(3) + ".jar");
            assertTrue(Files.exists(file), () -> bundle.group() + ": there is no " + file);
        });
    }

    private static String features() throws Exception {
        return Files.readString(REPOSITORY
                .resolve("org/asterism/asterism-features")
                .resolve(VERSION)
                .resolve("asterism-features-" + VERSION + "-features.xml"));
    }

    private static Stream<MatchResult> find(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }
}
