package org.asterism.core.internal.context;

import java.util.Set;

/** What a scheduling policy must not call while it is called itself. */
public final class PolicyCalls {
    private static final Set<Class<?>> CALLERS = Set.of(Custody.class, PolicyNews.class);

    private PolicyCalls() {}

    /**
     * Whether a scheduling policy calls, also on a thread that passes no place of its own, as one of the program: for changes, which are
     * so rare that they may look through the stack.
     */
    public static boolean isUnderWay() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.anyMatch(frame -> CALLERS.contains(frame.getDeclaringClass())));
    }

    /** Says that a policy must not do something. */
    public static IllegalStateException refused(String what) {
        return new IllegalStateException(
                what + " must not be called by a scheduling policy: call it from a kernel, a callback or the program");
    }
}
