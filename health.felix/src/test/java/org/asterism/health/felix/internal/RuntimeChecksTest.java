package org.asterism.health.felix.internal;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.Result.Status;
import org.apache.felix.hc.api.ResultLog;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.Kernel;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RuntimeChecksTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access(Access.RW).cpu(kernel -> {}).build();

    private final Laboratory laboratory = Laboratory.withWorkers(1);
    private final TaskRuntime runtime = laboratory.runtime();

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    private Result execute(RuntimeCheck check) {
        check.addRuntime(runtime, Map.of("runtime.name", "lab"));
        return check.execute();
    }

    private static String text(Result result) {
        return StreamSupport.stream(result.spliterator(), false)
                .map(ResultLog.Entry::getMessage)
                .collect(Collectors.joining("\n"));
    }

    private static void assertResult(Status status, String expected, Result result) {
        assertEquals(expected, text(result));
        assertEquals(status, result.getStatus());
    }

    @Test
    void shouldBeContentWithARuntimeThatWorks() {
        assertResult(Status.OK, "all contexts have policies", execute(new ParkedCheck()));
        assertResult(Status.OK, "all runtimes have workers", execute(new WorkersCheck()));
        assertResult(Status.OK, "no device is lost", execute(new DevicesCheck()));
        assertResult(Status.OK, "tasks move on, or none waits", execute(new ProgressCheck()));
    }

    @Test
    void shouldBeContentWithoutARuntimeThatIsUsed() {
        assertResult(Status.OK, "no program has used a runtime yet", new WorkersCheck().execute());
    }

    @Test
    void shouldReportParkedContextsAndHowManyTasksWait() throws InterruptedException {
        laboratory.plugins.remove(laboratory.eager);
        Result parked = execute(new ParkedCheck());
        assertEquals(Status.WARN, parked.getStatus());
        assertTrue(
                text(parked).startsWith("runtime 'lab': context 'default' has no policy")
                        && text(parked)
                                .endsWith("; start the bundle of policy 'eager', or use another with asterism:use"
                                        + " default POLICY"),
                text(parked));
        runtime.task(NOTHING).data(runtime.data().token()).submit();
        Result waiting = execute(new ParkedCheck());
        assertEquals(Status.CRITICAL, waiting.getStatus());
        assertTrue(text(waiting).endsWith("; 1 task waits there"), text(waiting));
        laboratory.plugins.add(laboratory.eager);
        runtime.waitAll();
        assertEquals(Status.OK, execute(new ParkedCheck()).getStatus());
    }

    @Test
    void shouldReportContextsWhoseTasksHaveNoWorker() {
        SchedulingContext empty = runtime.createContext(
                ContextDescription.named("empty").withPolicy("eager").withWorkers(new WorkerSelection.None()));
        assertEquals(Status.OK, execute(new WorkersCheck()).getStatus());
        empty.task(NOTHING).data(runtime.data().token()).submit();
        assertResult(
                Status.CRITICAL,
                "runtime 'lab': context 'empty' has no workers, and 1 task waits; give it some with asterism:context"
                        + " add empty WORKER",
                execute(new WorkersCheck()));
        empty.addWorkers(runtime.workers());
        await(() -> empty.load().left() == 0);
        assertEquals(Status.OK, execute(new WorkersCheck()).getStatus());
    }

    @Test
    void shouldReportARuntimeWithoutWorkers() {
        try (Laboratory none = new Laboratory();
                TaskRuntime idle = none.runtime()) {
            WorkersCheck check = new WorkersCheck();
            check.addRuntime(idle, Map.of());
            Result result = check.execute();
            assertEquals(Status.CRITICAL, result.getStatus());
            assertTrue(text(result).startsWith("runtime 'default' has no workers"), text(result));
        }
    }

    @Test
    void shouldReportLostDevicesUntilTheirWorkersAreBack() {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.comes();
        laboratory.addDriver("hand", driver);
        runtime.task(Codelet.named("work")
                        .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                        .build())
                .submit();
        await(() -> device.underWay() == 1);
        device.lose("error 999");
        await(() -> runtime.workers().size() == 1);
        assertResult(
                Status.WARN,
                "runtime 'lab' has lost worker hand-0: device hand-0 is lost: error 999; tasks run on the other"
                        + " workers. When the device works again, asterism:devices --rescan brings it back",
                execute(new DevicesCheck()));
    }

    @Test
    void shouldExplainTasksThatDoNotMove() throws InterruptedException {
        AtomicLong now = new AtomicLong();
        ProgressCheck check = new ProgressCheck(now::get);
        check.addRuntime(runtime, Map.of("runtime.name", "lab"));
        DataHandle token = runtime.data().token();
        runtime.task(NOTHING).data(token).afterTags(1).submit();
        runtime.task(NOTHING).data(token).tag(1).submit();
        assertEquals(Status.OK, check.execute().getStatus());
        now.addAndGet(TimeUnit.SECONDS.toNanos(4));
        Result stuck = check.execute();
        assertEquals(Status.CRITICAL, stuck.getStatus());
        assertTrue(
                text(stuck)
                        .startsWith("runtime 'lab' is stuck: 2 tasks wait, none runs, and nothing has moved for 4 s;"
                                + " the oldest, nothing#1 "),
                text(stuck));
        assertTrue(text(stuck).contains("asterism:why nothing#1 shows all causes"), text(stuck));
        runtime.tags().notify(1);
        runtime.waitAll();
        assertEquals(Status.OK, check.execute().getStatus());
    }

    @Test
    void shouldForgetARuntimeAsSoonAsItLeaves() {
        ProgressCheck check = new ProgressCheck();
        execute(check);
        assertEquals(Set.of(runtime), check.watches.keySet());
        check.removeRuntime(runtime);
        assertEquals(Set.of(), check.watches.keySet());
        assertResult(Status.OK, "no program has used a runtime yet", check.execute());
    }

    @Test
    void shouldForgetARuntimeThatLeavesWhileTheCheckLooks() {
        ProgressCheck[] check = new ProgressCheck[1];
        check[0] = new ProgressCheck(() -> {
            check[0].removeRuntime(runtime);
            return 0;
        });
        runtime.task(NOTHING).data(runtime.data().token()).afterTags(1).submit();
        execute(check[0]);
        assertEquals(Set.of(), check[0].watches.keySet());
        runtime.tags().notify(1);
    }
}
