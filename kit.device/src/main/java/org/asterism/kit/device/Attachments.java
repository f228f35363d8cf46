package org.asterism.kit.device;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * Objects that task code keeps per queue of a unit, such as handles of libraries; see
 * {@link org.asterism.api.device.DeviceContext#attached}. Only the thread of the unit's worker may use it.
 */
public final class Attachments implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Attachments.class.getName());

    private final String unit;
    private final SequencedMap<Class<?>, AutoCloseable> attached = new LinkedHashMap<>();

    /**
     * Creates an empty set of attachments.
     *
     * @param unit the unit's name, for messages
     */
    public Attachments(String unit) {
        this.unit = unit;
    }

    /**
     * Returns the object of a type, and creates it if necessary.
     *
     * @param <T> type of the object
     * @param type key of the object
     * @param make creates the object if there is none
     * @return the same object at every call until {@link #close}
     * @throws IllegalArgumentException if the created object has another type
     */
    public <T extends AutoCloseable> T get(Class<T> type, Supplier<? extends T> make) {
        AutoCloseable found = attached.get(type);
        if (found == null) {
            found = make.get();
            if (!type.isInstance(found)) {
                throw new IllegalArgumentException(
                        "a " + type.getName() + " was to be attached to " + unit + ", but there came " + found);
            }
            attached.put(type, found);
        }
        return type.cast(found);
    }

    /** Closes all objects, the last one first. A failure is logged, and the remaining objects are still closed. */
    @Override
    public void close() {
        for (AutoCloseable last : attached.sequencedValues().reversed()) {
            try {
                last.close();
            } catch (Exception | LinkageError thrown) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "closing " + last + ", which was attached to " + unit + ", has failed: " + thrown,
                        thrown);
            }
        }
        attached.clear();
    }
}
