package org.asterism.debug.internal;

import java.util.concurrent.atomic.AtomicLong;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Condition;
import org.asterism.debug.Occasion;
import org.asterism.debug.Point;
import org.asterism.debug.Target;

/** A breakpoint that is in effect, with the number of tasks that it has stopped. Any thread may use it. */
record SetBreakpoint(
        int number, Point point, Target target, Condition condition, boolean wholeRuntime, AtomicLong hits) {
    boolean stops(Occasion occasion) {
        return point == occasion.point() && target.includes(occasion.task()) && condition.holds(occasion);
    }

    /** Whether its task has ended, so that it will stop nothing any more. */
    boolean isOver() {
        return target instanceof Target.OneTask(var task) && task.state().isFinal();
    }

    Breakpoint snapshot() {
        return new Breakpoint(number, point, target, condition, wholeRuntime, hits.get());
    }
}
