package org.asterism.core.internal.forms;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A device is lost that converts data, or has changed them in its form. A number is doubled there, in the second of two
 * elements.
 */
@Timeout(60)
class FormsOnLostDeviceTest {
    private static final Logger LOG = Logger.getLogger("org.asterism.core.internal.runtime.pool");

    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver();
    private final HandDevice device = driver.comes();
    private HandDevice other;
    private final AtomicInteger conversions = new AtomicInteger();
    private TaskRuntime runtime;

    @BeforeEach
    void begin() {
        LOG.setLevel(Level.OFF);
        laboratory.addDriver("hand", driver);
        runtime = laboratory.runtime();
    }

    @AfterEach
    void close() {
        device.endAllFromNowOn(); // whoever closes a runtime waits for kernels
        if (other != null) {
            other.endAllFromNowOn();
        }
        laboratory.close();
        LOG.setLevel(null);
    }

    private void addOther() {
        other = driver.comes();
        runtime.rescanDevices();
    }

    private void addCpu() {
        laboratory.addDriver("cpu", new InlineDriver(1));
    }

    private static Codelet anywhere(Kernel kernel, Access... modes) {
        return Codelet.named("work")
                .access(modes)
                .cpu(kernel)
                .implementation(HandDevice.ARCHITECTURE, kernel)
                .build();
    }

    /** A number whose standard form the program has written; converted on devices only. */
    private DataHandle number(long value) throws InterruptedException {
        Codelet there = Codelet.named("there")
                .access(Access.R, Access.W)
                .implementation(HandDevice.ARCHITECTURE, (Kernel) context -> {
                    conversions.incrementAndGet();
                    context.view(1, VectorView.class)
                            .setLong(1, 2 * context.view(0, VectorView.class).getLong(0));
                })
                .build();
        Codelet back = Codelet.named("back")
                .access(Access.R, Access.W)
                .implementation(HandDevice.ARCHITECTURE, (Kernel) context -> context.view(1, VectorView.class)
                        .setLong(0, context.view(0, VectorView.class).getLong(1) / 2))
                .build();
        DataHandle number = runtime.data()
                .temporary(MultiFormatLayout.of(new VectorLayout(ElementType.LONG, 1))
                        .with(HandDevice.ARCHITECTURE, new VectorLayout(ElementType.LONG, 2), there, back))
                .named("number");
        try (Acquisition acquired = number.acquire(Access.W)) {
            acquired.view(VectorView.class).setLong(0, value);
        }
        return number;
    }

    private static long get(KernelContext context) {
        return context.worker().architecture() == Architecture.CPU
                ? context.view(0, VectorView.class).getLong(0)
                : context.view(0, VectorView.class).getLong(1) / 2;
    }

    private static void set(KernelContext context, long value) {
        if (context.worker().architecture() == Architecture.CPU) {
            context.view(0, VectorView.class).setLong(0, value);
        } else {
            context.view(0, VectorView.class).setLong(1, 2 * value);
        }
    }

    /** Writes the form of devices, on a device that ends its kernels. */
    private void writeOn(HandDevice where, DataHandle number, long value) throws InterruptedException {
        Task task = runtime.task(anywhere(context -> set(context, value), Access.W))
                .data(number)
                .where(on(where))
                .submit();
        await(() -> where.underWay() == 1);
        where.endNext(0);
        task.await();
    }

    private static Predicate<Worker> on(HandDevice where) {
        String name = where.name();
        return worker -> worker.name().startsWith(name);
    }

    private Task add(DataHandle number) {
        return runtime.task(anywhere(context -> set(context, get(context) + 1), Access.RW))
                .data(number)
                .submit();
    }

    private long read(DataHandle number) throws InterruptedException {
        try (Acquisition acquired = number.acquire(Access.R)) {
            return acquired.view(VectorView.class).getLong(0);
        }
    }

    private static String failure(Task task) {
        return assertThrows(TaskFailedException.class, task::await).getMessage();
    }

