package org.asterism.core.internal.context;

import org.asterism.api.ContextState;
import org.asterism.core.internal.protocol.DeferredInterrupt;
import org.asterism.core.internal.task.CalledOff;

/** Closes a context for a program, and chooses the heir of its workers and tasks. */
final class ContextClosing {
    private final Context context;
    private final ContextHome home;
    private volatile boolean begun;

    /** The context that would take over the workers and tasks if this one were closed, or null. */
    private volatile Context heir;

    ContextClosing(Context context, ContextHome home) {
        this.context = context;
        this.home = home;
    }

    Context heir() {
        return heir;
    }

    void leaveTo(Context chosen) {
        heir = chosen;
    }

    boolean hasBegun() {
        return begun;
    }

    /**
     * Refuses a task if the context or its runtime takes none any more. Kernels may submit to a context that is
     * closing, since its own tasks may need that to come to their end, and to one that has left its tasks to an heir. A
     * thread that passes here just before the context is closed submits to the context that inherits from it.
     */
    void requireOpen() {
        home.requireOpen();
        if (begun && (home.currentWorker() == null || hasEndedWithoutHeir())) {
            throw new IllegalStateException("context '" + context.name()
                    + "' is closed: make the task with another one, such as TaskRuntime.defaultContext()");
        }
    }

    private boolean hasEndedWithoutHeir() {
        return heir == null && context.state() == ContextState.CLOSED;
    }

    /** Returns the reason why a task that would repeat must not begin another round, or null. */
    CalledOff whyNoFurtherRound() {
        return begun && heir == null
                ? CalledOff.because("its context '" + context.name() + "' was closed", null)
                : null;
    }

    /** Closes the context: has its heir take over, or waits until its tasks have ended. */
    void close() {
        if (home.relations().isDefault(context)) {
            throw new IllegalStateException(
                    "the default context ends with its runtime: close that, or a context made by createContext(...)");
        }
        context.tasks().refuseWorkers("close context '" + context.name() + "'");
        context.refusePolicies("close()");
        if (context.state() == ContextState.CLOSED) {
            return;
        }
        begun = true;
        boolean done = false;
        try {
            home.observers().closing(context); // threads that a debugger keeps would be waited for below
            home.relations().closeNested(context);
            while (!home.relations().leaveToHeir(context)) {
                long before = context.tasks().inheritances();
                DeferredInterrupt.await(() -> home.awaitClosing(context));
                if (home.relations().end(context, before)) {
                    break;
                }
                home.relations().closeNested(context);
            }
            done = true;
        } finally {
            begun = done;
        }
    }
}
