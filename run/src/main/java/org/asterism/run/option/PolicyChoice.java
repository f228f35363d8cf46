package org.asterism.run.option;

import java.util.List;
import java.util.Map;
import org.asterism.spi.application.UsageException;

/**
 * Policy on a command line.
 *
 * @param name name of the policy
 * @param properties properties of the policy
 */
public record PolicyChoice(String name, Map<String, String> properties) {
    /**
     * Reads {@code NAME[,key=value...]}.
     *
     * @param option option with this value, without dashes
     * @param text typed value
     * @return the policy
     * @throws UsageException if the value has no name
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
