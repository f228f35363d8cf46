package org.asterism.kit.remote;

import java.util.Objects;

/**
 * The code that a codelet comes from. Both sides must have the same.
 *
 * @param name the symbolic name of its bundle; without a container, the name of the catalogue's class
 * @param version the version of the bundle; empty without a container
 * @param hash the hash of the bundle's content; empty without a container
 */
public record CodeletSource(String name, String version, String hash) {
    private static final int SHOWN_OF_HASH = 8;

    /** Checks that nothing is null. */
    public CodeletSource {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(hash, "hash");
    }

    /** Returns the name, the version and the beginning of the hash. */
    @Override
    public String toString() {
        return name
                + (version.isEmpty() ? "" : " " + version)
                + (hash.isEmpty() ? "" : " (" + hash.substring(0, Math.min(SHOWN_OF_HASH, hash.length())) + ")");
    }
}
