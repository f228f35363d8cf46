package org.asterism.core.internal.context;

import java.util.function.Consumer;
import org.asterism.api.FailureMode;
import org.asterism.api.TaskFailedException;
import org.asterism.core.internal.task.CalledOff;

/** Decides whether a failure in a context calls off its other tasks, and keeps the failure that currently does so. */
final class FailFast {
    private final String context;
    private final Consumer<CalledOff> callOffReady;
    private FailureMode mode = FailureMode.ISOLATED;
    private volatile CalledOff cause;

    /** The context that handles failures from now on, or null. */
    private volatile FailFast heir;

    /**
     * Makes one that lets every failure be.
     *
     * @param context the context's name
     * @param callOffReady calls off those tasks that are ready already; the others are when they become so
     */
    FailFast(String context, Consumer<CalledOff> callOffReady) {
        this.context = context;
        this.callOffReady = callOffReady;
    }

    /** Returns the reason why no task of the context may begin, or null. */
    CalledOff whyNotBegin() {
        CalledOff own = cause;
        FailFast next = heir;
        return own != null || next == null ? own : next.whyNotBegin();
    }

    /**
     * Returns the reason why the context's own tasks are being cancelled now, or null. Pass it to {@link #reported}
     * after the next report.
     */
    CalledOff cause() {
        return cause;
    }

    synchronized void mode(FailureMode wanted) {
        mode = wanted;
    }

    /** Is told of a failure, after it was put into the next report. */
    void failed(TaskFailedException failure) {
        FailFast next = heir;
        if (next != null) {
            next.failed(failure);
        } else {
            CalledOff why = causeOf(failure);
            if (why != null) {
                callOffReady.accept(why);
            }
        }
    }

    /** Returns the reason for cancelling the other tasks if this failure requires that; else null. */
    private synchronized CalledOff causeOf(TaskFailedException failure) {
        if (mode != FailureMode.FAIL_FAST || cause != null) {
            return null;
        }
        CalledOff why = CalledOff.because("context '" + context + "' fails fast, and " + failure.getMessage(), failure);
        cause = why;
        return why;
    }

    /** Is told that a report has been made; with the cause there was before it. */
    synchronized void reported(CalledOff before) {
        if (cause == before) {
            cause = null;
        }
    }

    void passTo(FailFast inheriting) {
        heir = inheriting;
    }
}
