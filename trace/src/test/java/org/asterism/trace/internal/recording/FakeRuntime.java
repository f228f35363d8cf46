package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Iteration;
import org.asterism.api.MemoryNode;
import org.asterism.api.Observation;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.RuntimeObserver;

/** A runtime whose events and clock the test determines. */
final class FakeRuntime {
    static final Codelet WORK = Codelet.named("work").cpu(kernel -> {}).build();

    final AtomicLong now = new AtomicLong(1000);
    final MemoryNode main = of(MemoryNode.class, Map.of("id", 0, "name", "main", "capacity", 1L << 30));
    final MemoryNode device = of(MemoryNode.class, Map.of("id", 1, "name", "gpu", "capacity", 1L << 20));
    final Worker cpu = worker(0, "cpu 0", Architecture.CPU, 0);
    final Worker gpu = worker(1, "gpu 1", Architecture.CUDA, 1);
    final Map<String, Object> contextAnswers = new HashMap<>(Map.of("name", "default", "tree", Optional.empty()));
    final SchedulingContext context = of(SchedulingContext.class, contextAnswers);
    final TaskRuntime runtime;
    final Map<Task, List<Task>> successors = new HashMap<>();
    volatile RuntimeObserver observer;

    /** The iteration that threads are in, or null. */
    volatile Iteration iteration;

    /** Runs when an observer is removed, as events come until then. */
    volatile Closing whenClosed = () -> {};

    /** What happens when an observer is removed. */
    interface Closing {
        void run() throws IOException;
    }

    FakeRuntime() {
        TaskGraph graph = this::forEachSuccessor;
        runtime = (TaskRuntime) Proxy.newProxyInstance(
                TaskRuntime.class.getClassLoader(), new Class<?>[] {TaskRuntime.class}, (_, method, arguments) -> {
                    return switch (method.getName()) {
                        case "clock" -> (Clock) now::get;
                        case "graph" -> graph;
                        case "memoryNodes" -> List.of(main, device);
                        case "workers" -> List.of(cpu, gpu);
                        case "contexts" -> List.of(context);
                        case "simulation" -> Optional.empty();
                        case "currentIteration" -> Optional.ofNullable(iteration);
                        case "observe" -> observe((RuntimeObserver) arguments[0]);
                        default -> throw new UnsupportedOperationException(method.getName());
                    };
                });
    }

    private Observation observe(RuntimeObserver added) {
        observer = added;
        return this::close;
    }

    private void close() {
        try {
            Closing once = whenClosed;
            whenClosed = () -> {};
            once.run();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        observer = null;
    }

    private void forEachSuccessor(Task task, Consumer<? super Task> visitor) {
        successors.getOrDefault(task, List.of()).forEach(visitor);
    }

    static Worker worker(int id, String name, Architecture architecture, int node) {
        return of(Worker.class, Map.of("id", id, "name", name, "architecture", architecture, "memoryNode", node));
    }

    static DataHandle handle(String name, long bytes) {
        return of(DataHandle.class, Map.of("name", name, "bytes", bytes));
    }

    static Iteration iteration(Iteration outer, long number) {
        List<Long> numbers = outer == null ? List.of(number) : List.of(outer.number(), number);
        return of(Iteration.class, Map.of("number", number, "outer", Optional.ofNullable(outer), "numbers", numbers));
    }

    Task task(long id) {
        return task(id, WORK, 0, List.of(), List.of());
    }

    Task task(long id, Codelet codelet, double flops, List<DataHandle> handles, List<Access> modes) {
        Map<String, Object> values = new HashMap<>();
        values.put("id", id);
        values.put("codelet", codelet);
        values.put("context", context);
        values.put("priority", -7);
        values.put("flops", flops);
        values.put("footprint", 0xcafebabe);
        values.put("dataCount", handles.size());
        values.put("handle", new ArrayList<>(handles));
        values.put("accessMode", new ArrayList<>(modes));
        values.put("state", TaskState.DONE);
        return of(Task.class, values);
    }

    /** A double that answers each method without parameters with a value, and others with an element of a list. */
    static <T> T of(Class<T> type, Map<String, ?> values) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    return switch (method.getName()) {
                        case "equals" -> self == arguments[0];
                        case "hashCode" -> System.identityHashCode(self);
                        case "toString" -> type.getSimpleName() + values.get("name");
                        default -> value(values.get(method.getName()), arguments);
                    };
                }));
    }

    private static Object value(Object value, Object[] arguments) {
        if (value instanceof RuntimeException thrown) {
            throw thrown;
        }
        return arguments == null ? value : ((List<?>) value).get((int) arguments[0]);
    }
}
