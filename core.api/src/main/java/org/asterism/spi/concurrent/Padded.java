package org.asterism.spi.concurrent;

/**
 * Keeps the fields of its subclasses off the cache lines of what lies before them in memory. It is for fields that some
 * thread writes for each task: a line that one core writes and another reads costs each of them more than a lock does.
 * Processors fetch lines in pairs, so it takes 120 bytes.
 *
 * <p>What lies behind the fields is kept off by further fields, in a subclass of their class, because those of a
 * subclass come last.
 *
 * <p>When to use: for a few words of a policy or component, not for something that there is one of per task.
 */
public abstract class Padded {
    long before0, before1, before2, before3, before4, before5, before6, before7;
    long before8, before9, before10, before11, before12, before13, before14;

    /** Fills the hole behind an object header of 12 bytes, into which a field of a subclass would go. */
    int hole;

    /** For subclasses. */
    protected Padded() {}
}
