package org.asterism.driver.cuda.internal.unit;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;

/** What the codes of tasks keep for a unit's stream, such as handles of libraries. Used by its worker's thread alone. */
final class Attachments implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Attachments.class.getName());

    private final String unit;
    private final SequencedMap<Class<?>, AutoCloseable> attached = new LinkedHashMap<>();

    Attachments(String unit) {
        this.unit = unit;
    }

    /** The object of this type, which is made if there is none. */
    <T extends AutoCloseable> T get(Class<T> type, Supplier<? extends T> make) {
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

    /** Closes all, the last one first. */
    @Override
    public void close() {
        for (AutoCloseable last : attached.sequencedValues().reversed()) {
            try {
                last.close();
            } catch (Exception | LinkageError thrown) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "driver.cuda: closing " + last + ", which was attached to " + unit + ", has failed: " + thrown,
                        thrown);
            }
        }
        attached.clear();
    }
}
