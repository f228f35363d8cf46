package org.asterism.itest.docs;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks up names of the form {@code package.Type} and {@code package.Type#member} among the public Java types. */
final class JavaSymbols {
    private JavaSymbols() {}

    /**
     * Says what is wrong with a symbol.
     *
     * @return empty if it exists and is public
     */
    static Optional<String> complaint(String symbol) {
        String[] parts = symbol.split("#", -1);
        Optional<Class<?>> type = type(parts[0]);
        if (parts.length > 2 || type.isEmpty()) {
            return Optional.of("there is no public type " + parts[0]);
        }
        if (parts.length == 1 || hasMember(type.get(), parts[1])) {
            return Optional.empty();
        }
        return Optional.of(parts[0] + " has no public member " + parts[1]);
    }

    private static boolean hasMember(Class<?> type, String name) {
        return Stream.concat(
                        Stream.of(type.getMethods()).map(Method::getName),
                        Stream.of(type.getFields()).map(Field::getName))
                .anyMatch(name::equals);
    }

    /** A nested type is written with a dot, so the last dots are tried as the borders of nested types. */
    private static Optional<Class<?>> type(String name) {
        for (String candidate = name; ; ) {
            try {
                Class<?> type = Class.forName(candidate, false, JavaSymbols.class.getClassLoader());
                return Modifier.isPublic(type.getModifiers()) ? Optional.of(type) : Optional.empty();
            } catch (ClassNotFoundException | LinkageError notThere) {
                int dot = candidate.lastIndexOf('.');
                if (dot < 0) {
                    return Optional.empty();
                }
                candidate = candidate.substring(0, dot) + '$' + candidate.substring(dot + 1);
            }
        }
    }
}
