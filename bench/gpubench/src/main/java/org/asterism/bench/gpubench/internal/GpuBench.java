package org.asterism.bench.gpubench.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Observation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.ElementType;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Component;

/** Compares the speed of tiled linear algebra on devices with that of a single call of the device's library. */
@Component(
        property = {
            Application.NAME + "=gpubench",
            Application.DESCRIPTION
                    + "=Measures tiled products and Cholesky factorisations on devices against one call of their "
                    + "library"
        })
public final class GpuBench implements Application {
    private static final int DEFAULT_ORDER = 8192;
    private static final int DEFAULT_TILE = 1024;
    private static final int LARGEST_ORDER = 46_000; // one call takes 32 bit numbers of elements

    @Override
    public List<ApplicationOption> options() {
        return List.of(
                new ApplicationOption("n", "N", "order of the matrices; default " + DEFAULT_ORDER),
                new ApplicationOption("tile", "B", "rows and columns of a tile; default " + DEFAULT_TILE),
                new ApplicationOption("rounds", "R", "how often each is measured, 1 to 100; default 3"),
                new ApplicationOption(
                        "arch", "NAME", "the workers' architecture, such as cuda or opencl; default cuda"),
                new ApplicationOption("precision", "NAME", "single or double; default double"),
                new ApplicationOption("timeline", "FILE", "add a line for each kernel and copy to this file"));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        TaskRuntime runtime = run.runtime();
        String wanted = run.option("arch").orElse("cuda");
        List<Worker> workers = runtime.workers().stream()
                .filter(worker -> worker.architecture().name().equals(wanted))
                .toList();
        if (workers.isEmpty()) {
            throw new UsageException("there is no worker of architecture '" + wanted + "' to measure: give --cuda N or"
                    + " --opencl N, and --arch with it; asterism:devices says which devices were found, and why others"
                    + " were not");
        }
        if (runtime.simulation().isPresent()) {
            throw new UsageException("gpubench measures devices that are there: leave out --sim");
        }
        Settings settings = settings(run, workers);
        Recorder recorder = new Recorder(settings.architecture());
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Worker worker : workers) {
            fields.put(worker.name(), String.valueOf(worker.properties().getOrDefault("device.model", "unknown")));
        }
        fields.put("n", settings.order());
        fields.put("tile", settings.tile());
        fields.put("precision", settings.element() == ElementType.FLOAT ? "single" : "double");
        Bench bench = new Bench(settings, runtime, recorder);
        Observation observation = runtime.observe(recorder);
        try {
            bench.multiply();
            bench.factor();
        } finally {
            observation.close();
        }
        fields.putAll(bench.fields());
        fields.put("correct", bench.isCorrect());
        return new ApplicationResult(bench.isCorrect(), fields);
    }

    private static Settings settings(ApplicationRun run, List<Worker> workers) {
        int order = (int) run.integer("n", DEFAULT_ORDER, 1, LARGEST_ORDER);
        int tile = (int) run.integer("tile", Math.min(order, DEFAULT_TILE), 1, order);
        int rounds = (int) run.integer("rounds", 3, 1, 100);
        ElementType element = switch (run.option("precision").orElse("double")) {
            case "double" -> ElementType.DOUBLE;
            case "single" -> ElementType.FLOAT;
            default ->
                throw new UsageException(
                        "--precision is '" + run.option("precision").get() + "'; allowed are single and double");
        };
        List<Integer> nodes =
                workers.stream().map(Worker::memoryNode).distinct().toList();
        return new Settings(
                workers.getFirst().architecture(), nodes, element, order, tile, rounds, run.file("timeline"));
    }
}
