package org.asterism.kit.remote;

import org.asterism.api.data.DataView;

/** Finds the classes of records and enums that a peer names. */
@FunctionalInterface
public interface ClassFinder {
    /** Finds none. */
    ClassFinder NONE = name -> {
        throw new ClassNotFoundException(name);
    };

    /**
     * Finds a class without initialising it.
     *
     * @param name its binary name
     * @return the class
     * @throws ClassNotFoundException if there is none, or the peer must not use it
     */
    Class<?> find(String name) throws ClassNotFoundException;

    /**
     * Returns the finder for the values of a codelet: it finds classes of {@code org.asterism.api} and what a loader
     * finds.
     *
     * @param loader the class loader of the codelet's catalogue
     * @return the finder
     */
    static ClassFinder of(ClassLoader loader) {
        ClassLoader api = DataView.class.getClassLoader();
        return name -> {
            ClassLoader own = name.startsWith("org.asterism.api.") ? api : loader;
            return Class.forName(name, false, own);
        };
    }
}
