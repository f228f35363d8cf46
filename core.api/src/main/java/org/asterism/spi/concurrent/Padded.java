package org.asterism.spi.concurrent;

/**
 * Keeps the fields of its subclasses off the cache lines of earlier objects in memory.
 *
 * <p>It is for fields that a thread writes for each task: a line that one core writes and another reads costs each of
 * them more than a lock does. Processors fetch lines in pairs, so it takes 120 bytes.
 *
 * <p>To keep later objects off, declare further fields in a subclass of the class with the fields, because a subclass's
 * fields come last.
 *
 * <p>When to use: for a few words of a policy or component, not for one per task.
 */
public abstract class Padded {
    long before0, before1, before2, before3, before4, before5, before6, before7;
    long before8, before9, before10, before11, before12, before13, before14;

    /** Fills the hole behind an object header of 12 bytes, into which a field of a subclass would go. */
    int hole;

    /** For subclasses. */
    protected Padded() {}
}
