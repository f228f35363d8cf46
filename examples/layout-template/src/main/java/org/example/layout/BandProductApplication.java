package org.example.layout;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Layout;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.osgi.service.component.annotations.Component;

/** Multiplies a band matrix by a vector of ones. It asks the runtime for the layout by name, as any program can. */
@Component(
        property = {
            Application.NAME + "=" + BandProductApplication.APPLICATION,
            Application.DESCRIPTION + "=Multiplies a band matrix by a vector, with a layout of its own"
        })
public final class BandProductApplication implements Application {
    /** The name that users type after {@code asterism run}. */
    static final String APPLICATION = "band-product";

    private static final long DEFAULT_ROWS = 100_000;
    private static final long MOST_ROWS = 10_000_000;
    private static final int TASKS = 2;

    /** Made by Declarative Services. */
    public BandProductApplication() {}

    @Override
    public List<ApplicationOption> options() {
        return List.of(new ApplicationOption(
                "rows", "N", "how many rows the matrix has, 1 to " + MOST_ROWS + "; default " + DEFAULT_ROWS));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws InterruptedException {
        int rows = (int) run.integer("rows", DEFAULT_ROWS, 1, MOST_ROWS);
        TaskRuntime runtime = run.runtime();
        Layout layout = runtime.data()
                .layout(
                        BandLayout.KIND,
                        Map.of(BandLayoutFactory.ROWS, rows, BandLayoutFactory.LOWER, 1, BandLayoutFactory.UPPER, 1));
        double[] ones = new double[rows];
        Arrays.fill(ones, 1);
        double[] product = new double[rows];

        run.expectTasks(TASKS);
        try (DataHandle matrix = runtime.data().temporary(layout); // has no memory until a task writes it
                DataHandle x = runtime.data().vector(ones);
                DataHandle y = runtime.data().vector(product)) {
            run.track(runtime.task(BandProduct.FILL).data(matrix)).submit();
            run.track(runtime.task(BandProduct.MULTIPLY).data(matrix, x, y)).submit();
            runtime.waitAll();
        }

        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rows", rows);
        fields.put("matrix_bytes", layout.bytes());
        boolean correct = true;
        if (runtime.simulation().map(simulation -> simulation.executes()).orElse(true)) {
            double sum = DoubleStream.of(product).sum(); // only the first and the last row do not add up to 0
            correct = sum == 2;
            fields.put("sum", sum);
        }
        return new ApplicationResult(correct, fields);
    }
}
