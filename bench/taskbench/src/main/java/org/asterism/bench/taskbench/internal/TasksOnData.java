package org.asterism.bench.taskbench.internal;

import java.lang.foreign.Arena;
import java.util.Arrays;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.data.DataHandle;

/** Tasks that each use a few handles, taken in turn. If there is only one handle, the tasks form a chain. */
final class TasksOnData implements Load {
    private final Workbench bench;
    private final Settings settings;
    private final Codelet codelet;

    TasksOnData(Workbench bench, Settings settings) {
        this.bench = bench;
        this.settings = settings;
        Access[] access = new Access[settings.buffers()];
        Arrays.fill(access, settings.access());
        codelet = bench.codelet(settings.mode().toString(), access);
    }

    @Override
    public int tasks() {
        return settings.tasks();
    }

    @Override
    public Timing once() throws InterruptedException {
        try (Arena arena = Arena.ofShared();
                Handles handles = new Handles(bench.data(), settings.handles(), arena)) {
            long begin = bench.now();
            for (int i = 0; i < settings.tasks(); i++) {
                DataHandle[] data = handles.next(settings.buffers());
                bench.task(codelet).data(data).submit();
            }
            return bench.finish(begin);
        }
    }
}