    @Test
    void shouldConvertOnAnotherDeviceWhatWasBeingConverted() throws InterruptedException {
        DataHandle number = number(20);
        Task task = add(number);
        await(() -> device.underWay() == 1);
        addOther();
        device.lose("error 999");
        await(() -> other.underWay() == 1);
        assertEquals(0, conversions.get());
        other.endNext(0);
        assertEquals(1, conversions.get(), "what was under way converts");
        other.endAllFromNowOn();
        task.await();
        assertEquals(21, read(number));
    }

    @Test
    void shouldRunATaskOnACpuWhoseDataWereBeingConverted() throws InterruptedException {
        DataHandle number = number(20);
        Task task = add(number);
        await(() -> device.underWay() == 1);
        addCpu();
        device.lose("error 999");
        task.await();
        assertEquals(0, conversions.get());
        assertEquals(21, read(number));
    }

    @Test
    void shouldRunATaskOnACpuWhoseDataHadBeenConverted() throws InterruptedException {
        DataHandle number = number(20);
        Task task = add(number);
        await(() -> device.underWay() == 1);
        device.endNext(0);
        assertEquals(1, conversions.get());
        await(() -> device.underWay() == 1); // its own kernel, which is to write
        addCpu();
        device.lose("error 999");
        task.await();
        assertEquals(21, read(number));
    }

    @Test
    void shouldConvertWhatOthersWaitedFor() throws InterruptedException {
        DataHandle number = number(20);
        long[] seen = new long[1];
        Codelet look = anywhere(context -> seen[0] = get(context), Access.R);
        Task converting = runtime.task(look).data(number).where(on(device)).submit();
        await(() -> device.underWay() == 1);
        addOther();
        Task waiting = runtime.task(look).data(number).where(on(other)).submit();
        await(() -> waiting.state() == TaskState.ACQUIRING);
        assertEquals(0, other.underWay(), "it waits for the form");
        device.lose("error 999");
        other.endAllFromNowOn();
        waiting.await();
        assertEquals(20, seen[0]);
        assertEquals(1, conversions.get());
        String message = failure(converting);
        assertTrue(message.contains("error 999"), message);
        assertEquals(20, read(number));
    }

    @Test
    void shouldSayWhatWasLostWithItsOnlyForm() throws InterruptedException {
        DataHandle number = number(20);
        addCpu();
        writeOn(device, number, 30);
        device.lose("error 999");
        String message = failure(add(number));
        assertTrue(message.contains("number") && message.contains("error 999"), message);
        Codelet setting = anywhere(context -> set(context, 3), Access.W);
        runtime.task(setting).data(number).where(Architecture.CPU).submit().await();
        assertEquals(3, read(number), "it can be written anew");
    }

    @Test
    void shouldSayToWhoeverCannotConvertWhatWasLostWithItsOnlyForm() throws InterruptedException {
        DataHandle number = number(20);
        addCpu();
        writeOn(device, number, 30);
        device.lose("error 999"); // nobody notices before it is to convert
        Codelet look = anywhere(context -> get(context), Access.R);
        Task reading = runtime.task(look).data(number).where(Architecture.CPU).submit();
        String message = failure(reading);
        assertTrue(message.contains("number") && message.contains("hand-0 is lost: error 999"), message);
    }

    @Test
    void shouldSayWhatWasLostWhileItWasBeingConvertedForSomebodyElse() throws InterruptedException {
        DataHandle number = number(20);
        addCpu();
        writeOn(device, number, 30);
        Codelet look = anywhere(context -> get(context), Access.R);
        Task reading = runtime.task(look).data(number).where(Architecture.CPU).submit();
        await(() -> device.underWay() == 1);
        device.lose("error 999");
        String message = failure(reading);
        assertTrue(message.contains("number") && message.contains("error 999"), message);
    }

    @Test
    void shouldKeepTheOtherFormOfWhatWasLost() throws InterruptedException {
        DataHandle number = number(20);
        addOther();
        Codelet look = anywhere(context -> assertEquals(20, get(context)), Access.R);
        device.endAllFromNowOn();
        runtime.task(look).data(number).where(on(device)).submit().await();
        device.lose("error 999");
        other.endAllFromNowOn();
        add(number).await();
        assertEquals(21, read(number));
    }
}
