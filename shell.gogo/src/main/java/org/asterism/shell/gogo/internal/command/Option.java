package org.asterism.shell.gogo.internal.command;

import java.util.List;
import java.util.Optional;
import org.asterism.spi.application.ApplicationOption;

/**
 * An option that can be typed.
 *
 * @param names all its names, with dashes
 * @param value what stands for its value, such as {@code N}; empty for a flag, and begins with {@code FILE} for the
 *     name of a file
 * @param description a few words about it
 * @param onlyAfter the word that must stand before it, such as an application's name
 */
public record Option(List<String> names, String value, String description, Optional<String> onlyAfter) {
    /** Copies the list. */
    public Option {
        names = List.copyOf(names);
    }

    /**
     * An option of an application.
     *
     * @param option as the application describes it
     * @param onlyAfter see {@link #onlyAfter}
     * @return the same for completion
     */
    public static Option of(ApplicationOption option, Optional<String> onlyAfter) {
        return new Option(List.of("--" + option.name()), option.value(), option.description(), onlyAfter);
    }

    /**
     * Whether it has no value.
     *
     * @return true for a flag
     */
    public boolean isFlag() {
        return value.isEmpty();
    }

    /**
     * Whether its value is the name of a file.
     *
     * @return true if files shall be suggested
     */
    public boolean isFile() {
        return value.startsWith("FILE");
    }

    /**
     * The words that its value can be.
     *
     * @return those of a value such as {@code off|on|scratch}, else none
     */
    public List<String> choices() {
        return value.matches("[a-z0-9-]+(\\|[a-z0-9-]+)+") ? List.of(value.split("\\|")) : List.of();
    }

    /** How to type it, with all its names. */
    String typed() {
        return String.join(", ", names) + (isFlag() ? "" : " " + value);
    }
}
