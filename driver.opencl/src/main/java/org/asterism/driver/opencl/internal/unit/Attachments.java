package org.asterism.driver.opencl.internal.unit;

import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** What code keeps for a worker's queue. For the worker's thread only. */
final class Attachments {
    private static final System.Logger LOG = System.getLogger(Attachments.class.getName());

    private final Map<Class<?>, AutoCloseable> attached = new LinkedHashMap<>();

    /** What is attached by its type; made if nothing is. */
    <T extends AutoCloseable> T get(Class<T> type, Supplier<? extends T> make) {
        AutoCloseable known = attached.get(type);
        if (known == null) {
            known = Objects.requireNonNull(make.get(), () -> "what is attached as " + type.getName());
            attached.put(type, known);
        }
        return type.cast(known);
    }

    /** Closes all; that one cannot be closed is no reason to leave the others open. */
    void close(String unit) {
        for (Map.Entry<Class<?>, AutoCloseable> each : attached.entrySet()) {
            try {
                each.getValue().close();
            } catch (Exception | LinkageError thrown) {
                LOG.log(
                        Level.WARNING,
                        unit + " cannot close the " + each.getKey().getName() + " attached to it: " + thrown,
                        thrown);
            }
        }
        attached.clear();
    }
}
