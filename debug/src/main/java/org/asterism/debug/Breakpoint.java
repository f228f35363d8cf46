package org.asterism.debug;

/**
 * A breakpoint as it is now.
 *
 * @param number by which it is deleted; from 1, not used again
 * @param point where tasks stop
 * @param target the tasks that stop
 * @param condition must hold for a task to stop
 * @param wholeRuntime whether no worker of the runtime takes a task while one is stopped
 * @param hits how many tasks it has stopped
 */
public record Breakpoint(int number, Point point, Target target, Condition condition, boolean wholeRuntime, long hits) {
    @Override
    public String toString() {
        return point.word() + " " + target + (condition.isAlways() ? "" : " if " + condition)
                + (wholeRuntime ? " --all" : "");
    }
}
