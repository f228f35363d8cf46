package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Clock;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.DataHandle;
import org.asterism.api.device.DeviceDescription;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.kit.remote.Message;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Transfer;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Devices of members: node1 has two, node2 has one. */
@Timeout(60)
class DeviceMembersTest {
    private static final long CAPACITY = 100L << 20;
    private static final long BYTES = 1 << 16;

    private final Arena arena = Arena.ofShared();
    private final Cluster cluster = new Cluster(1);
    private final List<HandDevice> devices = new ArrayList<>();
    private Cluster.Node first;
    private Cluster.Node second;
    private RemoteMemory main;
    private RemoteMemory device;
    private RemoteMemory otherDevice;
    private RemoteMemory farDevice;

    @BeforeEach
    void start() {
        first = cluster.addReachable("node1", new InlineDriver(1), hand(2));
        second = cluster.addReachable("node2", new InlineDriver(1), hand(1));
        main = new RemoteMemory(cluster.link("node1"), 0);
        device = new RemoteMemory(cluster.link("node1"), 1);
        otherDevice = new RemoteMemory(cluster.link("node1"), 2);
        farDevice = new RemoteMemory(cluster.link("node2"), 1);
    }

    private HandDriver hand(int number) {
        HandDriver driver = new HandDriver().withCapacity(CAPACITY);
        for (int count = 0; count < number; count++) {
            HandDevice one = driver.comes();
            one.withCores();
            one.endAllFromNowOn();
            devices.add(one);
        }
        return driver;
    }

    @AfterEach
    void close() {
        devices.forEach(each -> each.memory().release());
        cluster.streets.gate.countDown();
        cluster.close();
        for (HandDevice each : devices) {
            assertTrue(each.memory().isClosed(), "the memory of a device is left open");
        }
        arena.close();
    }

    private MemorySegment content(long bytes) {
        MemorySegment content = arena.allocate(bytes);
        new Random(bytes).ints(bytes / 4).forEach(new java.util.function.IntConsumer() {
            private long at;

            @Override
            public void accept(int value) {
                content.set(ValueLayout.JAVA_INT_UNALIGNED, at, value);
                at += Integer.BYTES;
            }
        });
        return content;
    }

    private static BufferCopy dense(MemorySegment from, MemorySegment to) {
        BufferShape shape = new BufferShape(from.byteSize(), 1);
        return new BufferCopy(shape, Buffer.dense(from, shape), Buffer.dense(to, shape));
    }

    private static boolean hasEnded(Transfer transfer) {
        try {
            return transfer.isFinished();
        } catch (Exception failed) {
            return true;
        }
    }

