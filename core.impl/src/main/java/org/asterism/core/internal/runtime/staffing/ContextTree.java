package org.asterism.core.internal.runtime.staffing;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.asterism.core.internal.context.Context;

/** The contexts of a runtime and their nesting. Any thread may read; changes are made one at a time. */
public final class ContextTree {
    private final Context first;

    /** In the order in which they were made: what a context is nested in comes before it. */
    private volatile List<Context> all;

    ContextTree(Context first) {
        this.first = first;
        all = List.of(first);
    }

    Context first() {
        return first;
    }

    /** All contexts, the first one first; as of now. */
    List<Context> all() {
        return all;
    }

    /**
     * A context and those that are nested in it, however deep, those that are nested in others after these; as of now.
     */
    List<Context> within(Context context) {
        Set<Context> found = new LinkedHashSet<>();
        found.add(context);
        for (Context each : all) { // none comes before the one that it is nested in
            if (found.contains(each.nestedIn())) {
                found.add(each);
            }
        }
        return List.copyOf(found);
    }

    /**
     * Returns the contexts whose tasks a wait for a context includes: its own and those nested in it. The default
     * context, in which all are nested, stands for itself, because a program that wants to wait for all tasks waits for
     * the runtime.
     */
    public List<Context> waitedFor(Context context) {
        return context == first ? List.of(first) : within(context);
    }

    /** Whether tasks of other contexts are waited for with those of a context; costs little. */
    public boolean hasNested(Context context) {
        List<Context> now = all;
        for (int index = 0; index < now.size(); index++) {
            if (now.get(index).nestedIn() == context) {
                return context != first;
            }
        }
        return false;
    }

    Context named(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no context '" + name + "'; there are "
                        + names() + ": make it with createContext(...)"));
    }

    Optional<Context> find(String name) {
        return all.stream().filter(context -> context.name().equals(name)).findFirst();
    }

    List<String> names() {
        return all.stream().map(Context::name).toList();
    }

    /** The contexts that are nested directly in another, the latest first. */
    List<Context> nestedIn(Context parent) {
        return all.reversed().stream().filter(each -> each.nestedIn() == parent).toList();
    }

    void add(Context made) {
        all = Stream.concat(all.stream(), Stream.of(made)).toList();
    }

    void remove(Context ended) {
        all = all.stream().filter(other -> other != ended).toList();
    }
}
