package org.asterism.spi.concurrent;

/**
 * Keeps the fields of its subclasses off the cache lines of earlier objects in memory.
 *
 * <p>Use it for fields that a thread writes for each task. If one core writes a cache line and another reads it, that
 * costs each of them more than a lock. The padding takes 120 bytes, because processors fetch cache lines in pairs.
 *
 * <p>To keep later objects off as well, declare padding fields in a further subclass, because the fields of a subclass
 * come last.
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
