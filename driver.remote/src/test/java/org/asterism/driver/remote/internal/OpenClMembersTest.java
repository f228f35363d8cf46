package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.MemoryNode;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.api.device.DeviceReport;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.driver.opencl.internal.OpenClDriver;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kernels on real OpenCL devices of members; needs PoCL or another platform. */
@Timeout(120)
class OpenClMembersTest {
    private static final int LENGTH = 3000;

    private static Driver opencl() {
        return new OpenClDriver(Map.of("cpu.devices", true, "cache", "none", "memory.limit", "16m"));
    }

    @BeforeEach
    void assumeOpenCl() {
        DeviceReport report = opencl().report(new DriverRequest(OptionalInt.empty(), Clock.system(), Map.of()));
        assumeFalse(report.devices().isEmpty(), () -> "SKIPPED, nothing is tested: " + report.remark());
    }

    private static void step(TaskRuntime runtime, DataHandle vector, double factor, Worker worker) {
        runtime.task(TestCodelets.STEP).data(vector).argument(factor).on(worker).submit();
    }

    @Test
    void shouldRunKernelsOnDevicesOfMembersWithDataFromEverywhere() throws Exception {
        try (Cluster cluster = new Cluster(1)) {
            cluster.addReachable("node1", new InlineDriver(1), opencl());
            cluster.addReachable("node2", new InlineDriver(1), opencl());
            TaskRuntime runtime = cluster.laboratory.runtime();
            List<Worker> workers = runtime.workers();
            List<Worker> devices = workers.stream()
                    .filter(worker -> worker.architecture() == Architecture.OPENCL)
                    .toList();
            assertTrue(devices.size() >= 2, workers::toString);
            Random random = new Random(Seed.take("shouldRunKernelsOnDevicesOfMembersWithDataFromEverywhere"));
            double[] content = random.doubles(LENGTH).toArray();
            double[] expected = content.clone();
            try (DataHandle vector = runtime.data().vector(content)) {
                for (int round = 0; round < 60; round++) {
                    double factor = random.nextBoolean() ? 1 : -1;
                    List<Worker> some = random.nextBoolean() ? devices : workers;
                    step(runtime, vector, factor, some.get(random.nextInt(some.size())));
                    Arrays.setAll(expected, index -> factor * expected[index] + 1);
                }
            }
            assertArrayEquals(expected, content);
            for (Worker device : devices) {
                MemoryNode memory = runtime.memoryNodes().get(device.memoryNode());
                assertTrue(memory.name().startsWith("node"), memory.name());
                assertTrue(memory.received() > 0, () -> "nothing was copied to " + memory.name());
            }
        }
    }

    /** Each child is a part of the memory that its parent has on the device. */
    @Test
    void shouldRunKernelsOnPartsOfDataOnADeviceOfAMember() throws Exception {
        try (Cluster cluster = new Cluster(1)) {
            cluster.addReachable("node1", opencl());
            TaskRuntime runtime = cluster.laboratory.runtime();
            Worker device = runtime.workers().stream()
                    .filter(worker -> worker.architecture() == Architecture.OPENCL)
                    .findFirst()
                    .orElseThrow();
            double[] content = new double[4 * 1024];
            try (DataHandle vector = runtime.data().vector(content)) {
                step(runtime, vector, 1, device);
                try (Partition quarters = vector.partition(Filters.blocks(4))) {
                    step(runtime, quarters.child(2), 1, device);
                }
                step(runtime, vector, 1, device);
            }
            for (int index = 0; index < content.length; index++) {
                assertEquals(index / 1024 == 2 ? 3 : 2, content[index], "element " + index);
            }
        }
    }
}
