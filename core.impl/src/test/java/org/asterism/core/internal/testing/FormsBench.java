package org.asterism.core.internal.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixLayout;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.model.PerformanceModel;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.policy.DataPlacement;

/**
 * A runtime in virtual time with a CPU worker in main memory and workers of devices, each with a memory of its own.
 * Points are pairs of longs: CPU cores see an array of pairs, CUDA an array of the first numbers and then one of the
 * second, OpenCL the same shifted by one, so that whoever sees the wrong form reads wrong numbers.
 */
public final class FormsBench implements AutoCloseable {
    private static final long SHIFT = 1;

    public final Laboratory laboratory = new Laboratory();
    public final NodesDriver driver;
    public final DriverPlugin plugin;
    public final TaskRuntime runtime;
    public final int length;

    /** The conversions that were begun, in that order: such as {@code to cuda@2}, by memory node. */
    public final List<String> conversions = Collections.synchronizedList(new ArrayList<>());

    /** How many of the next conversions fail. */
    public int failures;

    /** Whether the next conversion fails, besides. */
    public volatile BooleanSupplier fails = () -> false;

    /** How long each conversion takes. */
    public final long conversionNanos;

    /** What the conversions of layouts to come are predicted by; null for nothing. */
    public PerformanceModel conversionModel;

    /** How often conversions and tasks are tried. */
    public int attempts = 1;

    private DataPlacement placement;

    /** The bench with a CPU worker and devices of some architectures, for points of a number. */
    public FormsBench(int length, long conversionNanos, Architecture... devices) {
        this(length, conversionNanos, driver(devices.length + 1, 1 << 20, devices));
    }

    /** The bench with a driver of the test's own. */
    public FormsBench(int length, long conversionNanos, NodesDriver driver) {
        this(length, conversionNanos, driver, RuntimeConfiguration.defaults().withClock(new VirtualClock()));
    }

    /** The bench with a driver and a runtime of the test's own. */
    public FormsBench(int length, long conversionNanos, NodesDriver driver, RuntimeConfiguration configuration) {
        this.length = length;
        this.conversionNanos = conversionNanos;
        this.driver = driver;
        plugin = laboratory.addDriver("nodes", driver);
        laboratory.addPolicy("watched", context -> {
            placement = context.placement();
            return new EagerPolicyFactory().create(context);
        });
        runtime = laboratory.factory.create(configuration.withPolicy("watched"));
    }

    /** A driver of units on main memory and on a memory per device. */
    public static NodesDriver driver(int units, long capacity, Architecture... devices) {
        Architecture[] byNode = new Architecture[devices.length + 1];
        byNode[0] = Architecture.CPU;
        System.arraycopy(devices, 0, byNode, 1, devices.length);
        return new NodesDriver(units, byNode.length, capacity, 1, false).withArchitectures(byNode);
    }

    /** Points in the form of CPU cores. */
    public MatrixLayout pairs() {
        return new MatrixLayout(ElementType.LONG, length, 2);
    }

    /** Points in three forms, or two with CUDA's. */
    public MultiFormatLayout layout() {
        return MultiFormatLayout.of(pairs())
                .with(Architecture.CUDA, columns(0), to(Architecture.CUDA, 0), back(Architecture.CUDA, 0))
                .with(
                        Architecture.OPENCL,
                        columns(SHIFT),
                        to(Architecture.OPENCL, SHIFT),
                        back(Architecture.OPENCL, SHIFT));
    }

    public MatrixLayout columns(long shift) {
        return new MatrixLayout(ElementType.LONG, 2, length + shift);
    }

    private Codelet to(Architecture architecture, long shift) {
        return conversion("to " + architecture, architecture, context -> {
            MatrixView from = context.view(0, MatrixView.class);
            MatrixView to = context.view(1, MatrixView.class);
            for (long row = 0; row < length; row++) {
                to.setLong(0, row + shift, from.getLong(row, 0));
                to.setLong(1, row + shift, from.getLong(row, 1));
            }
        });
    }

    private Codelet back(Architecture architecture, long shift) {
        return conversion("from " + architecture, architecture, context -> {
            MatrixView from = context.view(0, MatrixView.class);
            MatrixView to = context.view(1, MatrixView.class);
            for (long row = 0; row < length; row++) {
                to.setLong(row, 0, from.getLong(0, row + shift));
                to.setLong(row, 1, from.getLong(1, row + shift));
            }
        });
    }

