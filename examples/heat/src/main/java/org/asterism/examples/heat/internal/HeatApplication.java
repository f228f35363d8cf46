package org.asterism.examples.heat.internal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import javax.management.JMException;
import javax.management.ObjectName;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.MemoryTally;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.application.WorkerTally;
import org.asterism.spi.file.OutputFile;
import org.osgi.service.component.annotations.Component;

/** Simulates heat that spreads over a plate, in bands of rows, and paints it. */
@Component(
        property = {
            Application.NAME + "=heat",
            Application.DESCRIPTION + "=Heat spreading over a plate, computed on bands of rows"
        })
public final class HeatApplication implements Application {
    private static final int DEFAULT_SIZE = 1024;
    private static final int DEFAULT_STEPS = 500;
    private static final int DEFAULT_BANDS = 16;
    private static final int LEAST_SIZE = 3;
    private static final int LARGEST_SIZE = 1_000_000;
    private static final int MOST_TASKS = 10_000_000;
    private static final double GIBIBYTE = 1L << 30;

    @Override
    public List<ApplicationOption> options() {
        String sizes = ", " + LEAST_SIZE + " to " + LARGEST_SIZE + "; default " + DEFAULT_SIZE;
        return List.of(
                new ApplicationOption("width", "N", "columns of the plate" + sizes),
                new ApplicationOption("height", "N", "rows of the plate" + sizes),
                new ApplicationOption("steps", "N", "steps in time, 0 or more; default " + DEFAULT_STEPS),
                new ApplicationOption(
                        "bands",
                        "N",
                        "bands of rows, one task per band and step, at most the height; default " + DEFAULT_BANDS),
                new ApplicationOption("png", "FILE", "write a picture of the result, one pixel per cell, with a scale"),
                ApplicationOption.flag(
                        "no-check", "leave out the comparison with a computation without tasks, which takes longer"));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        int width = (int) run.integer("width", DEFAULT_SIZE, LEAST_SIZE, LARGEST_SIZE);
        int height = (int) run.integer("height", DEFAULT_SIZE, LEAST_SIZE, LARGEST_SIZE);
        int steps = (int) run.integer("steps", DEFAULT_STEPS, 0, MOST_TASKS);
        int bands = (int) run.integer("bands", Math.min(DEFAULT_BANDS, height), 1, height);
        Optional<Path> picture = run.file("png");
        refuseTooMuch(width, height, steps, bands);
        boolean computes = run.runtime()
                .simulation()
                .map(simulation -> simulation.executes())
                .orElse(true);
        if (picture.isPresent() && !computes) {
            throw new UsageException("--png " + picture.get()
                    + ": this simulation does not run kernels, so there is nothing to draw: leave it out, or "
                    + "give --execute");
        }
        picture.ifPresent(HeatApplication::requireWritable);

        Plate plate = new Plate(width, height, run.seed());
        try (BandedGrid grid = new BandedGrid(run.runtime(), plate, bands)) {
            long tasks = (long) steps * bands;
            run.expectTasks(tasks);
            WorkerTally tally = new WorkerTally(run.runtime());
            MemoryTally moved = new MemoryTally(run.runtime());
            long start = run.runtime().clock().nanoTime();
            grid.submit(run, steps);
            run.runtime().waitAll();
            long nanoseconds = run.runtime().clock().nanoTime() - start;
            Map<String, Long> counts = tally.counts();
            Map<String, Long> countsPerArchitecture = tally.countsPerArchitecture();
            grid.bringHome(steps);
            Map<String, Long> received = moved.received();

            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("width", width);
            fields.put("height", height);
            fields.put("steps", steps);
            fields.put("bands", bands);
            fields.put("tasks", tasks);
            fields.put("time_ms", nanoseconds / 1e6);
            fields.put("mcells_per_s", (width - 2.0) * (height - 2.0) * steps / nanoseconds * 1e3);
            boolean correct = true;
            if (computes) {
                fields.put("checksum", checksum(grid, plate, steps));
            } else {
                fields.put("checked", false);
            }
            if (computes && !run.flag("no-check")) {
                correct = isReference(grid, plate, steps);
                fields.put("correct", correct);
            }
            fields.put("tasks_per_worker", counts);
            fields.put("tasks_per_architecture", countsPerArchitecture);
            fields.put("bytes_received", received);
            if (picture.isPresent()) {
                paint(picture.get(), grid, plate, steps);
                fields.put("png", picture.get().toString());
            }
            return new ApplicationResult(correct, fields);
        }
    }

    private static void refuseTooMuch(int width, int height, int steps, int bands) {
        double tasks = (double) steps * bands;
        if (tasks > MOST_TASKS) {
            throw new UsageException(String.format(
                    "%d steps of %d bands are %.0f tasks; give fewer of either, so that there are at most %d",
                    steps, bands, tasks, MOST_TASKS));
        }
        double bytes = BandedGrid.bytes(width, height, bands);
        double memory = memory();
        if (bytes > memory) {
            throw new UsageException(String.format(
                    "a plate of %d x %d cells needs %.1f GiB of memory, this machine has %.1f; make it smaller",
                    width, height, bytes / GIBIBYTE, memory / GIBIBYTE));
        }
    }

    /** The memory of this machine. Asked for by name: not every container shares com.sun.management with bundles. */
    private static double memory() {
        try {
            return ((Number) ManagementFactory.getPlatformMBeanServer()
                            .getAttribute(
                                    new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME), "TotalMemorySize"))
                    .doubleValue();
        } catch (JMException unknown) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** Refuses a name that cannot be written before the work, not after it. */
    private static void requireWritable(Path picture) {
        OutputFile.objection(picture).ifPresent(objection -> {
            throw new UsageException("option '--png' is '" + picture + "', which " + objection);
        });
    }

    /** A fingerprint of all temperatures, the same on every machine. */
    private static String checksum(BandedGrid grid, Plate plate, int steps) {
        CRC32 sum = new CRC32();
        double[] row = new double[plate.width];
        ByteBuffer bytes = ByteBuffer.allocate(plate.width * Double.BYTES);
        for (int index = 0; index < plate.height; index++) {
            grid.row(steps, index, row);
            bytes.asDoubleBuffer().put(row);
            sum.update(bytes.array());
        }
        return String.format("%08x", sum.getValue());
    }

    private static boolean isReference(BandedGrid grid, Plate plate, int steps) {
        double[][] expected = plate.reference(steps);
        double[] row = new double[plate.width];
        for (int index = 0; index < plate.height; index++) {
            grid.row(steps, index, row);
            if (!Arrays.equals(expected[index], row)) {
                return false;
            }
        }
        return true;
    }

    private static void paint(Path picture, BandedGrid grid, Plate plate, int steps) throws IOException {
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(picture))) {
            new HeatPicture(plate).write(file, (row, temperatures) -> grid.row(steps, row, temperatures));
        }
    }
}
