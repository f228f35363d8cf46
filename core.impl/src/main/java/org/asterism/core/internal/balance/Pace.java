package org.asterism.core.internal.balance;

/** Has something done again and again, from when it is begun until it is ended. */
public interface Pace {
    void begin();

    /** Ends it: what is under way just now goes on to its end. */
    void end();
}
