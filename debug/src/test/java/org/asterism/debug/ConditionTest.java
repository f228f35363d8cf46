package org.asterism.debug;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Conditions, on a task gemm with priority 5 and a million operations, which worker described by the test has taken.
 */
class ConditionTest {
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private Occasion popped;

    @BeforeEach
    void describe() {
        Task task = runtime.task(Codelet.named("gemm").cpu(kernel -> {}).build())
                .priority(5)
                .flops(1e6);
        Worker worker = runtime.workers().getFirst();
        popped = new Occasion(Point.POP, task, Optional.of(worker), Optional.of("eager"), Optional.empty());
    }

    @AfterEach
    void close() {
        laboratory.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            priority > 4                            | true
            priority > 5                            | false
            priority>=5                             | true
            priority ge 5                           | true
            priority gt 5                           | false
            priority < 6                            | true
            priority lt -3                          | false
            priority <= 5                           | true
            priority le 4.5                         | false
            priority = 5                            | true
            priority == 5.0                         | true
            priority eq 6                           | false
            priority != 6                           | true
            priority ne 5                           | false
            flops >= 1e6 and context = default      | true
            flops >= 1e7 and context = default      | false
            flops >= 1e6 and context = 'left'       | false
            codelet = gemm and priority > 1 and id >= 1 | true
            codelet = "gemm"                        | true
            codelet != gemm                         | false
            bytes = 0                               | true
            arch = cpu                              | true
            arch ne cpu                             | false
            """)
    void shouldCompareTheAttributesOfATask(String text, boolean holds) {
        Condition condition = Condition.parse(text);
        assertEquals(holds, condition.holds(popped));
        assertEquals(text, condition.toString());
        assertFalse(condition.isAlways());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                    | condition '': an attribute is missing; allowed are id, priority, flops, bytes, codelet,
            prio > 5              | condition 'prio > 5': there is no attribute 'prio'; allowed are id, priority, flops,
            priority              | a comparison is missing behind 'priority'; allowed are = (eq), != (ne), <= (le), < (lt),
            priority 5            | '5' is no comparison; allowed are = (eq),
            priority => 5         | '=>' is no comparison; allowed are = (eq),
            priority >            | a value is missing behind 'priority >': give a number
            worker =              | a value is missing behind 'worker =': give a name
            priority > high       | 'priority' is a number, and 'high' is none: give one such as 5 or 1e6
            priority = NaN        | 'NaN' is none
            worker > cpu-1        | 'worker' is a name, which '>' cannot compare; allowed are = (eq) and != (ne)
            id = 1 id = 2         | 'id' stands where 'and' is expected: write comparisons with 'and' between them
            id = 1 or id = 2      | 'or' stands where 'and' is expected
            id = 1 and            | an attribute is missing; allowed are
            codelet = 'gemm       | a quote is not closed
            """)
    void shouldRefuseWhatIsNoCondition(String text, String message) {
        String thrown = assertThrows(IllegalArgumentException.class, () -> Condition.parse(text))
                .getMessage();
        assertTrue(thrown.contains(message), thrown);
        assertTrue(thrown.startsWith("condition '" + text + "': "), thrown);
        assertFalse(thrown.contains("\n"), thrown);
    }

    @Test
    void shouldCompareTheWorkerThatHasTakenTheTaskUntilAPolicyHasChosenOne() {
        Worker other = runtime.workers().getLast();
        Condition chosen = Condition.parse("worker = " + other.name());
        Decision decision = new Decision(other, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        Occasion decided =
                new Occasion(Point.SCHED, popped.task(), popped.worker(), popped.policy(), Optional.of(decision));
        assertFalse(chosen.holds(popped));
        assertTrue(chosen.holds(decided));
    }

    @Test
    void shouldRefuseAPushOnAWorkerThatIsNotKnownYet() {
        Condition condition = Condition.parse("priority > 1 and worker = cpu-1");
        condition.requireKnownAt(Point.EXEC);
        String message = assertThrows(IllegalArgumentException.class, () -> condition.requireKnownAt(Point.PUSH))
                .getMessage();
        assertEquals(
                "condition 'priority > 1 and worker = cpu-1': 'worker' is not known at push, where no worker has the "
                        + "task; use sched, pop or exec",
                message);
    }

    @Test
    void shouldHoldForEveryTaskIfThereIsNone() {
        assertTrue(Condition.ALWAYS.isAlways());
        assertTrue(Condition.ALWAYS.holds(popped));
        assertEquals("", Condition.ALWAYS.toString());
    }
}
