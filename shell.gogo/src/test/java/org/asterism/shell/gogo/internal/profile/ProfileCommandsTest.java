package org.asterism.shell.gogo.internal.profile;

import static org.asterism.core.internal.testing.Await.await;
import static org.asterism.report.fixture.Fakes.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.text.Answer;
import org.asterism.run.StatusException;
import org.asterism.shell.gogo.internal.command.BundlesForTests;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.MachineCommand;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.ComponentServiceObjects;

/** The commands stats, task and machine, on a real runtime. */
@Timeout(60)
class ProfileCommandsTest {
    private static final Codelet WORK = Codelet.named("work").cpu(_ -> {}).build();

    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private final Runtimes runtimes = RuntimesForTests.of(Map.of(Runtimes.DEFAULT, runtime));
    private final Profilers profilers = new Profilers();
    private final StatsCommand stats = new StatsCommand(runtimes, BundlesForTests.with(profilers));
    private final TaskCommand task = new TaskCommand(runtimes, BundlesForTests.with(profilers));

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    private static String text(Command command, String... words) {
        return ((Answer) command.execute(null, words(words))).text(120);
    }

    private static Object json(Command command, String... words) throws Exception {
        return JSON.std.anyFrom((String) command.execute(null, words(words)));
    }

    private static String refusal(Command command, String... words) {
        return assertThrows(StatusException.class, () -> command.execute(null, words(words)))
                .getMessage();
    }

    @Test
    void shouldSwitchProfilingAndShowFigures() throws Exception {
        assertEquals("Profiling is off: asterism:stats on switches it on.", text(stats));
        assertTrue(text(stats, "on").startsWith("Profiling is on for default and for runtimes that come"));
        for (int each = 0; each < 10; each++) {
            runtime.task(WORK).submit();
        }
        runtime.waitAll();
        String shown = text(stats);
        assertTrue(shown.contains("mostly idle") && shown.contains("idle because"), shown);
        Map<?, ?> fields = (Map<?, ?>) ((List<?>) json(stats, "--json")).getFirst();
        assertEquals("default", fields.get("runtime"));
        assertEquals(10, fields.get("finished_tasks"));
        Map<?, ?> codelet = (Map<?, ?>) ((List<?>) fields.get("codelets")).getFirst();
        assertEquals("work", codelet.get("codelet"));
        assertEquals(10, codelet.get("count"));

        assertTrue(text(stats, "off").startsWith("Profiling is off; these are the last figures."));
        runtime.task(WORK).submitAndAwait();
        assertEquals(10, ((Map<?, ?>) ((List<?>) json(stats, "--json")).getFirst()).get("finished_tasks"));
    }

    @Test
    void shouldBeginAnewAfterAReset() throws Exception {
        text(stats, "on");
        runtime.task(WORK).submitAndAwait();
        runtime.waitAll();
        assertEquals(1, ((Map<?, ?>) ((List<?>) json(stats, "--json", "--reset")).getFirst()).get("finished_tasks"));
        assertEquals(0, ((Map<?, ?>) ((List<?>) json(stats, "--json")).getFirst()).get("finished_tasks"));
        text(stats, "off");
    }

