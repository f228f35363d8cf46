package org.asterism.report.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.TreeView;

/** Live trees, as a policy shows them. */
public final class TreesForTests {
    private final List<ComponentView> components = new ArrayList<>();

    private TreesForTests() {}

    private void add(
            String name,
            String kind,
            String family,
            String parameters,
            List<String> children,
            List<String> workers,
            int area,
            boolean reservoir,
            boolean pump,
            long stored) {
        SequencedMap<String, String> map = new LinkedHashMap<>();
        for (String parameter : parameters.split(" ")) {
            if (!parameter.isEmpty()) {
                int equals = parameter.indexOf('=');
                map.put(
                        equals < 0 ? parameter : parameter.substring(0, equals),
                        equals < 0 ? "true" : parameter.substring(equals + 1));
            }
        }
        components.add(new ComponentView(
                name,
                kind,
                family,
                map,
                List.of(),
                children,
                workers,
                true,
                true,
                area,
                reservoir,
                pump,
                stored,
                stored * 1_500_000,
                stored + 0.5,
                workers.isEmpty() ? Long.MAX_VALUE : 2_000_000 + stored));
    }

    /**
     * Returns the tree of modular-heft.
     *
     * @param cpus number of CPU cores
     * @param gpus number of GPUs
     * @return the tree
     */
    public static TreeView heft(int cpus, int gpus) {
        TreesForTests tree = new TreesForTests();
        List<String> workers = new ArrayList<>();
        for (int cpu = 0; cpu < cpus; cpu++) {
            workers.add("cpu-" + cpu);
        }
        for (int gpu = 0; gpu < gpus; gpu++) {
            workers.add("cuda-" + gpu);
        }
        List<String> stores = workers.stream().map(worker -> "prio-" + worker).toList();
        List<String> choosers = workers.stream().map(worker -> "best-" + worker).toList();
        tree.add("prio", "prio", "storage", "", List.of("select"), workers, 1, true, true, 12);
        tree.add(
                "select",
                "perfmodel-select",
                "special purpose",
                "",
                List.of("mct", "calibration", "eager"),
                workers,
                2,
                false,
                false,
                0);
        tree.add("mct", "mct", "resource mapping", "beta=2", stores, workers, 2, false, false, 0);
        for (int index = 0; index < workers.size(); index++) {
            List<String> one = List.of(workers.get(index));
            tree.add(
                    stores.get(index),
                    "prio",
                    "storage",
                    "ntasks=30 ready exp",
                    List.of(choosers.get(index)),
                    one,
                    2,
                    true,
                    true,
                    index);
            tree.add(choosers.get(index), "best-implementation", "special purpose", "", one, one, 3, false, false, 0);
            tree.add(workers.get(index), "worker", "worker", "", List.of(), one, 3, false, false, 0);
        }
        tree.add("calibration", "eager-calibration", "resource mapping", "", workers, workers, 2, false, false, 0);
        tree.add("eager", "eager", "resource mapping", "", choosers, workers, 2, false, false, 0);
        return new TreeView(
                "modular-heft",
                "prio / perfmodel-select(perf: mct(beta=2) / each worker: prio(ntasks=30, ready, exp) / "
                        + "best-implementation,\n"
                        + "    calibrate: eager-calibration, else: eager / each worker: best-implementation)",
                tree.components,
                120,
                100);
    }

    /**
     * Returns a tree with two ways to the same two workers, with equal stores on both.
     *
     * @return the tree
     */
    public static TreeView twoWays() {
        TreesForTests tree = new TreesForTests();
        List<String> workers = List.of("cpu-0", "cpu-1");
        tree.add("choice", "user-choice", "resource mapping", "", List.of("mct", "heft"), workers, 1, false, false, 0);
        for (String way : List.of("mct", "heft")) {
            List<String> stores =
                    workers.stream().map(worker -> way + "-" + worker).toList();
            tree.add(way, way, "resource mapping", "", stores, workers, 1, false, false, 0);
            for (int index = 0; index < workers.size(); index++) {
                List<String> one = List.of(workers.get(index));
                tree.add(stores.get(index), "fifo", "storage", "", one, one, 1, true, true, 1);
            }
        }
        workers.forEach(
                worker -> tree.add(worker, "worker", "worker", "", List.of(), List.of(worker), 2, false, false, 0));
        return new TreeView("mine", "user-choice(0: mct, 1: heft)", tree.components, 4, 0);
    }
}
