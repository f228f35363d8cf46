package org.asterism.run.option;

import java.util.List;
import java.util.Map;
import org.asterism.spi.application.UsageException;

/**
 * A policy as it is named on a command line.
 *
 * @param name its name
 * @param properties its properties
 */
public record PolicyChoice(String name, Map<String, String> properties) {
    /**
     * Reads {@code NAME[,key=value...]}.
     *
     * @param option behind which it was typed, without dashes
     * @param text what was typed
     * @return what it says
     * @throws UsageException if it says nothing
     */
    public static PolicyChoice parse(String option, String text) {
        List<String> parts = List.of(text.split(",", -1));
        if (parts.getFirst().isBlank()) {
            throw new UsageException(
                    "option '--" + option + "' is '" + text + "'; write NAME or NAME,key=value,... with the NAME of a "
                            + (option.equals(CommonOptions.TREE) ? "file" : "policy"));
        }
        return new PolicyChoice(parts.getFirst(), KeyValues.parse(parts.subList(1, parts.size())));
    }
}
