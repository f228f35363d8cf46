package org.asterism.debug.internal;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Condition;
import org.asterism.debug.Occasion;
import org.asterism.debug.Point;
import org.asterism.debug.Target;

/** The breakpoints in effect, and the steps that have not led to a stop yet. Any thread may use it. */
final class BreakpointBoard {
    private final List<SetBreakpoint> breakpoints = new CopyOnWriteArrayList<>();
    private final List<Step> steps = new CopyOnWriteArrayList<>();
    private final AtomicInteger last = new AtomicInteger();

    Breakpoint add(Point point, Target target, Condition condition, boolean wholeRuntime) {
        SetBreakpoint added =
                new SetBreakpoint(last.incrementAndGet(), point, target, condition, wholeRuntime, new AtomicLong());
        breakpoints.add(added);
        return added.snapshot();
    }

    void add(Step step) {
        steps.add(step);
    }

    boolean delete(int number) {
        return breakpoints.removeIf(each -> each.number() == number);
    }

    List<Breakpoint> all() {
        return breakpoints.stream().map(SetBreakpoint::snapshot).toList();
    }

    boolean isEmpty() {
        return breakpoints.isEmpty() && steps.isEmpty();
    }

    /** Whether any breakpoint is for a point. */
    boolean has(Point point) {
        for (SetBreakpoint each : breakpoints) {
            if (each.point() == point) {
                return true;
            }
        }
        return false;
    }

    /** Deletes the breakpoints of tasks that have ended; says whether there were any. */
    boolean deleteEnded() {
        return breakpoints.removeIf(SetBreakpoint::isOver);
    }

    /** Forgets what a task that has ended cannot reach any more; says whether there was anything. */
    boolean forget(Task ended) {
        boolean any = !steps.isEmpty() && steps.removeIf(each -> each.endsWith(ended));
        return breakpoints.removeIf(each -> each.target() instanceof Target.OneTask(var task) && task == ended) || any;
    }

    void forget(ObservedRuntime left) {
        steps.removeIf(each -> each.runtime() == left);
    }

    /** Returns why a task is to be stopped, counts that, and takes the step that leads there. */
    Optional<Cause> causeAt(Occasion occasion) {
        OptionalInt first = OptionalInt.empty();
        boolean whole = false;
        for (SetBreakpoint each : breakpoints) {
            if (each.stops(occasion)) {
                each.hits().incrementAndGet();
                first = first.isPresent() ? first : OptionalInt.of(each.number());
                whole |= each.wholeRuntime();
            }
        }
        boolean stepped = false;
        for (Step each : steps) {
            if (each.stops(occasion) && steps.remove(each)) {
                stepped = true;
                whole |= each.wholeRuntime();
            }
        }
        return first.isPresent() || stepped ? Optional.of(new Cause(first, whole)) : Optional.empty();
    }
}
