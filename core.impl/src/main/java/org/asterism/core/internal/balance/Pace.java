package org.asterism.core.internal.balance;

/** Repeats an action regularly, from begin to end. */
public interface Pace {
    void begin();

    /** Ends it: what is under way just now goes on to its end. */
    void end();
}
