package org.asterism.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The runtimes that a component knows as services, by names that are unique within the component. Two runtimes may have
 * been registered under one name, such as two runs of the same application: the one that the component learns of later
 * gets a number. Any thread.
 */
public final class RuntimeNames {
    /** Service property of a {@link TaskRuntime}: its name for users. */
    public static final String PROPERTY = "runtime.name";

    private static final String UNNAMED = "default";

    private final Map<String, TaskRuntime> runtimes = new LinkedHashMap<>();

    /** Creates an empty set of names. */
    public RuntimeNames() {}

    /**
     * Returns the name that a runtime was registered with.
     *
     * @param serviceProperties of the runtime
     * @return value of {@value #PROPERTY}; {@code default} if there is none
     */
    public static String of(Map<String, ?> serviceProperties) {
        Object name = serviceProperties.get(PROPERTY);
        return name == null ? UNNAMED : name.toString();
    }

    /**
     * Adds a runtime.
     *
     * @param runtime the runtime
     * @param wanted its name; the first free one of {@code wanted}, {@code wanted-2}, {@code wanted-3} and so on is
     *     taken
     * @return the name that it has from now on
     */
    public synchronized String add(TaskRuntime runtime, String wanted) {
        Objects.requireNonNull(runtime, "runtime");
        String free = wanted;
        for (int number = 2; runtimes.containsKey(free); number++) {
            free = wanted + "-" + number;
        }
        runtimes.put(free, runtime);
        return free;
    }

    /**
     * Removes a runtime, whose name is free then.
     *
     * @param runtime the runtime; nothing happens if it is unknown
     */
    public synchronized void remove(TaskRuntime runtime) {
        runtimes.values().removeIf(each -> each == runtime);
    }

    /**
     * Returns the runtimes.
     *
     * @return a snapshot, by name, the oldest first
     */
    public synchronized Map<String, TaskRuntime> all() {
        return new LinkedHashMap<>(runtimes);
    }
}
