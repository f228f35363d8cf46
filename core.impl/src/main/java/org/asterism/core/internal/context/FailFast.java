package org.asterism.core.internal.context;

import org.asterism.api.FailureMode;
import org.asterism.api.TaskFailedException;
import org.asterism.core.internal.task.CalledOff;

/** Whether a failure in a context calls its other tasks off, and the failure that does so now. */
final class FailFast {
    private final String context;
    private FailureMode mode = FailureMode.ISOLATED;
    private volatile CalledOff cause;

    FailFast(String context) {
        this.context = context;
    }

    /** Why no task of the context may begin, or null. */
    CalledOff cause() {
        return cause;
    }

    synchronized void mode(FailureMode wanted) {
        mode = wanted;
    }

    /** Is told of a failure, after it was put into the next report; says whether it is what calls the other tasks off now. */
    synchronized boolean failed(TaskFailedException failure) {
        if (mode != FailureMode.FAIL_FAST || cause != null) {
            return false;
        }
        cause = CalledOff.because("context '" + context + "' fails fast, and " + failure.getMessage(), failure);
        return true;
    }

    /** Is told that a report has been made; with the cause there was before it. */
    synchronized void reported(CalledOff before) {
        if (cause == before) {
            cause = null;
        }
    }
}
