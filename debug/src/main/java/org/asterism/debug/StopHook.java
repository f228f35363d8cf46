package org.asterism.debug;

/**
 * The place where a debugger of Java, such as that of an IDE, stops threads at the breakpoints of tasks.
 *
 * <p>Set a breakpoint of Java in {@link #stopped}. The thread that calls it is the stopped worker, or the thread that
 * pushes the task. Continue there, and the thread waits for {@link Breakpoints#resume}.
 */
public final class StopHook {
    private StopHook() {}

    /**
     * Does nothing. The stopped thread calls it just before it waits.
     *
     * @param stop the task and its point
     */
    public static void stopped(Stop stop) {
        // A place for a breakpoint of Java.
    }
}
