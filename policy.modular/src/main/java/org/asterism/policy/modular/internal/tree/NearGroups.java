package org.asterism.policy.modular.internal.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.asterism.api.Worker;
import org.asterism.api.tree.Step;

/** Groups by what a worker itself says of where it is. */
public final class NearGroups implements Grouping {
    /** Knows no topology. */
    public NearGroups() {}

    @Override
    public Split split(List<Worker> workers, Step.Each each) {
        return switch (each.level()) {
            case MACHINE ->
                new Split(workers.isEmpty() ? List.of() : List.of(new Group("machine", workers)), List.of());
            case MEMORY_NODE -> by(workers, worker -> "node-" + worker.memoryNode());
            case ARCHITECTURE -> by(workers, worker -> worker.architecture().name());
            case WORKER -> by(workers, Worker::name);
            case NUMA_NODE, SOCKET, CACHE -> new Split(List.of(), workers);
        };
    }

    private static Split by(List<Worker> workers, Function<Worker, String> name) {
        Map<String, List<Worker>> groups = new LinkedHashMap<>();
        for (Worker worker : workers) {
            groups.computeIfAbsent(name.apply(worker), key -> new ArrayList<>()).add(worker);
        }
        return new Split(
                groups.entrySet().stream()
                        .map(group -> new Group(group.getKey(), group.getValue()))
                        .toList(),
                List.of());
    }
}
