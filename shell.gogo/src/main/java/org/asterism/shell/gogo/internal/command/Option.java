package org.asterism.shell.gogo.internal.command;

import java.util.List;
import java.util.Optional;
import org.asterism.spi.application.ApplicationOption;

/**
 * An option that can be typed.
 *
 * @param names all its names, with dashes
 * @param isFlag whether it has no value
 * @param isFile whether its value is the name of a file
 * @param description a few words about it
 * @param onlyAfter the word that must stand before it, such as an application's name
 */
public record Option(
        List<String> names, boolean isFlag, boolean isFile, String description, Optional<String> onlyAfter) {
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
        return new Option(
                List.of("--" + option.name()),
                option.isFlag(),
                option.value().startsWith("FILE"),
                option.description(),
                onlyAfter);
    }
}
