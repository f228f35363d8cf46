package org.asterism.console.web.internal.service;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;

/**
 * Shows runtimes in trouble on the live page, for pictures: {@code ConsoleScenes stuck|lost WORKERS}. It prints the
 * link, waits for a page, lets it watch tasks for some seconds, makes the trouble and ends after a minute.
 */
final class ConsoleScenes {
    private static final long NAP_NANOS = 8_000_000;
    private static final int WORK_SECONDS = 5;
    private static final int SHOWN_SECONDS = 60;

    private final Laboratory laboratory = new Laboratory();
    private final HandDevice device;
    private final TaskRuntime runtime;
    private final List<Codelet> codelets;

    private ConsoleScenes(int workers, boolean withDevice) {
        laboratory.addDriver("cpu", new InlineDriver(workers));
        HandDriver driver = new HandDriver();
        device = withDevice ? driver.withPipeline(1).comes() : null;
        laboratory.addDriver("hand", driver);
        runtime = laboratory.runtime();
        codelets = List.of(codelet("potrf", 1), codelet("trsm", 2), codelet("syrk", 2), codelet("gemm", 3));
    }

    private static Codelet codelet(String name, int naps) {
        Kernel kernel = _ -> LockSupport.parkNanos(naps * NAP_NANOS);
        return Codelet.named(name)
                .cpu(kernel)
                .implementation(HandDevice.ARCHITECTURE, (Kernel) _ -> {})
                .build();
    }

    /**
     * Runs a scene.
     *
     * @param words its name and the number of workers
     */
    public static void main(String... words) throws Exception {
        boolean lost = words[0].equals("lost");
        ConsoleScenes scene = new ConsoleScenes(Integer.parseInt(words[1]), lost);
        WebConsoleService console = scene.open();
        Await.await(() -> !console.status().orElseThrow().observed().isEmpty());
        scene.work(WORK_SECONDS);
        if (lost) {
            scene.device.lose("it was unplugged");
            scene.work(2 * WORK_SECONDS);
        } else {
            scene.submitCircle();
        }
        TimeUnit.SECONDS.sleep(SHOWN_SECONDS);
        System.exit(0);
    }

    private WebConsoleService open() throws IOException {
        runtime.workers();
        WebConsoleService console = new WebConsoleService(WebConsoleTest.configuration("127.0.0.1", 0));
        console.addRuntime(runtime, Map.of("runtime.name", "default"));
        System.out.println(console.start(OptionalInt.empty(), Optional.empty()).link());
        return console;
    }

    /** Keeps the workers busy. */
    private void work(int seconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (int task = 0; System.nanoTime() < end; task++) {
            runtime.task(codelets.get(task % codelets.size())).submit();
            if (task % 8 == 0) {
                runtime.waitUntilAtMost(3L * runtime.workers().size());
            }
            if (device != null && System.nanoTime() % 3 == 0) {
                device.endAll();
            }
        }
    }

    /** Submits tasks that wait for each other, and some behind them. */
    private void submitCircle() throws InterruptedException {
        runtime.waitAll();
        Codelet reduce = Codelet.named("reduce").access(Access.RW).cpu(_ -> {}).build();
        Codelet write = Codelet.named("write").access(Access.RW).cpu(_ -> {}).build();
        DataHandle sum = runtime.data().token();
        runtime.task(reduce).data(sum).afterTags(1).submit();
        runtime.task(write).data(sum).tag(1).submit();
        for (int behind = 0; behind < 10; behind++) {
            runtime.task(write).data(sum).submit();
        }
    }
}
