package org.asterism.kit.remote;

import java.util.Objects;

/**
 * The name of a codelet that both sides understand.
 *
 * @param source the code that it comes from
 * @param name its name in the catalogue there
 */
public record CodeletReference(CodeletSource source, String name) {
    /** Checks that nothing is null. */
    public CodeletReference {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(name, "name");
    }

    @Override
    public String toString() {
        return "'" + name + "' of " + source;
    }
}
