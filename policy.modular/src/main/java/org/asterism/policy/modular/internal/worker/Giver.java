package org.asterism.policy.modular.internal.worker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.policy.modular.internal.ComponentFault;
import org.asterism.spi.component.SchedulingComponent;

/** Names who has given a worker a task that it must not be given. */
final class Giver {
    private Giver() {}

    /**
     * What to throw.
     *
     * @param parent through which the task has come
     * @param what what is wrong, such as {@code a second time}
     */
    static ComponentFault fault(SchedulingComponent parent, Task task, Worker worker, String what) {
        SchedulingComponent first = parent;
        while (isPassage(first)) {
            first = first.context().parents().getFirst();
        }
        Set<SchedulingComponent> above = above(first);
        String who = "component '" + first + "'";
        if (!above.isEmpty() && !first.isReservoir()) {
            who += above.stream()
                    .map(component -> "'" + component + "'")
                    .collect(Collectors.joining(", ", ", or what is above it (", "),"));
        }
        return new ComponentFault(who + " gave " + task + " to " + worker.name() + what, null);
    }

    /** Whether a component only hands on what its parent gives. */
    private static boolean isPassage(SchedulingComponent component) {
        try {
            return !component.isReservoir()
                    && component.context().parents().size() == 1
                    && component
                                    .getClass()
                                    .getMethod("pull", Worker.class, SchedulingComponent.class)
                                    .getDeclaringClass()
                            == SchedulingComponent.class;
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** The components above, as far as the next ones that keep tasks. */
    private static Set<SchedulingComponent> above(SchedulingComponent below) {
        Set<SchedulingComponent> above = new LinkedHashSet<>();
        Deque<SchedulingComponent> open = new ArrayDeque<>(below.context().parents());
        while (!open.isEmpty()) {
            SchedulingComponent component = open.poll();
            if (above.add(component) && !component.isReservoir()) {
                open.addAll(component.context().parents());
            }
        }
        return above;
    }
}
