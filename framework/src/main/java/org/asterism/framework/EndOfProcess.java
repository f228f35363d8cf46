package org.asterism.framework;

import org.osgi.framework.BundleException;

/**
 * Stops the framework and removes its work folder when the process ends, also by a signal. A signal may come before
 * there is a framework. In that case no framework starts any more, because it would create files after the folder was
 * removed.
 */
final class EndOfProcess {
    private final Thread hook = new Thread(this::run, "asterism-stop");
    private WorkFolder work;
    private RunningFramework running;
    private boolean ended;

    private EndOfProcess() {}

    /** Creates a framework, and makes its first files. */
    interface Creation {
        RunningFramework create() throws BundleException;
    }

    /** Watches for it from now on. */
    static EndOfProcess watched() {
        var end = new EndOfProcess();
        Runtime.getRuntime().addShutdownHook(end.hook);
        return end;
    }

    /**
     * Makes the work folder, which is removed from now on when the process ends.
     *
     * @throws LaunchException if it cannot be made, or the process ends already
     */
    synchronized WorkFolder makeFolder() {
        requireNotEnded();
        work = WorkFolder.create();
        return work;
    }

    private void requireNotEnded() {
        if (ended) {
            throw new LaunchException("interrupted");
        }
    }

    /** Watches for it no longer: the framework has stopped, and a program that goes on must not keep it in memory. */
    void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The process ends just now, and the hook finds nothing to do.
        }
    }

    /**
     * Creates the framework and initialises it. It is stopped from now on when the process ends.
     *
     * @throws LaunchException if the process ends already
     */
    synchronized RunningFramework begin(Creation creation) throws BundleException {
        requireNotEnded();
        running = creation.create();
        running.init();
        return running;
    }

    /** Whether the process ends; the framework fails then wherever it is. */
    synchronized boolean hasBegun() {
        return ended;
    }

    /** Ends a start that has failed, in a process that goes on. */
    void now() {
        forget();
        run();
    }

    private void run() {
        if (frameworkToStop() != null) {
            running.close();
        } else if (work != null) {
            work.delete();
        }
    }

    private synchronized RunningFramework frameworkToStop() {
        ended = true;
        return running;
    }
}
