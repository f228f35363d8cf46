package org.asterism.console.web.internal.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.asterism.api.RuntimeNames;
import org.asterism.api.TaskRuntime;

/** The runtimes by name, and those of them that pages show. Any thread. */
public final class RuntimeWatches {
    private final RuntimeNames runtimes = new RuntimeNames();
    private final Map<TaskRuntime, RuntimeWatch> watches = new HashMap<>();

    /** The time in nanoseconds. */
    private final LongSupplier clock;

    /**
     * Knows no runtime yet.
     *
     * @param clock the time in nanoseconds, by which pages are found to be closed
     */
    public RuntimeWatches(LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * A runtime has come.
     *
     * @param name for users; if another runtime has it, a number is added
     * @param runtime the runtime
     */
    public void add(String name, TaskRuntime runtime) {
        runtimes.add(runtime, name);
    }

    /**
     * A runtime has gone.
     *
     * @param runtime the runtime
     */
    public void remove(TaskRuntime runtime) {
        RuntimeWatch watch;
        synchronized (this) {
            runtimes.remove(runtime);
            watch = watches.remove(runtime);
        }
        if (watch != null) {
            watch.close();
        }
    }

    /**
     * Returns the runtimes.
     *
     * @return a snapshot, by name, the oldest first
     */
    public Map<String, TaskRuntime> all() {
        return runtimes.all();
    }

    /**
     * Returns the watch of a runtime, which is observed from now on, until nobody has asked for some seconds.
     *
     * @param runtime the runtime
     * @return empty if the runtime has gone
     */
    public synchronized Optional<RuntimeWatch> watch(TaskRuntime runtime) {
        if (!runtimes.all().containsValue(runtime)) {
            return Optional.empty();
        }
        RuntimeWatch watch = watches.computeIfAbsent(runtime, each -> new RuntimeWatch(each, clock));
        watch.use();
        return Optional.of(watch);
    }

    /**
     * Returns the names of the runtimes that are observed.
     *
     * @return a snapshot
     */
    public synchronized List<String> observed() {
        return runtimes.all().entrySet().stream()
                .filter(each -> watches.containsKey(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Ends the observation of runtimes that no page shows any more.
     *
     * @return whether others are observed
     */
    public boolean closeUnused() {
        List<RuntimeWatch> unused = new ArrayList<>();
        boolean left;
        synchronized (this) {
            watches.values().removeIf(each -> each.isUnused() && unused.add(each));
            left = !watches.isEmpty();
        }
        unused.forEach(RuntimeWatch::close);
        return left;
    }

    /** Ends all observations. */
    public void closeAll() {
        List<RuntimeWatch> open;
        synchronized (this) {
            open = List.copyOf(watches.values());
            watches.clear();
        }
        open.forEach(RuntimeWatch::close);
    }
}
