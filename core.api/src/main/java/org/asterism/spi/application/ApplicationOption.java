package org.asterism.spi.application;

/**
 * An option of an application.
 *
 * @param name without the leading dashes, such as {@code tile}
 * @param value the placeholder of its value in the help, such as {@code B}; empty for a flag
 * @param description the effect of the option, in a sentence, with the default and the allowed values
 */
public record ApplicationOption(String name, String value, String description) {
    /**
     * An option that is given or not.
     *
     * @param name without the leading dashes
     * @param description the effect of the option
     * @return a flag
     */
    public static ApplicationOption flag(String name, String description) {
        return new ApplicationOption(name, "", description);
    }

    /**
     * Whether the option has no value.
     *
     * @return true for a flag
     */
    public boolean isFlag() {
        return value.isEmpty();
    }
}
