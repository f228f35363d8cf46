package org.asterism.debug.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Condition;
import org.asterism.debug.Occasion;
import org.asterism.debug.Point;
import org.asterism.debug.Stop;
import org.asterism.debug.Target;

/** The breakpoints in effect, and the steps that have not led to a stop yet. Any thread may use it. */
final class BreakpointBoard {
    private static final Logger LOG = System.getLogger(BreakpointBoard.class.getName());

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

    /** Deletes a breakpoint; if none is left, the steps go as well, or they might stop a task much later. */
    boolean delete(int number) {
        boolean deleted = breakpoints.removeIf(each -> each.number() == number);
        if (breakpoints.isEmpty()) {
            steps.clear();
        }
        return deleted;
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

    /** Forgets the steps of a worker that takes no tasks any more; says whether there were any. */
    boolean forget(Worker gone) {
        return !steps.isEmpty()
                && steps.removeIf(each -> each instanceof Step.OfWorker ofWorker && ofWorker.worker() == gone);
    }

    /** Forgets the steps of a runtime's workers that were asked for before a stop that is continued. */
    void forgetBefore(Stop continued) {
        steps.removeIf(each -> each instanceof Step.OfWorker ofWorker
                && ofWorker.runtime().runtime() == continued.runtime()
                && ofWorker.lastStop() < continued.number());
    }

    void forget(ObservedRuntime left) {
        steps.removeIf(each -> each.runtime() == left);
    }

    /** Deletes a breakpoint that throws: the runtime would give up its observer, and so all other breakpoints. */
    private boolean stops(SetBreakpoint asked, Occasion occasion) {
        try {
            return asked.stops(occasion);
        } catch (RuntimeException | LinkageError thrown) {
            breakpoints.remove(asked);
            String what = "breakpoint " + asked.number() + " (" + asked.snapshot() + ")";
            LOG.log(Level.WARNING, what + " threw at a task and is deleted: set it anew to go on", thrown);
            return false;
        }
    }

    /** Returns why a task is to be stopped, counts that, and takes the step that leads there. */
    Optional<Cause> causeAt(Occasion occasion) {
        OptionalInt first = OptionalInt.empty();
        boolean whole = false;
        for (SetBreakpoint each : breakpoints) {
            if (stops(each, occasion)) {
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
