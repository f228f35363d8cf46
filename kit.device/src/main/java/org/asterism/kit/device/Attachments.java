package org.asterism.kit.device;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * The objects that task codes keep for a unit's queue, such as handles of libraries; see
 * {@link org.asterism.api.device.DeviceContext#attached}. For the thread of the unit's worker only.
 */
public final class Attachments implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Attachments.class.getName());

    private final String unit;
    private final SequencedMap<Class<?>, AutoCloseable> attached = new LinkedHashMap<>();

    /**
     * Makes it, empty.
     *
     * @param unit the unit's name, for messages
     */
    public Attachments(String unit) {
        this.unit = unit;
    }

    /**
     * The object of a type.
     *
     * @param <T> its type
     * @param type by which it is found again
     * @param make makes it if there is none
     * @return the same at every call until {@link #close}
     * @throws IllegalArgumentException if what was made is not of that type
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

    /**
     * Closes all, the last one first; that one cannot be closed is reported, and no reason to leave the others open.
     */
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
