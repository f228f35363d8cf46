package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.List;

/**
 * The versions of some data, and the tasks from which their value can be computed again.
 *
 * <p>Every change of the data makes a new version. The base is the version that main memory's copy has, valid or not.
 * The producers lead from the base, or from a task that overwrote the data, to the present version. Data that only
 * producers of others read have a history without producers.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class History {
    /** The version of a copy whose content is undefined. */
    static final long NONE = -1;

    /** Number of producers that are remembered: a longer list would take long to run and keep much memory. */
    static final int MOST = 1000;

    final Replicates all;

    /** Whether producers are recorded, as the program has asked. */
    private boolean records;

    private final List<Producer> producers = new ArrayList<>(0);

    /** The version that the tasks so far have made. */
    private long version;

    /** The version of the valid copies; an earlier one while the data are computed again. */
    private long present;

    private long base = NONE;

    /** The claim of the task that is writing the data, or null. */
    private Claim writer;

    /** What to remember of that task; null if it needs no record, or there is no such task. */
    TaskRecord record;

    /** Reason why a change since the base is not among the producers, or null. */
    private String gap;

    /** Whether the value was lost and may be computed again. */
    boolean isMissing;

    /** Whether a producer that is to run again reads the data as they are. */
    boolean isNeeded;

    History(Replicates all) {
        this.all = all;
        isHome();
    }

    private void isHome() {
        if (all.isValidAtHome() && writer == null) {
            base = present;
        }
    }

    /** Records producers from now on. */
    void record() {
        if (!records) {
            records = true;
            isHome();
            gap = base == version ? null : "main memory had no copy when their lineage was asked for";
        }
    }

    boolean isRecorded() {
        return records;
    }

    List<Producer> producers() {
        return producers;
    }

    long version() {
        return version;
    }

    long present() {
        return present;
    }

    Claim writer() {
        return writer;
    }

    /** Whether the value is the one that the tasks so far have made. */
    boolean isWhole() {
        return present == version && all.hasValue();
    }

    // What happens to the data.

    /** A claim was met whose task is about to write a copy. */
    void begins(Claim claim, Replicate written) {
        writer = claim;
        record = null;
        if (written.node.isMain()) {
            base = NONE;
        }
    }

    /** That task has not come to its end; the other copies are as they were. */
    void writerIsGone() {
        writer = null;
        record = null;
    }

    /** A copy has a new version in main memory, or one of which nothing else is known. */
    void written(Replicate copy, String unknown) {
        changed();
        if (copy.node.isMain()) {
            isBased();
        } else {
            producers.clear();
            gap = unknown;
        }
    }

    /** A copy elsewhere has a new version that a task has made. */
    void written(Producer producer) {
        changed();
        if (producer.overwrites()) {
            producers.clear();
            gap = null;
        }
        if (gap == null) {
            producers.add(producer);
        }
        if (producers.size() > MOST) {
            producers.clear();
            gap = "more than " + MOST + " tasks have changed them since main memory had a copy";
        }
    }

    private void changed() {
        writer = null;
        version++;
        present = version;
    }

    /** A copy has the version again that a producer had made. */
    void writtenAgain(Replicate copy, Producer producer) {
        writer = null;
        present = producer.version();
        if (copy.node.isMain()) {
            isBased();
        }
    }

    /** Main memory's copy has become valid. */
    void isBased() {
        base = present;
        if (base == version) {
            gap = null;
            producers.clear();
        } else {
            producers.removeIf(producer -> producer.version() <= base);
        }
    }

    /** Whether the value could not be computed again without the content of main memory's copy. */
    boolean needsBase() {
        return records
                && base != NONE
                && !producers.isEmpty()
                && !producers.getFirst().overwrites();
    }

    /** The content of main memory's copy is undefined, or its memory is free. */
    void baseIsGone() {
        base = NONE;
    }

    /** The data have another value, or none; what was known of them is not true any more. */
    void isBroken(String why) {
        changed();
        producers.clear();
        base = NONE;
        gap = why;
        isMissing = false;
    }

    // How a value that is missing is made again.

    /** Returns the reason why no producers lead to the present version, in words that follow "since", or null. */
    String obstacle() {
        if (!records) {
            return all.handle() + " has no lineage";
        }
        if (writer != null) {
            return writer + " was changing " + all.handle();
        }
        if (all.hasValue()) {
            return null;
        }
        if (gap != null) {
            return "of " + all.handle() + ", " + gap;
        }
        if (producers.isEmpty() ? base == version : startsWithFirst()) {
            return null;
        }
        return "main memory's copy of " + all.handle() + " was being replaced or was given up";
    }

    private boolean startsWithFirst() {
        Producer first = producers.getFirst();
        return first.overwrites() || base != NONE && first.version() == base + 1;
    }

    /** Returns the version from which producers go on; {@link #NONE} if the first of them needs none. */
    long start() {
        if (all.hasValue()) {
            return present;
        }
        return producers.isEmpty() || !producers.getFirst().overwrites() ? base : NONE;
    }

    /** Makes main memory's copy valid if producers begin with it. */
    void begin(NodeMemory main) {
        if (!all.hasValue()) {
            present = start();
            if (present != NONE) {
                all.on(main).setValid(true);
            }
        }
    }

    @Override
    public String toString() {
        return all.handle().toString();
    }
}
