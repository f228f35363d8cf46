package org.asterism.remote.member.internal;

/** Lets a member work for one coordinator at a time, which has its memory and its units for itself. Thread-safe. */
final class Claims {
    private Object holder;
    private String name;

    /**
     * Claims the member.
     *
     * @param session of the coordinator
     * @param coordinator its name
     * @return the name of the coordinator that has the member already; null if the claim is granted
     */
    synchronized String claim(Object session, String coordinator) {
        if (holder != null) {
            return name;
        }
        holder = session;
        name = coordinator;
        return null;
    }

    /** Ends the claim of a session, if it has one. */
    synchronized void release(Object session) {
        if (holder == session) {
            holder = null;
        }
    }

    /** Whether no session has it. */
    synchronized boolean isFree() {
        return holder == null;
    }
}
