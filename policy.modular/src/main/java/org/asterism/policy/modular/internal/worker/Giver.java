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

/** Search for the component that gave a worker a task that the worker must not get. */
final class Giver {
    private Giver() {}

    /**
     * Returns the exception to throw.
     *
     * @param parent parent that returned the task
     * @param what the fault, such as {@code a second time}
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

    /** Whether a component only forwards the tasks of its only parent. */
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

    /** Returns the components above, up to the next ones that keep tasks. */
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
