package org.asterism.core.internal.observation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.asterism.api.Codelet;
import org.asterism.api.Iteration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Iterations that threads mark. */
@Timeout(60)
class IterationsTest {
    private static final Codelet WORK = Codelet.named("work").cpu(kernel -> {}).build();

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Observers observers = new Observers();
    private final Iterations iterations = new Iterations(observers);

    private final class Notes implements RuntimeObserver {
        private final Iterations asked;

        private Notes(Iterations asked) {
            this.asked = asked;
        }

        @Override
        public void iterationBegan(Iteration iteration) {
            lines.add("began " + iteration.numbers());
        }

        @Override
        public void iterationEnded(Iteration iteration) {
            lines.add("ended " + iteration.numbers() + ", now " + asked.current());
        }
    }

    private static <E extends Exception> String message(Class<E> type, Runnable refused) {
        return assertThrows(type, refused::run).getMessage();
    }

    @Test
    void shouldTellObserversOfNestedIterations() {
        observers.add(new Notes(iterations));
        try (Iteration outer = iterations.begin(5)) {
            assertEquals(Optional.of(outer), iterations.current());
            try (Iteration inner = iterations.begin(2)) {
                assertEquals(Optional.of(inner), iterations.current());
                assertEquals(Optional.of(outer), inner.outer());
            }
            iterations.begin(3).close();
        }
        assertEquals(Optional.empty(), iterations.current());
        assertEquals(
                List.of(
                        "began [5]",
                        "began [5, 2]",
                        "ended [5, 2], now Optional[iteration 5]",
                        "began [5, 3]",
                        "ended [5, 3], now Optional[iteration 5]",
                        "ended [5], now Optional.empty"),
                lines);
    }

    @Test
    void shouldRefuseAThirdLevelAndNegativeNumbers() {
        try (Iteration _ = iterations.begin(5);
                Iteration inner = iterations.begin(2)) {
            String thread = Thread.currentThread().getName();
            assertEquals(
                    "thread '" + thread
                            + "' is in iteration 2 of iteration 5 and cannot begin iteration 9 in it: close "
                            + "one first, at most 2 can be nested",
                    message(IllegalStateException.class, () -> iterations.begin(9)));
            assertEquals(Optional.of(inner), iterations.current());
        }
        assertEquals(
                "the iteration's number is -1: give 0 or more",
                message(IllegalArgumentException.class, () -> iterations.begin(-1)));
    }

    @Test
    void shouldEndWhatIsNestedAndDoNothingTheSecondTime() {
        observers.add(new Notes(iterations));
        Iteration outer = iterations.begin(1);
        Iteration inner = iterations.begin(2);
        outer.close();
        inner.close();
        outer.close();
        assertEquals(
                List.of(
                        "began [1]",
                        "began [1, 2]",
                        "ended [1, 2], now Optional[iteration 1]",
                        "ended [1], now Optional.empty"),
                lines);
    }

    @Test
    void shouldKeepTheIterationsOfThreadsApart() throws Exception {
        try (ExecutorService other = Executors.newSingleThreadExecutor();
                Iteration mine = iterations.begin(1)) {
            assertEquals(
                    Optional.empty(), other.submit(() -> iterations.current()).get());
            String refused = other.submit(() -> message(IllegalStateException.class, mine::close))
                    .get();
            assertEquals(true, refused.startsWith("iteration 1 is not of thread 'pool-"), refused);
            Iteration its = other.submit(() -> iterations.begin(2)).get();
            assertEquals(Optional.of(mine), iterations.current());
            assertEquals(List.of(2L), its.numbers());
        }
    }

    @Test
    void shouldBeKnownWhenATaskIsSubmittedInAnyContext() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            runtime.observe(new RuntimeObserver() {
                @Override
                public void submitted(Task task) {
                    lines.add(runtime.currentIteration().map(Iteration::numbers).toString());
                }
            });
            runtime.task(WORK).submit();
            try (Iteration _ = runtime.iteration(4)) {
                runtime.scope(runtime.defaultContext()).task(WORK).submit();
                try (Iteration _ = runtime.scope(runtime.defaultContext()).iteration(0)) {
                    runtime.task(WORK).submit();
                }
            }
            runtime.waitAll();
        }
        assertEquals(List.of("Optional.empty", "Optional[[4]]", "Optional[[4, 0]]"), lines);
    }
}
