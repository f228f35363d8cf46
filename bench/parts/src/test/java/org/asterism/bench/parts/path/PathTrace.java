package org.asterism.bench.parts.path;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Which of the methods that somebody wants to know of were called, in the order of their first calls. For any thread.
 */
public final class PathTrace {
    private static final Set<String> CALLED = new LinkedHashSet<>();
    private static volatile Set<String> wanted = Set.of();
    private static volatile Set<String> wantedNames = Set.of();

    private PathTrace() {}

    /**
     * Begins anew.
     *
     * @param methods such as {@code Job.submit}; of any class that has or inherits the method, or any interface
     */
    static void begin(Set<String> methods) {
        synchronized (CALLED) {
            CALLED.clear();
        }
        wantedNames = methods.stream()
                .map(method -> method.substring(method.indexOf('.') + 1))
                .collect(Collectors.toCollection(ConcurrentHashMap::newKeySet));
        wanted = methods;
    }

    /** The methods that were called. */
    static List<String> called() {
        synchronized (CALLED) {
            return new ArrayList<>(CALLED);
        }
    }

    /**
     * Is told by instrumented code that a method begins.
     *
     * @param self whose method it is, or null if it is static
     * @param declaring the simple name of the class that declares it
     * @param name the method
     */
    public static void enter(Object self, String declaring, String name) {
        if (!wantedNames.contains(name)) {
            return;
        }
        add(declaring, name);
        if (self != null) {
            for (Class<?> type = self.getClass(); type != null; type = type.getSuperclass()) {
                addWithInterfaces(type, name);
            }
        }
    }

    private static void addWithInterfaces(Class<?> type, String name) {
        add(type.getSimpleName(), name);
        for (Class<?> extended : type.getInterfaces()) {
            addWithInterfaces(extended, name);
        }
    }

    private static void add(String type, String name) {
        String method = type + "." + name;
        if (wanted.contains(method)) {
            synchronized (CALLED) {
                CALLED.add(method);
            }
        }
    }
}
