package org.asterism.shell.gogo.internal.command;

import static org.asterism.report.fixture.Fakes.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.BalancerChoice;
import org.asterism.api.BalancerDescription;
import org.asterism.api.Balancing;
import org.asterism.api.WorkerMove;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.report.text.Answer;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;
import org.junit.jupiter.api.Test;

class BalanceCommandTest {
    private final FakeRuntime runtime = new FakeRuntime("eager");
    private final BalanceCommand balance = new BalanceCommand(RuntimesForTests.of(Map.of(Runtimes.DEFAULT, runtime)));

    BalanceCommandTest() {
        runtime.balancers = List.of(
                new BalancerDescription("completion", "by prediction", List.of(), "bundle 1"),
                new BalancerDescription("idle", "by idle time", List.of("stay (100ms): how long"), "bundle 2"));
    }

    private String text(String... words) {
        return ((Answer) balance.execute(null, words(words))).text(100);
    }

    private StatusException refusal(String... words) {
        return assertThrows(StatusException.class, () -> balance.execute(null, words(words)));
    }

    private void isBalanced() {
        runtime.balancing = new Balancing(
                Optional.of(new BalancerChoice("idle", Map.of("stay", "1s", "period", "5ms"))),
                false,
                Optional.of("its bundle has left"),
                7,
                2,
                1,
                List.of(
                        new WorkerMove(
                                runtime.clock().nanoTime(), Fakes.worker(0), Optional.of("left"), Optional.of("right")),
                        new WorkerMove(
                                runtime.clock().nanoTime(), Fakes.worker(1), Optional.empty(), Optional.of("right"))));
    }

    @Test
    void shouldShowThatNothingIsBalancedAndWhatCouldDoIt() {
        assertEquals("""
                balancer  off
                looks     0
                moves     0
                refused   0

                name        description    provider
                completion  by prediction  bundle 1
                idle        by idle time   bundle 2

                balancer  parameter (default; allowed): meaning
                idle      stay (100ms): how long""", text());
    }

    @Test
    void shouldShowWhoMovedAndWhyTheBalancerRests() {
        isBalanced();
        String shown = text();
        assertTrue(shown.startsWith("""
                balancer       idle period=5ms stay=1s
                not in charge  its bundle has left
                looks          7
                moves          2
                refused        1
                """), shown);
        assertTrue(shown.contains("cpu-0   left  right"), shown);
        assertTrue(shown.contains("cpu-1         right"), shown);
    }

    @Test
    void shouldTellMachinesTheSame() throws IOException {
        isBalanced();
        Map<String, Object> fields = JSON.std.mapFrom((String) balance.execute(null, words("--json")));
        assertEquals("default", fields.get("runtime"));
        assertEquals("idle", fields.get("balancer"));
        assertEquals(Map.of("stay", "1s", "period", "5ms"), fields.get("properties"));
        assertEquals(false, fields.get("in_charge"));
        assertEquals(7, fields.get("looks"));
        assertEquals(2, ((List<?>) fields.get("last_moves")).size());
        assertEquals(2, ((List<?>) fields.get("balancers")).size());
    }

    @Test
    void shouldPutABalancerInChargeAndTakeItOut() {
        text("idle", "stay=1s", "left.least=1");
        text("off");
        assertEquals(List.of("balance idle {left.least=1, stay=1s}", "stop balancing"), runtime.uses);
    }

    @Test
    void shouldExplainBalancersOnlyWhenAskedForNothingElse() {
        isBalanced();
        assertTrue(text().contains("by idle time"), text());
        for (String shown : List.of(text("idle", "stay=1s"), text("off"))) {
            assertTrue(shown.contains("refused        1"), shown);
            assertTrue(!shown.contains("by idle time") && !shown.contains("how long"), shown);
        }
    }

    @Test
    void shouldSayInOneLineWhatIsWrong() {
        assertEquals(
                "asterism:balance: there is no balancer 'magic'; there are: completion, idle",
                refusal("magic").getMessage());
        assertEquals(Failure.BAD_USAGE, refusal("magic").status());
        assertEquals(
                "asterism:balance: balancer 'idle' does not accept {wrong=1}",
                refusal("idle", "wrong=1").getMessage());
        assertEquals(Failure.BAD_USAGE, refusal("idle", "wrong=1").status());
        assertTrue(refusal("idle", "stay").getMessage().contains("key=value"));
        assertTrue(refusal("off", "stay=1s").getMessage().contains("'off' has no properties"));
        assertEquals(
                "asterism:balance: there is no runtime 'x'; there is: default",
                refusal("--runtime", "x").getMessage());
        assertEquals(List.of(), runtime.uses);
    }

    @Test
    void shouldSuggestBalancersAndOff() {
        assertEquals(
                List.of("completion", "idle", "off"),
                balance.suggest(List.of()).stream().map(Suggestion::value).toList());
        assertEquals(List.of(), balance.suggest(List.of("idle")));
    }
}
