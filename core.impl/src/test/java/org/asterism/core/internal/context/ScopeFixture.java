package org.asterism.core.internal.context;

import java.util.concurrent.CountDownLatch;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskScope;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;

/** A runtime with two workers and kernels for tests of scopes. */
abstract class ScopeFixture {
    static final IllegalStateException BROKEN = new IllegalStateException("broken on purpose");
    static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    static final Codelet BREAK = Codelet.named("break")
            .access()
            .cpu(kernel -> {
                throw BROKEN;
            })
            .build();

    final Laboratory laboratory = Laboratory.withWorkers(2);
    final TaskRuntime runtime = laboratory.runtime();
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch release = new CountDownLatch(1);
    final Codelet held = Codelet.named("held")
            .access()
            .cpu(kernel -> {
                begun.countDown();
                await(release);
            })
            .build();

    @AfterEach
    void close() {
        release.countDown();
        runtime.close();
        laboratory.close();
    }

    static void await(CountDownLatch latch) {
        Await.await(() -> latch.getCount() == 0);
    }

    static Task failing(TaskScope scope, String text) {
        return scope.task(Codelet.named("fails")
                .access()
                .cpu(kernel -> {
                    throw new IllegalStateException(text);
                })
                .build());
    }
}
