package org.asterism.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Names of the parameters of the plug-ins that Asterism ships: each plug-in must refuse those that it lacks. */
final class ParametersElsewhere {
    static final List<String> NAMES = read();

    private ParametersElsewhere() {}

    private static List<String> read() {
        try (InputStream file = ParametersElsewhere.class.getResourceAsStream("parameters.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("parameters.txt of the contract tests cannot be read", unreadable);
        }
    }
}