    @Test
    void shouldRefuseToResetWhileProfilingIsOff() throws Exception {
        String refusal =
                "asterism:stats: profiling is off, so there is nothing to reset; asterism:stats on begins anew";
        assertEquals(refusal, refusal(stats, "--reset"));
        text(stats, "on");
        runtime.task(WORK).submitAndAwait();
        runtime.waitAll();
        text(stats, "off");
        assertEquals(refusal, refusal(stats, "--reset"));
        assertEquals(1, ((Map<?, ?>) ((List<?>) json(stats, "--json")).getFirst()).get("finished_tasks"));
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldProfileRuntimesThatComeAndKeepTheFiguresOfTheLastThatEnded() throws Exception {
        text(stats, "on");
        TaskRuntime other = laboratory.runtime();
        ServiceReference<TaskRuntime> reference = Fakes.reference(7, Map.of("runtime.name", "cholesky"));
        ComponentServiceObjects<TaskRuntime> objects = Fakes.partly(
                ComponentServiceObjects.class, Map.of("getService", _ -> other, "ungetService", _ -> null));
        profilers.addRuntime(reference, objects);
        other.task(WORK).submitAndAwait();
        other.waitAll();
        profilers.removeRuntime(reference, objects);
        other.close();
        Map<?, ?> ended = (Map<?, ?>) ((List<?>) json(stats, "--json")).getLast();
        assertEquals("cholesky (ended)", ended.get("runtime"));
        assertEquals(1, ended.get("finished_tasks"));
        text(stats, "off");
    }

    @Test
    void shouldTellTheHistoryOfATask() throws Exception {
        text(stats, "on");
        Task first = runtime.task(WORK).submitAndAwait();
        runtime.waitAll();
        Map<?, ?> fields = (Map<?, ?>) json(task, "--json", "work#" + first.id());
        assertEquals("done", fields.get("state"));
        assertEquals("eager", fields.get("policy"));
        assertTrue(fields.get("worker").toString().startsWith("cpu-"), fields::toString);
        assertTrue((double) fields.get("actual_ms") >= 0, fields::toString);
        assertTrue(fields.containsKey("submitted_ms") && fields.containsKey("completed_ms"), fields::toString);
        for (String name : List.of("#", "work#", "default/work#")) {
            assertEquals(fields.get("task"), ((Map<?, ?>) json(task, "--json", name + first.id())).get("task"));
        }
        for (String name : List.of("gemm#" + first.id(), "other/work#" + first.id())) {
            assertEquals(
                    "asterism:task: there is no task '" + name + "': task " + first.id() + " is default/work#"
                            + first.id(),
                    refusal(task, name));
        }
        text(stats, "off");
    }

    @Test
    void shouldSayWhatLiveTasksTellWhileProfilingIsOff() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Codelet waits = Codelet.named("waits").cpu(_ -> go.await()).build();
        try (DataHandle token = runtime.data().token()) {
            Task running = runtime.task(waits).submit();
            Task behind = runtime.task(
                            Codelet.named("use").access(Access.R).cpu(_ -> {}).build())
                    .data(token)
                    .after(running)
                    .submit();
            await(() -> running.state() == TaskState.RUNNING);
            Map<?, ?> first = (Map<?, ?>) json(task, "--json", Long.toString(running.id()));
            assertTrue(first.get("worker").toString().startsWith("cpu-"), first::toString);
            assertEquals(List.of((int) behind.id()), first.get("successors"));
            Map<?, ?> second = (Map<?, ?>) json(task, "--json", Long.toString(behind.id()));
            assertEquals(List.of((int) running.id()), second.get("predecessors"));
            assertTrue(second.get("waits_for").toString().contains("waits#" + running.id()), second::toString);
            assertEquals(1, ((List<?>) second.get("data")).size());
            assertTrue(text(task, Long.toString(behind.id())).contains("not recorded: asterism:stats on"));
            go.countDown();
            behind.await();
        }
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        assertTrue(refusal(stats, "of").contains("'of' is not understood"));
        assertTrue(refusal(task, "gemm").contains("'gemm' is no number of a task; asterism:tasks lists them"));
        assertTrue(refusal(task, "99").contains("there is no unfinished task 99 in default"));
        assertTrue(refusal(task, "99").contains("asterism:stats on"));
        text(stats, "on");
        assertTrue(refusal(task, "99").contains("none of the last finished ones"));
        text(stats, "off");
    }

    @Test
    void shouldShowTheMachineOnOnePage() throws Exception {
        MachineCommand machine = new MachineCommand(runtimes);
        String shown = text(machine);
        for (String title : List.of("Java", "Topology", "Devices", "Workers", "Memories", "Links")) {
            assertTrue(shown.contains(title), shown);
        }
        Map<?, ?> fields = (Map<?, ?>) json(machine, "--json");
        assertEquals(2, ((List<?>) fields.get("workers")).size());
        assertTrue(fields.get("java") instanceof Map<?, ?>, fields::toString);
    }
}
