package org.asterism.core.internal.devices;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contributions of a worker that has several tasks under way. */
@Timeout(20)
class PipelinedContributionsTest {
    private static final Codelet ZERO =
            anywhere(kernel -> kernel.view(0, VectorView.class).setLong(0, 0), Access.W);
    private static final Codelet SUM = anywhere(
            kernel -> add(
                    kernel.view(0, VectorView.class),
                    kernel.view(1, VectorView.class).getLong(0)),
            Access.RW,
            Access.R);
    private static final Codelet CONTRIBUTE =
            anywhere(kernel -> add(kernel.view(0, VectorView.class), 1), Access.REDUX);

    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver();
    private final HandDevice device = driver.comes();

    private static void add(VectorView to, long number) {
        to.setLong(0, to.getLong(0) + number);
    }

    private static Codelet anywhere(Kernel kernel, Access... modes) {
        return Codelet.named("by-hand")
                .access(modes)
                .cpu(kernel)
                .implementation(Architecture.CUDA, kernel)
                .build();
    }

    @AfterEach
    void close() {
        device.endAllFromNowOn();
        laboratory.close();
    }

    @Test
    void shouldAddToAContributionWhileItsFirstTaskIsUnderWay() throws InterruptedException {
        laboratory.addDriver("hand", driver);
        TaskRuntime runtime = laboratory.runtime();
        long[] array = {5};
        DataHandle sum = runtime.data().vector(array).reduction(ZERO, SUM);
        runtime.task(CONTRIBUTE).data(sum).submit();
        runtime.task(CONTRIBUTE).data(sum).submit();
        await(() -> device.underWay() == 1);
        device.endNext(0); // the neutral element
        await(() -> device.underWay() == 2); // both kernels
        device.endAllFromNowOn();
        sum.close();
        assertEquals(7, array[0]);
    }
}
