package org.asterism.shell.gogo.internal.command;

import java.util.List;
import java.util.Optional;
import org.asterism.spi.application.ApplicationOption;

/**
 * Option of a command.
 *
 * @param names all its names, with dashes
 * @param value placeholder of its value, such as {@code N}; empty for a flag; beginning with {@code FILE} for a file
 *     name
 * @param description short description
 * @param onlyAfter word that must precede it, such as an application's name
 */
public record Option(List<String> names, String value, String description, Optional<String> onlyAfter) {
    /** Copies the list. */
    public Option {
        names = List.copyOf(names);
    }

    /**
     * Converts an option of an application.
     *
     * @param option the application's description
     * @param onlyAfter see {@link #onlyAfter}
     * @return the option for completion
     */
    public static Option of(ApplicationOption option, Optional<String> onlyAfter) {
        return new Option(List.of("--" + option.name()), option.value(), option.description(), onlyAfter);
    }

    /**
     * Whether the option has no value.
     *
     * @return true for a flag
     */
    public boolean isFlag() {
        return value.isEmpty();
    }

    /**
     * Whether the value is a file name.
     *
     * @return true if files are suggested
     */
    public boolean isFile() {
        return value.startsWith("FILE");
    }

    /**
     * Returns the allowed words of the value.
     *
     * @return words of a placeholder such as {@code off|on|scratch}; otherwise none
     */
    public List<String> choices() {
        return value.matches("[a-z0-9-]+(\\|[a-z0-9-]+)+") ? List.of(value.split("\\|")) : List.of();
    }

    /** Returns how to type the option, with all its names. */
    String typed() {
        return String.join(", ", names) + (isFlag() ? "" : " " + value);
    }
}
