package org.asterism.kit.remote;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.data.DataView;

/**
 * Finds the classes of records and enums that a peer names: those of a catalogue's own class loader and of
 * {@code org.asterism.api}. Thread-safe.
 *
 * <p>It remembers what it has learnt about them. So nothing remembers classes of a bundle whose catalogue is gone.
 */
public final class ClassFinder {
    /** Finds none. */
    public static final ClassFinder NONE = new ClassFinder(null, null);

    private static final String API = "org.asterism.api.";

    private final ClassLoader own;
    private final ClassLoader api;
    private final Map<Class<?>, RecordShape> shapes = new ConcurrentHashMap<>();

    private ClassFinder(ClassLoader own, ClassLoader api) {
        this.own = own;
        this.api = api;
    }

    /**
     * Returns a finder for the values of codelets.
     *
     * @param loader the class loader of the codelets' catalogue; null for one that finds classes of the API only
     * @return the finder
     */
    public static ClassFinder of(ClassLoader loader) {
        return new ClassFinder(loader, DataView.class.getClassLoader());
    }

    /**
     * Finds a class without initialising it.
     *
     * @param name its binary name
     * @return the class
     * @throws ClassNotFoundException if there is none, or the peer must not use it
     */
    Class<?> find(String name) throws ClassNotFoundException {
        ClassLoader loader = name.startsWith(API) ? api : own;
        if (loader == null) {
            throw new ClassNotFoundException(name);
        }
        Class<?> found = Class.forName(name, false, loader);
        if (!allows(found)) {
            throw new ClassNotFoundException(name + " belongs to other code");
        }
        return found;
    }

    /** Whether values of a class can be sent: the class loader of other code may be another one at the peer. */
    boolean allows(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null
                && (loader == own || loader == api && type.getName().startsWith(API));
    }

    /**
     * The shape of a class of records that is allowed.
     *
     * @throws IllegalArgumentException if its module does not open it
     */
    RecordShape shape(Class<?> type) {
        return shapes.computeIfAbsent(type, RecordShape::new);
    }
}
