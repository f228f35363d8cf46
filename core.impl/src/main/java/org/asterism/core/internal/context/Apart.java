package org.asterism.core.internal.context;

/**
 * Keeps the fields of its subclasses, which one thread writes for each task, off the cache lines of what lies before them in memory,
 * which may be another thread's; processors fetch lines in pairs.
 */
abstract class Apart {
    long before0, before1, before2, before3, before4, before5, before6, before7;
    long before8, before9, before10, before11, before12, before13, before14;
}