    private static void end(Transfer transfer) {
        Cluster.await(() -> hasEnded(transfer), "a copy does not end");
        try {
            assertTrue(transfer.isFinished());
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private static String failureOf(Transfer transfer) {
        Cluster.await(() -> hasEnded(transfer), "a copy does not end");
        return assertThrows(RemoteCopyException.class, transfer::isFinished).getMessage();
    }

    /** Writes content to new memory. */
    private static MemorySegment put(RemoteMemory memory, MemorySegment content) {
        MemorySegment there = memory.allocate(content.byteSize());
        end(memory.copyIn(List.of(dense(content, there))));
        return there;
    }

    private MemorySegment read(RemoteMemory memory, MemorySegment there) {
        MemorySegment back = arena.allocate(there.byteSize());
        end(memory.copyOut(List.of(dense(there, back))));
        return back;
    }

    private void expect(MemorySegment content, RemoteMemory memory, MemorySegment there) {
        assertEquals(-1, content.mismatch(read(memory, there)));
    }

    private static Transfer copy(RemoteMemory from, MemorySegment source, RemoteMemory to, MemorySegment target) {
        assertTrue(from.reaches(to));
        return from.copyTo(to, List.of(dense(source, target)));
    }

    @Test
    void shouldPresentDevicesWithTheirMemories() {
        assertEquals("node1-hand-0", device.name());
        assertEquals("node1-hand-1", otherDevice.name());
        assertEquals("node1", main.name());
        assertEquals(CAPACITY, device.capacity());
        TaskRuntime runtime = cluster.laboratory.runtime();
        List<String> names = runtime.devices().stream()
                .filter(report -> report.driver().equals(RemoteDriver.DRIVER))
                .flatMap(report -> report.devices().stream())
                .map(DeviceDescription::name)
                .toList();
        assertEquals(List.of("node1", "node1-hand-0", "node1-hand-1", "node2", "node2-hand-0"), names);
        Worker worker = worker(runtime, "node1-hand-1");
        assertEquals(
                "node1-hand-1", runtime.memoryNodes().get(worker.memoryNode()).name());
        assertEquals("node1-hand-1", worker.properties().get("device.name"));
        assertEquals("node1", worker.properties().get(ComputeUnit.MEMBER));
    }

    private static Worker worker(TaskRuntime runtime, String name) {
        return runtime.workers().stream()
                .filter(worker -> worker.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(runtime.workers().toString()));
    }

    @Test
    void shouldCopyToADeviceAndBackInManySteps() {
        MemorySegment content = content(50_000_000);
        MemorySegment there = put(device, content);
        expect(content, device, there);
    }

    @Test
    void shouldCopyStridedDataToADeviceAndBack() {
        MemorySegment content = content(3000 * 40);
        BufferShape shape = new BufferShape(8, 8, 3000);
        MemorySegment there = device.allocate(3000 * 24);
        MemorySegment back = arena.allocate(3000 * 16);
        Buffer atDevice = new Buffer(there, 24);
        end(device.copyIn(List.of(new BufferCopy(shape, new Buffer(content, 40), atDevice))));
        end(device.copyOut(List.of(new BufferCopy(shape, atDevice, new Buffer(back, 16)))));
        for (long row = 0; row < 3000; row++) {
            assertEquals(
                    content.get(ValueLayout.JAVA_LONG_UNALIGNED, row * 40),
                    back.get(ValueLayout.JAVA_LONG_UNALIGNED, row * 16),
                    "row " + row);
        }
        MemorySegment all = read(device, there);
        for (long row = 0; row < 3000; row++) {
            assertEquals(0, all.get(ValueLayout.JAVA_LONG_UNALIGNED, row * 24 + 8), "gap behind row " + row);
        }
    }

    @Test
    void shouldCopyBetweenTheMemoriesOfAMemberWithoutTheCoordinator() {
        MemorySegment content = content(20_000_004);
        MemorySegment inMain = put(main, content);
        long before = first.link().bytes();
        MemorySegment onDevice = device.allocate(content.byteSize());
        end(copy(main, inMain, device, onDevice));
        MemorySegment onOther = otherDevice.allocate(content.byteSize());
        end(copy(device, onDevice, otherDevice, onOther));
        MemorySegment again = main.allocate(content.byteSize());
        end(copy(otherDevice, onOther, main, again));
        assertEquals(before, first.link().bytes());
        expect(content, main, again);
        expect(content, otherDevice, onOther);
    }

    @Test
    void shouldCopyStridedDataBetweenTheMemoriesOfAMember() {
        MemorySegment content = content(9000 * 40);
        MemorySegment inMain = put(main, content);
        BufferShape shape = new BufferShape(8, 8, 9000);
        MemorySegment onDevice = device.allocate(9000 * 24);
        Buffer atDevice = new Buffer(onDevice, 24);
        end(main.copyTo(device, List.of(new BufferCopy(shape, new Buffer(inMain, 40), atDevice))));
        MemorySegment again = main.allocate(9000 * 8);
        end(device.copyTo(main, List.of(new BufferCopy(shape, atDevice, new Buffer(again, 8)))));
        MemorySegment back = read(main, again);
        for (long row = 0; row < 9000; row++) {
            assertEquals(
                    content.get(ValueLayout.JAVA_LONG_UNALIGNED, row * 40),
                    back.get(ValueLayout.JAVA_LONG_UNALIGNED, row * 8),
                    "row " + row);
        }
    }

    @Test
    void shouldCopyBetweenDevicesOfMembersWithoutTheCoordinator() {
        MemorySegment content = content(20_000_004);
        MemorySegment onDevice = put(device, content);
        long before = first.link().bytes() + second.link().bytes();
        MemorySegment far = farDevice.allocate(content.byteSize());
        end(copy(device, onDevice, farDevice, far));
        MemorySegment home = main.allocate(content.byteSize());
        end(copy(farDevice, far, main, home));
        assertEquals(before, first.link().bytes() + second.link().bytes());
        assertEquals(2 * content.byteSize(), cluster.streets.bytes());
        expect(content, farDevice, far);
        expect(content, main, home);
    }

    @Test
    void shouldCopyBetweenDevicesThatCannotReachEachOther() {
        cluster.streets.obstacle = "a firewall";
        try (CapturedLog lines = CapturedLog.of(Route.class)) {
            MemorySegment content = content(20_000_004);
            MemorySegment onDevice = put(device, content);
            MemorySegment far = farDevice.allocate(content.byteSize());
            end(copy(device, onDevice, farDevice, far));
            expect(content, farDevice, far);
            assertEquals(1, lines.messages().size());
        }
    }

    @Test
    void shouldShowZerosWhereNobodyHasWritten() {
        MemorySegment blank = device.allocate(BYTES);
        expect(arena.allocate(BYTES), device, blank);
        MemorySegment half = device.allocate(BYTES);
        MemorySegment content = content(BYTES / 2);
        end(device.copyIn(List.of(dense(content, half.asSlice(BYTES / 2)))));
        MemorySegment expected = arena.allocate(BYTES);
        expected.asSlice(BYTES / 2).copyFrom(content);
        expect(expected, device, half);
        MemorySegment begun = device.allocate(BYTES);
        end(device.copyIn(List.of(dense(content, begun.asSlice(0, BYTES / 2)))));
        expected.fill((byte) 0);
        expected.copyFrom(content);
        expect(expected, device, begun);
    }

    @Test
    void shouldShowZerosToAnotherMemberWhereNobodyHasWritten() {
        MemorySegment blank = device.allocate(BYTES);
        MemorySegment far = put(farDevice, content(BYTES));
        end(copy(device, blank, farDevice, far));
        expect(arena.allocate(BYTES), farDevice, far);
    }

    /** Else all data of tasks would be copied twice. */
    @Test
    void shouldNotClearWhatACopyFills() {
        device.allocate(8); // memories are opened with their offers
        devices.get(0).memory().hold();
        MemorySegment there = device.allocate(BYTES);
        Transfer transfer = device.copyIn(List.of(dense(content(BYTES), there)));
        Cluster.await(() -> devices.get(0).memory().copiesUnderWay() == 1, "no copy is begun");
        devices.get(0).memory().endAnyCopy(new Random(1));
        end(transfer);
    }

    @Test
    void shouldClearWhatACopyShouldHaveFilledAndHasNot() {
        devices.get(0).memory().hold();
        MemorySegment there = device.allocate(BYTES);
        Transfer transfer = device.copyIn(List.of(dense(content(BYTES), there)));
        Cluster.await(() -> devices.get(0).memory().copiesUnderWay() == 1, "no copy is begun");
        devices.get(0).memory().fail(new IOException("for the test"));
        assertTrue(
                failureOf(transfer).contains("member node1 cannot copy the data: java.io.IOException: for the test"));
        expect(arena.allocate(BYTES), device, there);
    }

    @Test
    void shouldReadAfterTheCopyThatFillsTheBlock() {
        devices.get(0).memory().hold();
        MemorySegment content = content(BYTES);
        MemorySegment there = device.allocate(BYTES);
        device.copyIn(List.of(dense(content, there)));
        MemorySegment back = arena.allocate(BYTES);
        Transfer reading = device.copyOut(List.of(dense(there, back)));
        Cluster.await(() -> devices.get(0).memory().copiesUnderWay() == 1, "no copy is begun");
        devices.get(0).memory().release();
        end(reading);
        assertEquals(-1, content.mismatch(back));
    }

    @Test
    void shouldFreeABlockWhenItsCopyHasEnded() {
        devices.get(0).memory().hold();
        MemorySegment there = device.allocate(BYTES);
        Transfer transfer = device.copyIn(List.of(dense(content(BYTES), there)));
        Cluster.await(() -> devices.get(0).memory().copiesUnderWay() == 1, "no copy is begun");
        device.free(there);
        MemorySegment another = otherDevice.allocate(8); // what comes behind the end of the block
        end(otherDevice.copyIn(List.of(dense(content(8), another))));
        assertEquals(BYTES, devices.get(0).memory().used());
        devices.get(0).memory().release();
        end(transfer);
        Cluster.await(() -> devices.get(0).memory().used() == 0, "the block is not freed");
    }

    @Test
    void shouldFailTheCopiesOfABlockThatTheDeviceRefuses() {
        long third = CAPACITY / 3;
        MemorySegment one = device.allocate(third);
        MemorySegment two = device.allocate(third);
        device.free(one); // leaves two gaps, which together would do
        MemorySegment refused = device.allocate(CAPACITY / 2);
        MemorySegment content = content(BYTES);
        String message = failureOf(device.copyIn(List.of(dense(content, refused.asSlice(0, BYTES)))));
        assertTrue(message.contains("device hand-0 refuses " + CAPACITY / 2 + " bytes"), message);
        message = failureOf(device.copyOut(List.of(dense(refused.asSlice(0, BYTES), content))));
        assertTrue(message.contains("device hand-0 refuses"), message);
        MemorySegment inMain = main.allocate(BYTES);
        message = failureOf(copy(device, refused.asSlice(0, BYTES), main, inMain));
        assertTrue(message.contains("device hand-0 refuses"), message);
        device.free(refused);
        expect(content, device, put(device, content));
        device.free(two);
    }

    @Test
    void shouldFailTheCopyOfAnotherMemberThatADeviceRefusesAndNoOther() {
        MemorySegment one = device.allocate(CAPACITY / 3);
        device.allocate(CAPACITY / 3);
        device.free(one);
        MemorySegment refused = device.allocate(CAPACITY / 2);
        MemorySegment far = put(farDevice, content(BYTES));
        try (CapturedLog lines = CapturedLog.of(Route.class)) {
            String message = failureOf(copy(device, refused.asSlice(0, BYTES), farDevice, far));
            assertTrue(message.contains("member node2 cannot copy the data: device hand-0 refuses"), message);
            message = failureOf(copy(farDevice, far, device, refused.asSlice(0, BYTES)));
            assertTrue(message.contains("member node1 cannot copy the data: device hand-0 refuses"), message);
            MemorySegment content = content(BYTES);
            MemorySegment good = put(device, content);
            end(copy(device, good, farDevice, far));
            expect(content, farDevice, far);
            assertEquals(List.of(), lines.messages());
        }
    }

    @Test
    void shouldHoldMainMemoryForSomeCopiesOnly() {
        long most = Message.WINDOW / Message.LONGEST_STEP;
        devices.get(0).memory().hold();
        MemorySegment content = content(10 * Message.LONGEST_STEP);
        MemorySegment there = device.allocate(content.byteSize());
        Transfer writing = device.copyIn(List.of(dense(content, there)));
        Cluster.await(() -> devices.get(0).memory().copiesUnderWay() == most, "too few copies are begun");
        end(otherDevice.copyIn(List.of())); // nothing
        assertEquals(most, devices.get(0).memory().copiesUnderWay());
        devices.get(0).memory().release();
        end(writing);
        devices.get(0).memory().hold();
        MemorySegment back = arena.allocate(content.byteSize());
        Transfer reading = device.copyOut(List.of(dense(there, back)));
        Cluster.await(() -> devices.get(0).memory().copiesUnderWay() == most, "too few copies are begun");
        devices.get(0).memory().release();
        end(reading);
        assertEquals(-1, content.mismatch(back));
    }

    @Test
    void shouldEndTheSessionWhenACopyTellsThatADeviceIsLost() {
        MemorySegment there = device.allocate(BYTES);
        devices.get(0).lose("it was unplugged");
        Transfer transfer = device.copyIn(List.of(dense(content(BYTES), there)));
        Cluster.await(() -> hasEnded(transfer), "the copy does not end");
        String message =
                assertThrows(DeviceLostException.class, transfer::isFinished).getMessage();
        assertTrue(message.contains("it says: its device hand-0 is lost: it was unplugged"), message);
    }

    @Test
    void shouldNameTheMemoryThatIsLostWithItsMember() {
        MemorySegment onDevice = put(device, content(BYTES));
        MemorySegment far = farDevice.allocate(BYTES);
        cluster.streets.gate = new CountDownLatch(1);
        Transfer transfer = copy(device, onDevice, farDevice, far);
        Cluster.await(() -> !cluster.streets.links.isEmpty(), "no link is opened");
        second.link().cut();
        Cluster.await(() -> hasEnded(transfer), "the copy does not end");
        assertEquals(
                "node2-hand-0",
                assertThrows(DeviceLostException.class, transfer::isFinished).device());
    }

    @Test
    void shouldFreeTheMemoryOfDevicesWithTheSession() throws Exception {
        put(device, content(BYTES));
        devices.get(0).memory().hold();
        MemorySegment there = device.allocate(BYTES);
        device.copyIn(List.of(dense(content(BYTES), there)));
        Cluster.await(() -> devices.get(0).memory().copiesUnderWay() == 1, "no copy is begun");
        first.link().cut();
        Cluster.await(() -> first.session().memoryInUse() == BYTES, "the block without a copy is not freed");
        assertFalse(devices.get(0).memory().isClosed());
        devices.get(0).memory().release();
        first.session().awaitEnd();
        assertEquals(0, devices.get(0).memory().used());
        assertTrue(devices.get(0).memory().isClosed());
    }

    @Test
    void shouldRunTasksOnDataThatComeFromEverywhere() throws Exception {
        double[] content = new double[5000];
        TaskRuntime runtime = cluster.laboratory.runtime();
        List<Worker> workers = runtime.workers();
        assertEquals(1 + 3 + 2, workers.size());
        Random random = new Random(Seed.take("shouldRunTasksOnDataThatComeFromEverywhere"));
        try (DataHandle vector = runtime.data().vector(content)) {
            for (int round = 0; round < 200; round++) {
                runtime.task(TestCodelets.INCREMENT)
                        .data(vector)
                        .on(workers.get(random.nextInt(workers.size())))
                        .submit();
            }
        }
        for (double element : content) {
            assertEquals(200, element);
        }
    }

    @Test
    void shouldFailTheTaskWhoseMemoryADeviceRefuses() throws Exception {
        TaskRuntime runtime = cluster.laboratory.runtime();
        Worker worker = worker(runtime, "node1-hand-0");
        MemorySegment one = device.allocate(CAPACITY / 3);
        device.allocate(CAPACITY / 3);
        device.free(one);
        DataHandle vector = runtime.data().vector(new double[(int) (CAPACITY / 2 / Double.BYTES)]);
        Task task = runtime.task(TestCodelets.TOUCH).data(vector).on(worker).submit();
        assertThrows(RuntimeException.class, task::await);
        Throwable failure = task.failure().orElseThrow();
        assertTrue(String.valueOf(failure).contains("device hand-0 refuses"), failure::toString);
        assertThrows(RuntimeException.class, runtime::waitAll);
    }

    @Test
    void shouldRunTasksElsewhereWhenTheirDeviceIsLost() throws Exception {
        TaskRuntime runtime = cluster.laboratory.runtime();
        double[] content = new double[100];
        try (DataHandle vector = runtime.data().vector(content).withLineage()) {
            devices.get(0).lose("it was unplugged");
            for (int round = 0; round < 50; round++) {
                runtime.task(TestCodelets.INCREMENT).data(vector).submit();
                runtime.task(TestCodelets.WAIT).submit();
            }
            runtime.waitAll();
        }
        assertEquals(50, content[99]);
    }

    @Test
    void shouldOpenTheSameUnitsForEachRuntime() {
        DriverRequest request = new DriverRequest(OptionalInt.empty(), Clock.system(), java.util.Map.of());
        List<ComputeUnit> units = cluster.driver.open(request);
        assertEquals(
                List.of("node1-cpu-0", "node1-hand-0", "node1-hand-1", "node2-cpu-0", "node2-hand-0"),
                units.stream().map(ComputeUnit::name).toList());
        assertEquals(
                List.of("node1", "node1-hand-0", "node1-hand-1", "node2", "node2-hand-0"),
                units.stream().map(unit -> unit.memory().orElseThrow().name()).toList());
        assertEquals(List.of(), cluster.driver.rescan(request, units));
    }
}
