package org.asterism.core.internal.runtime.pool;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.runtime.staffing.WorkerFilter;
import org.asterism.spi.driver.ComputeUnit;

/** Selects the workers that get no thread, since the program drives them: all, or those that are named. */
public final class WithoutThreads {
    private final boolean all;
    private final Set<String> names = new HashSet<>();
    private final List<WorkerFilter> filters = new ArrayList<>();
    private final Set<String> unused = new TreeSet<>();

    /**
     * Reads what a runtime is to be like.
     *
     * @throws IllegalArgumentException if a filter is none; or if somebody wants to drive workers in virtual time
     */
    WithoutThreads(RuntimeConfiguration configuration, boolean virtualTime) {
        all = !configuration.launchedWorkers();
        for (String text : configuration.workersWithoutThreads()) {
            String named = text.strip();
            if (named.startsWith("(")) {
                filters.add(filter(named));
            } else {
                names.add(named);
            }
            unused.add(named);
        }
        if (virtualTime && !unused.isEmpty()) {
            throw new IllegalArgumentException("withoutThreadsFor(" + String.join(", ", unused)
                    + ") cannot be had in virtual time, as with withSimulation(...): whoever waits for tasks steps "
                    + "the workers there."
                    + " Leave it out");
        }
    }

    /**
     * Whether a word of the shared runtime's configuration can be used; a slip is reported, and must not cost programs
     * their runtime.
     */
    public static boolean isUsable(String text) {
        try {
            return !text.isBlank() && (!text.strip().startsWith("(") || filter(text.strip()) != null);
        } catch (IllegalArgumentException wrong) {
            System.getLogger(WithoutThreads.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            "configuration org.asterism.runtime, workers.without.threads: " + wrong.getMessage());
            return false;
        }
    }

    private static WorkerFilter filter(String text) {
        try {
            return WorkerFilter.of(text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "withoutThreadsFor has '" + text + "', which is no filter: " + wrong.getMessage()
                            + ". Give the name of a driver, such as 'cpu', the name of a worker, such as 'cpu-0', or "
                            + "a filter,"
                            + " such as '(&(arch=cpu)(numa.node=1))'",
                    wrong);
        }
    }

    /** Whether the worker of a unit gets no thread. */
    boolean isMeant(DriverPlugin driver, ComputeUnit unit, int id, int node) {
        boolean meant = all;
        for (String name : List.of(driver.name(), unit.name())) {
            if (names.contains(name)) {
                unused.remove(name);
                meant = true;
            }
        }
        if (filters.isEmpty()) {
            return meant;
        }
        Map<String, Object> properties = new HashMap<>(unit.properties());
        properties.put("name", unit.name());
        properties.put("id", id);
        properties.put("arch", unit.architecture().name());
        properties.put("memory-node", node);
        for (WorkerFilter filter : filters) {
            if (filter.matches(properties)) {
                unused.remove(filter.toString());
                meant = true;
            }
        }
        return meant;
    }

    /** Returns the names that have matched no worker so far. */
    Set<String> unused() {
        return unused;
    }
}