    /** A codelet that converts, on CPU cores and an architecture, and is noted. */
    public Codelet conversion(String name, Architecture architecture, Kernel kernel) {
        Kernel noted = new NodesDriver.Lasting(
                context -> {
                    conversions.add(name + "@" + context.worker().memoryNode());
                    if (failures > 0 && failures-- > 0 || fails.getAsBoolean()) {
                        throw new IllegalStateException("no conversion today");
                    }
                    if (context.dataCount() != 2) {
                        throw new IllegalStateException("a conversion sees two forms, not " + context.dataCount());
                    }
                    kernel.run(context);
                },
                conversionNanos);
        Codelet.Builder builder = Codelet.named(name)
                .access(Access.R, Access.W)
                .attempts(attempts)
                .cpu(noted)
                .implementation(architecture, noted);
        return (conversionModel == null ? builder : builder.model(conversionModel)).build();
    }

    /** What a policy may ask of the data. */
    public DataPlacement placement() {
        return placement;
    }

    /** Lets time pass. */
    public void pass(long nanos) throws InterruptedException {
        task(0, context -> {}).argument(nanos).submit().await();
    }

    /** Points without a home. */
    public DataHandle temporary() {
        return runtime.data().temporary(layout());
    }

    public Worker worker(int number) {
        return runtime.workers().stream()
                .filter(worker -> worker.memoryNode() == number)
                .findFirst()
                .orElseThrow();
    }

    /** Where a point is in what a kernel sees. */
    public static long get(KernelContext context, int index, long point, int which) {
        return get(context.worker().architecture(), context.view(index, MatrixView.class), point, which);
    }

    private static long get(Architecture architecture, MatrixView view, long point, int which) {
        return architecture == Architecture.CPU
                ? view.getLong(point, which)
                : view.getLong(which, point + (architecture == Architecture.OPENCL ? SHIFT : 0));
    }

    public static void set(KernelContext context, int index, long point, int which, long value) {
        MatrixView view = context.view(index, MatrixView.class);
        Architecture architecture = context.worker().architecture();
        if (architecture == Architecture.CPU) {
            view.setLong(point, which, value);
        } else {
            view.setLong(which, point + (architecture == Architecture.OPENCL ? SHIFT : 0), value);
        }
    }

    /** A task for a kernel that can run anywhere, on the worker of a memory node. */
    public Task task(int node, Kernel kernel, Access... modes) {
        return runtime.task(codelet("points", kernel, modes)).on(worker(node));
    }

    /** A codelet for a kernel that can run anywhere. */
    public Codelet codelet(String name, Kernel kernel, Access... modes) {
        return Codelet.named(name)
                .access(modes)
                .attempts(attempts)
                .cpu(kernel)
                .implementation(Architecture.CUDA, kernel)
                .implementation(Architecture.OPENCL, kernel)
                .build();
    }

    /** Submits a task that sets all points to consecutive numbers. */
    public Task fill(int node, DataHandle points, long first) {
        return task(node, context -> fill(context, 0, first), Access.W)
                .data(points)
                .submit();
    }

    /** Sets all points to consecutive numbers. */
    public void fill(KernelContext context, int index, long first) {
        for (int point = 0; point < length; point++) {
            set(context, index, point, 0, first + 2L * point);
            set(context, index, point, 1, first + 2L * point + 1);
        }
    }

    /** Submits a task that adds to all points. */
    public Task add(int node, DataHandle points, long value, Access mode) {
        return task(node, context -> add(context, 0, value), mode).data(points).submit();
    }

    /** Adds to all points. */
    public void add(KernelContext context, int index, long value) {
        for (int point = 0; point < length; point++) {
            for (int which = 0; which < 2; which++) {
                set(context, index, point, which, get(context, index, point, which) + value);
            }
        }
    }

    /** Submits a task that requires consecutive numbers. */
    public Task check(int node, DataHandle points, long first) {
        return task(node, context -> require(context, 0, first), Access.R)
                .data(points)
                .submit();
    }

    /** Requires consecutive numbers. */
    public void require(KernelContext context, int index, long first) {
        for (int point = 0; point < length; point++) {
            for (int which = 0; which < 2; which++) {
                long found = get(context, index, point, which);
                if (found != first + 2L * point + which) {
                    throw new AssertionError("point " + point + " is " + found + " at " + which + " on "
                            + context.worker().architecture() + ", not " + (first + 2L * point + which));
                }
            }
        }
    }

    /** Lets the program require consecutive numbers. */
    public void requireInProgram(DataHandle points, long first) throws InterruptedException {
        try (Acquisition acquired = points.acquire(Access.R)) {
            for (int point = 0; point < length; point++) {
                for (int which = 0; which < 2; which++) {
                    long found = acquired.view(MatrixView.class).getLong(point, which);
                    if (found != first + 2L * point + which) {
                        throw new AssertionError("the program finds " + found + " at " + point + ", " + which);
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        laboratory.close();
    }
}
