package org.asterism.bench.gpubench.internal;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.RuntimeObserver;

/** Records when kernels ran on the devices, and when data were copied to them and from them. */
final class Recorder implements RuntimeObserver {
    private final Architecture architecture;
    private final List<Span> kernels = new ArrayList<>();
    private final List<Span> copiesIn = new ArrayList<>();
    private final List<Span> copiesOut = new ArrayList<>();

    Recorder(Architecture architecture) {
        this.architecture = architecture;
    }

    @Override
    public synchronized void executed(Task task, Worker worker, long begin, long end) {
        if (worker.architecture() == architecture) {
            kernels.add(new Span(task.codelet().name() + "," + worker.name(), begin, end, 0));
        }
    }

    @Override
    public synchronized void transferred(
            DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
        Span span = new Span(handle.name() + "," + from.name() + " to " + to.name(), begin, end, bytes);
        (to.id() == MemoryNode.MAIN ? copiesOut : copiesIn).add(span);
    }

    synchronized void forget() {
        kernels.clear();
        copiesIn.clear();
        copiesOut.clear();
    }

    synchronized List<Span> kernels() {
        return List.copyOf(kernels);
    }

    synchronized List<Span> copiesIn() {
        return List.copyOf(copiesIn);
    }

    synchronized List<Span> copiesOut() {
        return List.copyOf(copiesOut);
    }
}
