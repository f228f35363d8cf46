package org.asterism.bench.taskbench.internal;

import org.asterism.api.Codelet;
import org.asterism.api.Tags;
import org.asterism.api.Task;

/** Tasks that each wait for the tag of the one before. Each is submitted as soon as it is made. */
final class ChainOfTags implements Load {
    private final Workbench bench;
    private final int tasks;
    private final Codelet codelet;

    /** Each round has tags of its own, so that none is done before its time. */
    private long firstTag = 1;

    ChainOfTags(Workbench bench, int tasks) {
        this.bench = bench;
        this.tasks = tasks;
        codelet = bench.codelet("chaintag");
    }

    @Override
    public int tasks() {
        return tasks;
    }

    @Override
    public Timing once() throws InterruptedException {
        long end = firstTag + tasks;
        long begin = bench.now();
        for (long tag = firstTag; tag < end; tag++) {
            Task task = bench.task(codelet).tag(tag);
            if (tag > firstTag) {
                task.afterTags(tag - 1);
            }
            task.submit();
        }
        Timing timing = bench.finish(begin);
        Tags tags = bench.tags();
        for (long tag = firstTag; tag < end; tag++) {
            tags.remove(tag);
        }
        firstTag = end;
        return timing;
    }
}
