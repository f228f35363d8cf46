package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixLayout;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.Execution;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Particles that are an array of structures for a CPU core and a structure of arrays on a device, as in the guide. */
@Timeout(60)
class FormsOnDeviceTest {
    private static final int PARTICLES = 1003;
    private static final Kernel TURN = kernel -> {
        MatrixView to = kernel.view(1, MatrixView.class);
        for (long i = 0; i < to.rows(); i++) {
            for (long j = 0; j < to.columns(); j++) {
                to.setFloat(i, j, kernel.view(0, MatrixView.class).getFloat(j, i));
            }
        }
    };
    private static final DeviceKernel TURN_ON_DEVICE = DeviceKernel.source(KernelLanguage.OPENCL_C, """
                    __kernel void turn(__global const float *from, __global float *to, int rows, int columns) {
                        int i = get_global_id(0);
                        int j = get_global_id(1);
                        if (i < rows && j < columns) to[i * columns + j] = from[j * rows + i];
                    }""")
            .kernel("turn")
            .arguments(
                    KernelArgument.data(0), KernelArgument.data(1), KernelArgument.rows(1), KernelArgument.columns(1))
            .grid(kernel -> Grid.of(
                    kernel.view(1, MatrixView.class).rows(),
                    kernel.view(1, MatrixView.class).columns()))
            .build();
    private static final Codelet MOVE = Codelet.named("move")
            .access(Access.RW)
            .cpu(kernel -> {
                MatrixView particles = kernel.view(0, MatrixView.class);
                for (long i = 0; i < particles.rows(); i++) {
                    particles.setFloat(i, 0, particles.getFloat(i, 0) + particles.getFloat(i, 2));
                    particles.setFloat(i, 1, particles.getFloat(i, 1) + particles.getFloat(i, 3));
                }
            })
            .implementation(
                    Architecture.OPENCL,
                    DeviceKernel.source(KernelLanguage.OPENCL_C, """
                    __kernel void move(__global float *p, int n) {
                        int i = get_global_id(0);
                        if (i < n) {
                            p[i] += p[2 * n + i];
                            p[n + i] += p[3 * n + i];
                        }
                    }""")
                            .kernel("move")
                            .arguments(KernelArgument.data(0), KernelArgument.columns(0))
                            .grid(kernel ->
                                    Grid.of(kernel.view(0, MatrixView.class).columns()))
                            .build())
            .build();

    private record Core(String name) implements ComputeUnit {
        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public void start() {
            // Nothing to prepare.
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) throws Exception {
            ((Kernel) implementation).run(context);
            return Execution.FINISHED;
        }

        @Override
        public void stop() {
            // Nothing was taken.
        }
    }

    private final Plugins plugins = new Plugins();
    private final CoreRuntimeFactory factory = new CoreRuntimeFactory(plugins);
    private DriverPlugin opencl;
    private TaskRuntime runtime;

    @BeforeEach
    void start() {
        Pocl.assumeThere();
        Driver cores = request -> List.of(new Core("core-0"));
        opencl = new DriverPlugin("opencl", Pocl.driver());
        plugins.add(new PolicyPlugin("eager", "for tests", "test", 0, new EagerPolicyFactory()));
        plugins.add(new DriverPlugin("cores", cores));
        plugins.add(opencl);
        runtime = factory.create(RuntimeConfiguration.defaults().withPolicy("eager"));
    }

    @AfterEach
    void end() {
        factory.closeAll();
    }

    private static Codelet conversion(String name, boolean onDevice) {
        Codelet.Builder builder = Codelet.named(name).access(Access.R, Access.W).cpu(TURN);
        return onDevice
                ? builder.implementation(Architecture.OPENCL, TURN_ON_DEVICE).build()
                : builder.build();
    }

    private DataHandle particles(float[] array, boolean onDevice) {
        MultiFormatLayout layout = MultiFormatLayout.of(new MatrixLayout(ElementType.FLOAT, PARTICLES, 4))
                .with(
                        Architecture.OPENCL,
                        new MatrixLayout(ElementType.FLOAT, 4, PARTICLES),
                        conversion("to arrays", onDevice),
                        conversion("to structures", onDevice));
        for (int i = 0; i < PARTICLES; i++) {
            array[4 * i] = i;
            array[4 * i + 1] = -i;
            array[4 * i + 2] = 1;
            array[4 * i + 3] = 2;
        }
        return runtime.data()
                .register(
                        layout,
                        Buffer.dense(
                                MemorySegment.ofArray(array), layout.buffers().getFirst()));
    }

    private static void requireMoved(float[] array, int steps) {
        for (int i = 0; i < PARTICLES; i++) {
            assertEquals(i + steps, array[4 * i]);
            assertEquals(-i + 2 * steps, array[4 * i + 1]);
        }
    }

    private void move(DataHandle particles, Architecture... rounds) {
        for (Architecture where : rounds) {
            runtime.task(MOVE).data(particles).where(where).submit();
        }
    }

    @Test
    void shouldConvertOnTheDevice() throws InterruptedException {
        float[] array = new float[4 * PARTICLES];
        try (DataHandle particles = particles(array, true)) {
            move(particles, Architecture.OPENCL, Architecture.OPENCL, Architecture.CPU, Architecture.OPENCL);
            try (Acquisition acquired = particles.acquire(Access.R)) {
                assertEquals(4, acquired.view(MatrixView.class).getFloat(0, 0));
                assertEquals(8, acquired.view(MatrixView.class).getFloat(0, 1));
            }
            move(particles, Architecture.CPU, Architecture.OPENCL);
        }
        requireMoved(array, 6);
    }

    @Test
    void shouldConvertOnACoreForTheDevice() {
        float[] array = new float[4 * PARTICLES];
        try (DataHandle particles = particles(array, false)) {
            move(particles, Architecture.OPENCL, Architecture.CPU, Architecture.OPENCL, Architecture.OPENCL);
        }
        requireMoved(array, 4);
    }

    @Test
    void shouldKeepWhatOnlyTheDeviceHadWhenItLeaves() throws InterruptedException {
        float[] array = new float[4 * PARTICLES];
        try (DataHandle particles = particles(array, true)) {
            move(particles, Architecture.OPENCL);
            runtime.waitAll();
            plugins.remove(opencl);
            assertTrue(runtime.workers().stream().allMatch(worker -> worker.architecture() == Architecture.CPU));
            move(particles, Architecture.CPU);
        }
        requireMoved(array, 2);
    }
}
