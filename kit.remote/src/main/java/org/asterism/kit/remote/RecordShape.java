package org.asterism.kit.remote;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** The accessors and the canonical constructor of a class of records. */
final class RecordShape {
    private final Class<?> type;
    private final MethodHandle[] accessors;
    private final MethodHandle constructor;

    /**
     * Looks at a class.
     *
     * @throws IllegalArgumentException if its module does not open it
     */
    RecordShape(Class<?> type) {
        this.type = type;
        RecordComponent[] components = type.getRecordComponents();
        accessors = new MethodHandle[components.length];
        Class<?>[] types = new Class<?>[components.length];
        try {
            for (int index = 0; index < components.length; index++) {
                Method accessor = components[index].getAccessor();
                accessor.setAccessible(true); // records of bundles need not be public
                accessors[index] = MethodHandles.lookup()
                        .unreflect(accessor)
                        .asType(MethodType.methodType(Object.class, Object.class));
                types[index] = components[index].getType();
            }
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            constructor = MethodHandles.lookup()
                    .unreflectConstructor(canonical)
                    .asSpreader(Object[].class, components.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException | RuntimeException closed) {
            throw new IllegalArgumentException(
                    "record " + type.getName() + " is closed to other code: " + closed, closed);
        }
    }

    int size() {
        return accessors.length;
    }

    Object component(Object of, int index) {
        try {
            return accessors[index].invokeExact(of);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException("a component of " + type.getName() + " cannot be read", thrown);
        }
    }

    /**
     * Makes a record.
     *
     * @throws IllegalArgumentException if its constructor refuses the components
     */
    Object create(Object... components) {
        try {
            return constructor.invokeExact(components);
        } catch (Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalArgumentException(
                    "a record " + type.getName() + " cannot be made of " + Arrays.toString(components) + ": " + thrown,
                    thrown);
        }
    }
}
