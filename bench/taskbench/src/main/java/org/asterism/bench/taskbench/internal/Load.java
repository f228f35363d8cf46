package org.asterism.bench.taskbench.internal;

import java.lang.foreign.Arena;
import java.util.Arrays;
import org.asterism.api.AccessMode;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Runtime;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;

/**
 * Submits tasks of one mode and waits for them. What is timed begins with the first task and ends when all have ended;
 * making and closing handles is outside.
 */
final class Load {
    private final Runtime runtime;
    private final Clock clock;
    private final Settings settings;
    private final Codelet codelet;

    Load(Runtime runtime, Settings settings, long iterations) {
        this.runtime = runtime;
        this.settings = settings;
        clock = runtime.clock();
        AccessMode[] access = new AccessMode[settings.buffers()];
        Arrays.fill(access, settings.access());
        codelet = Codelet.named(settings.mode().toString())
                .access(access)
                .cpu(iterations == 0 ? kernel -> {} : kernel -> Spin.iterations(iterations))
                .build();
    }

    /** Runs all tasks once. */
    Timing once() throws InterruptedException {
        return switch (settings.mode()) {
            case INDEP -> independent();
            case DATA, CHAIN -> onData();
            case CHAINTASK -> chainOfTasks();
            case SYNC -> oneAtATime();
            case MEMORY -> throw new IllegalArgumentException("mode memory is weighed, not timed");
        };
    }

    private Timing independent() throws InterruptedException {
        long begin = clock.nanoTime();
        for (int i = 0; i < settings.tasks(); i++) {
            runtime.task(codelet).submit();
        }
        return finish(begin, clock.nanoTime());
    }

    private Timing onData() throws InterruptedException {
        try (Arena arena = Arena.ofShared();
                Handles handles = new Handles(runtime.data(), settings.handles(), arena)) {
            long begin = clock.nanoTime();
            for (int i = 0; i < settings.tasks(); i++) {
                DataHandle[] data = handles.next(settings.buffers());
                runtime.task(codelet).data(data).submit();
            }
            return finish(begin, clock.nanoTime());
        }
    }

    /** All tasks are made before the first is submitted, as the peer does it; both count as submission. */
    private Timing chainOfTasks() throws InterruptedException {
        Task[] tasks = new Task[settings.tasks()];
        long begin = clock.nanoTime();
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = runtime.task(codelet);
            if (i > 0) {
                tasks[i].after(tasks[i - 1]);
            }
        }
        for (Task task : tasks) {
            task.submit();
        }
        return finish(begin, clock.nanoTime());
    }

    private Timing oneAtATime() throws InterruptedException {
        long begin = clock.nanoTime();
        for (int i = 0; i < settings.tasks(); i++) {
            runtime.task(codelet).submit().await();
        }
        return finish(begin, clock.nanoTime());
    }

    private Timing finish(long begin, long submitted) throws InterruptedException {
        runtime.waitAll();
        return new Timing(submitted - begin, clock.nanoTime() - begin);
    }
}
