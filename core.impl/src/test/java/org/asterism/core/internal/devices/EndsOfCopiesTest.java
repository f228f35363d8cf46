package org.asterism.core.internal.devices;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the core makes of what drivers tell, and do not tell, of the ends of their copies. */
@Timeout(60)
class EndsOfCopiesTest {
    private static final Codelet ADD = Codelet.named("add")
            .access(Access.RW)
            .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> kernel.view(0, VectorView.class)
                    .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1))
            .build();

    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver();
    private final HandDevice device = driver.comes();
    private final DriverPlugin plugin = laboratory.addDriver("hand", driver);
    private final TaskRuntime runtime = laboratory.runtime();

    @AfterEach
    void close() {
        laboratory.close();
    }

    @Test
    void shouldWaitForACopyWhoseDriverCannotTellItsEnd() throws InterruptedException {
        device.endAllFromNowOn();
        device.memory().refuseToTell();
        device.memory().hold();
        long[] array = {1};
        DataHandle data = runtime.data().vector(array);
        Task task = runtime.task(ADD).data(data).submit();
        await(() -> device.memory().copiesUnderWay() == 1 || task.state().isFinal());
        assertFalse(task.state().isFinal(), "the copy goes on, and uses the memory on both sides");
        device.memory().release();
        task.await();
        data.close();
        assertEquals(2, array[0]);
    }

    @Test
    void shouldNotHaveAMemoryClosedByTheThreadThatTellsTheEndOfItsLastCopy() throws InterruptedException {
        device.endAllFromNowOn();
        long[] array = {1};
        DataHandle data = runtime.data().vector(array);
        runtime.task(ADD).data(data).submit().await();
        device.memory().hold();
        Thread leaving = Thread.ofPlatform().start(() -> laboratory.plugins.remove(plugin));
        await(() -> device.memory().copiesUnderWay() == 1);
        device.memory().release();
        leaving.join();
        assertSame(leaving, device.memory().closedBy(), "who has closed the memory");
        data.close();
        assertEquals(2, array[0]);
    }
}
