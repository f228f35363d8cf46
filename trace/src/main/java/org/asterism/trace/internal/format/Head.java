package org.asterism.trace.internal.format;

/**
 * First word of a record: the time since the previous record of the thread, a small number, the length in words, and
 * the kind.
 */
public final class Head {
    /** The greatest time between two records, in nanoseconds. */
    public static final long MOST_DELTA = 0xffff_ffffL;

    /** The greatest small number. */
    public static final int MOST_SMALL = 0xffff;

    /** The greatest length of a record whose length is in its first word. */
    public static final int MOST_WORDS = 0xff;

    /** The greatest id of a task. */
    public static final long MOST_TASK = 0xffff_ffff_ffffL;

    private static final int SMALL_SHIFT = 32;
    private static final int WORDS_SHIFT = 48;
    private static final int KIND_SHIFT = 56;

    private Head() {}

    /** Packs a head; a length of 0 says that the second word has the length. */
    public static long of(int kind, int words, int small, long delta) {
        return (long) kind << KIND_SHIFT
                | (long) words << WORDS_SHIFT
                | (long) Math.min(small, MOST_SMALL) << SMALL_SHIFT
                | delta;
    }

    public static int kind(long head) {
        return (int) (head >>> KIND_SHIFT);
    }

    public static int words(long head) {
        return (int) (head >>> WORDS_SHIFT) & MOST_WORDS;
    }

    public static int small(long head) {
        return (int) (head >>> SMALL_SHIFT) & MOST_SMALL;
    }

    public static long delta(long head) {
        return head & MOST_DELTA;
    }

    /** Packs the id of a task with a small number, such as that of a name. */
    public static long task(long task, int small) {
        return task & MOST_TASK | (long) (small > MOST_SMALL ? 0 : small) << WORDS_SHIFT;
    }

    public static long taskOf(long word) {
        return word & MOST_TASK;
    }

    public static int smallOf(long word) {
        return (int) (word >>> WORDS_SHIFT);
    }

    /** Packs two numbers of 32 bits. */
    public static long pair(int high, int low) {
        return (long) high << Integer.SIZE | Integer.toUnsignedLong(low);
    }

    public static int high(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    public static int low(long word) {
        return (int) word;
    }
}
