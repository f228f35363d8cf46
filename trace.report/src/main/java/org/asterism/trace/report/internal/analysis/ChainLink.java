package org.asterism.trace.report.internal.analysis;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Last task of a chain of dependent tasks. A chain keeps its last tasks, and of those before only sums, so that the
 * memory stays bounded.
 */
public final class ChainLink {
    /** A chain keeps at least so many tasks, and at most twice as many. */
    private static final int KEPT = 1 << 10;

    private final long task;
    private final String codelet;
    private final String worker;
    private final long begin;
    private final long end;
    private final long length;
    private final long waited;
    private final int depth;
    private ChainLink previous;

    /** The last one at which the chain was cut, perhaps this one; null for none. */
    private final ChainLink cut;

    /** Where the chain is cut: the sums up to here; else null. */
    private final Map<String, CodeletSum> sums;

    /**
     * Tasks of one codelet in a chain.
     *
     * @param tasks how many
     * @param nanos the time of their kernels
     */
    public record CodeletSum(long tasks, long nanos) {
        private CodeletSum plus(CodeletSum other) {
            return new CodeletSum(tasks + other.tasks, nanos + other.nanos);
        }
    }

    ChainLink(long task, String codelet, String worker, long begin, long end, ChainLink previous) {
        this.task = task;
        this.codelet = codelet;
        this.worker = worker;
        this.begin = begin;
        this.end = end;
        this.previous = previous;
        length = end - begin + (previous == null ? 0 : previous.length);
        waited = previous == null ? 0 : previous.waited + Math.max(0, begin - previous.end);
        depth = previous == null ? 1 : previous.depth + 1;
        boolean isCut = depth % KEPT == 0;
        ChainLink last = previous == null ? null : previous.cut;
        sums = isCut ? add() : null;
        if (isCut && last != null) {
            last.previous = null;
        }
        cut = isCut ? this : last;
    }

    private Map<String, CodeletSum> add() {
        Map<String, CodeletSum> all = new LinkedHashMap<>();
        ChainLink link = this;
        for (; link != null && link.sums == null; link = link.previous) {
            all.merge(link.codelet, new CodeletSum(1, link.end - link.begin), CodeletSum::plus);
        }
        if (link != null) {
            link.sums.forEach((name, sum) -> all.merge(name, sum, CodeletSum::plus));
        }
        return all;
    }

    /** The tasks of the whole chain by codelet, those that take longest first. */
    public Map<String, CodeletSum> codelets() {
        Map<String, CodeletSum> sorted = new LinkedHashMap<>();
        (sums == null ? add() : sums)
                .entrySet().stream()
                        .sorted(Comparator.comparingLong((Map.Entry<String, CodeletSum> each) ->
                                        each.getValue().nanos())
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                        .forEach(each -> sorted.put(each.getKey(), each.getValue()));
        return sorted;
    }

    /** The name of the task. */
    @Override
    public String toString() {
        return codelet + "#" + task;
    }

    /** The task's id. */
    public long task() {
        return task;
    }

    /** The name of its codelet. */
    public String codelet() {
        return codelet;
    }

    /** The name of the worker that ran it. */
    public String worker() {
        return worker;
    }

    /** The begin of its kernel, in nanoseconds. */
    public long begin() {
        return begin;
    }

    /** The end of its kernel, in nanoseconds. */
    public long end() {
        return end;
    }

    /** The time of all kernels of the chain up to here, in nanoseconds. */
    public long length() {
        return length;
    }

    /** How long tasks of the chain waited after the end of the one before, in nanoseconds. */
    public long waited() {
        return waited;
    }

    /** The number of tasks of the chain up to here. */
    public int depth() {
        return depth;
    }

    /** The task before; null for the first one, and where the chain is not kept. */
    public ChainLink previous() {
        return previous;
    }
}
