package org.asterism.core.internal.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Finds the {@link java.lang.invoke.VarHandle} by which a class accesses its own field in another memory order than
 * declared.
 */
public final class FieldHandle {
    private FieldHandle() {}

    /**
     * Returns the handle of a field, to be kept in a constant.
     *
     * @param owner the lookup of the class that has the field
     */
    public static VarHandle of(MethodHandles.Lookup owner, String field, Class<?> type) {
        return of(owner, owner.lookupClass(), field, type);
    }

    /** The same for a class whose fields another one works on. */
    public static VarHandle of(MethodHandles.Lookup lookup, Class<?> owner, String field, Class<?> type) {
        try {
            return lookup.findVarHandle(owner, field, type);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
