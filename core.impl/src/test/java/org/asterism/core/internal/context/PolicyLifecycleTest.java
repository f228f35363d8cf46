package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.PolicyTransitions.State;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class PolicyLifecycleTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final Laboratory laboratory = new Laboratory();

    @AfterEach
    void end() {
        laboratory.close();
    }

    /** First in, first out, if it accepts tasks; it can be made to reject workers later. */
    private static final class Fifo implements SchedulingPolicy {
        private final Queue<Task> tasks = new ArrayDeque<>();
        private final boolean rejectsTasks;
        private boolean rejectsWorkers;

        Fifo(boolean rejectsTasks) {
            this.rejectsTasks = rejectsTasks;
        }

        private void throwIf(boolean rejects) {
            if (rejects) {
                throw new IllegalStateException("rejected");
            }
        }

        @Override
        public void addWorkers(List<Worker> workers) {
            throwIf(rejectsWorkers);
        }

        @Override
        public void removeWorkers(List<Worker> workers) {
            throwIf(rejectsWorkers);
        }

        @Override
        public void push(Task task) {
            throwIf(rejectsTasks);
            tasks.add(task);
        }

        @Override
        public Task pop(Worker worker) {
            return tasks.poll();
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            tasks.forEach(sink);
            tasks.clear();
        }
    }

    /** A context with a ready task and a worker, brought into a state. */
    private final class Scene implements AutoCloseable {
        private final Laboratory laboratory = new Laboratory();
        private final TaskRuntime runtime = laboratory.runtime();
        private final Map<String, PolicyPlugin> plugins = new HashMap<>();
        private final ByHand worker = new ByHand(0, 0, () -> {});
        private final Context context;

        Scene(State state) {
            bring("wanted");
            String fallback = state == State.FORMER_FALLBACK ? "former" : "fallback";
            if (state == State.FALLBACK || state == State.FORMER_FALLBACK) {
                bring(fallback);
            }
            context = (Context) runtime.createContext(ContextDescription.named("changing")
                    .withPolicy("wanted")
                    .withFallbackPolicy(Optional.of(fallback)));
            context.takeIn(List.of(worker));
            context.task(NOTHING).submit();
            switch (state) {
                case PARKED, FALLBACK -> leave("wanted");
                case SUPERSEDED -> {
                    bring("former");
                    context.usePolicy("former", Map.of());
                    leave("wanted");
                    context.wishPolicy("wanted", Map.of());
                }
                case FORMER_FALLBACK -> {
                    leave("wanted");
                    configureFallback(Optional.of("fallback"));
                }
                case CLOSED -> context.shut();
                default -> {}
            }
            assertEquals(
                    state,
                    context.lifecycle().stateWith(context.pool().inCharge()),
                    () -> "trouble: " + context.trouble());
        }

        private void bring(String name) {
            plugins.put(name, add(name, false));
        }

        private PolicyPlugin add(String name, boolean rejectsTasks) {
            return laboratory.addPolicy(name, policyContext -> new Fifo(rejectsTasks));
        }

        private void leave(String name) {
            PolicyPlugin plugin = plugins.remove(name);
            if (plugin != null) {
                laboratory.plugins.remove(plugin);
            }
        }

        private void configure(String policy) {
            context.describe(context.description().withPolicy(policy));
        }

        private void configureFallback(Optional<String> policy) {
            context.describe(context.description().withFallbackPolicy(policy));
        }

        void bringAbout(String event) {
            PolicyInstance now = context.pool().inCharge();
            switch (event) {
                case "wanted comes" -> bring("wanted");
                case "wanted comes and rejects the tasks" -> add("wanted", true);
                case "fallback comes" -> bring("fallback");
                case "fallback comes and rejects the tasks" -> add("fallback", true);
                case "another one comes" -> bring("other");
                case "plug-in leaves" -> leave(context.policy().orElse("no such"));
                case "plug-in is updated" -> {
                    leave(context.policy().orElse("no such"));
                    bring(now == null ? "wanted" : now.name());
                }
                case "policy throws" -> fail(now);
                case "program asks" -> use("other", false);
                case "program asks for one that rejects the tasks" -> use("other", true);
                case "program asks for one that is unknown" ->
                    assertThrows(UnknownPolicyException.class, () -> context.usePolicy("unknown"));
                case "other policy is configured" -> {
                    bring("other");
                    configure("other");
                }
                case "unknown policy is configured" -> configure("unknown");
                case "other fallback is configured" -> {
                    bring("other");
                    configureFallback(Optional.of("other"));
                }
                case "no fallback is configured" -> configureFallback(Optional.empty());
                case "workers leave" -> context.takeOut(List.of(worker));
                case "workers leave and the policy throws" -> {
                    if (now != null) {
                        ((Fifo) now.policy()).rejectsWorkers = true;
                    }
                    context.takeOut(List.of(worker));
                }
                case "context closes" -> context.shut();
                default -> throw new IllegalArgumentException(event);
            }
        }

        private void fail(PolicyInstance now) {
            if (now != null) {
                context.lifecycle().policyFailed(now, "throws", new IllegalStateException("for the test"));
            }
        }

        private void use(String policy, boolean rejectsTasks) {
            plugins.put(policy, add(policy, rejectsTasks));
            if (rejectsTasks) {
                assertThrows(PolicyRefusedException.class, () -> context.usePolicy(policy));
            } else {
                context.usePolicy(policy);
            }
        }

        String inCharge() {
            return context.policy().orElse("none");
        }

        @Override
        public void close() {
            if (context.state() != ContextState.CLOSED) {
                if (context.members().isEmpty()) {
                    context.takeIn(List.of(worker));
                }
                context.usePolicy("eager");
                assertEquals(1, context.load().ready(), "the task is there still");
                context.takeOut(List.of(worker));
            }
            context.cancelTasks("end of the test");
            laboratory.close();
        }
    }

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
            event,                                         PARKED,   IN_CHARGE, SUPERSEDED, FALLBACK, FORMER_FALLBACK
            wanted comes,                                  wanted,   wanted,    wanted,     wanted,   wanted
            wanted comes and rejects the tasks,            none,     wanted,    former,     fallback, former
            fallback comes,                                fallback, wanted,    former,     fallback, fallback
            fallback comes and rejects the tasks,          none,     wanted,    former,     fallback, former
            another one comes,                             none,     wanted,    former,     fallback, former
            plug-in leaves,                                none,     none,      none,       none,     none
            plug-in is updated,                            wanted,   wanted,    none,       fallback, none
            policy throws,                                 none,     none,      none,       none,     none
            program asks,                                  other,    other,     other,      other,    other
            program asks for one that rejects the tasks,   none,     wanted,    former,     fallback, former
            program asks for one that is unknown,          none,     wanted,    former,     fallback, former
            other policy is configured,                    other,    other,     other,      other,    other
            unknown policy is configured,                  none,     wanted,    former,     fallback, former
            other fallback is configured,                  other,    wanted,    former,     other,    other
            no fallback is configured,                     none,     wanted,    former,     none,     none
            workers leave,                                 none,     wanted,    former,     fallback, former
            workers leave and the policy throws,           none,     none,      none,       none,     none
            context closes,                                none,     none,      none,       none,     none
            """)
    void shouldPutTheRightPolicyInChargeWhateverHappensInWhicheverState(ArgumentsAccessor row) {
        List<State> states =
                List.of(State.PARKED, State.IN_CHARGE, State.SUPERSEDED, State.FALLBACK, State.FORMER_FALLBACK);
        for (State state : states) {
            try (Scene scene = new Scene(state)) {
                scene.bringAbout(row.getString(0));
                assertEquals(row.getString(1 + states.indexOf(state)), scene.inCharge(), () -> "in state " + state);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"plug-in leaves", "policy throws", "workers leave and the policy throws"})
    void shouldFallBackWhenThePolicyInChargeIsLost(String event) {
        for (State state : List.of(State.IN_CHARGE, State.SUPERSEDED)) {
            try (Scene scene = new Scene(state)) {
                scene.bringAbout("fallback comes");
                scene.bringAbout(event);
                assertEquals("fallback", scene.inCharge(), () -> "in state " + state);
            }
        }
    }

    @Test
    void shouldReplaceAFailedPolicyByOneOfTheNameFromAnotherPlugIn() {
        try (Scene scene = new Scene(State.IN_CHARGE)) {
            PolicyInstance first = scene.context.pool().inCharge();
            PolicyPlugin better = new PolicyPlugin("wanted", "", "another", 1, context -> new Fifo(false));
            scene.bringAbout("fallback comes");
            scene.laboratory.plugins.add(better);
            scene.context.lifecycle().policyFailed(first, "throws", new IllegalStateException("for the test"));
            assertEquals("wanted", scene.inCharge());
            assertEquals(Optional.empty(), scene.context.trouble());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "wanted comes",
        "fallback comes",
        "unknown policy is configured",
        "other fallback is configured",
        "workers leave",
        "context closes"
    })
    void shouldPutNoPolicyInChargeOnceTheContextIsClosed(String event) {
        try (Scene scene = new Scene(State.CLOSED)) {
            scene.bringAbout(event);
            assertEquals("none", scene.inCharge());
            assertEquals(ContextState.CLOSED, scene.context.state());
            assertThrows(IllegalStateException.class, () -> scene.context.usePolicy("eager"));
        }
    }

    /**
     * A runtime whose wanted policy is the fall-back, which throws at each task, and is parked because of the first.
     */
    private TaskRuntime parked(AtomicInteger tries) {
        laboratory.addPolicy("fallback", context -> {
            tries.incrementAndGet();
            return new Fifo(true);
        });
        TaskRuntime runtime = laboratory.factory.create(
                RuntimeConfiguration.defaults().withPolicy("fallback").withFallbackPolicy("fallback"));
        runtime.task(NOTHING).submit();
        assertEquals(ContextState.PARKED, runtime.defaultContext().state());
        tries.set(0);
        return runtime;
    }

    private void endParked(TaskRuntime runtime) {
        runtime.defaultContext().usePolicy("eager");
        runtime.defaultContext().cancelTasks("end of the test");
    }

    @Test
    void shouldTryTheFallbackOnceWhenItThrowsAfterAConfiguredPolicy() {
        AtomicInteger tries = new AtomicInteger();
        try (TaskRuntime runtime = parked(tries)) {
            laboratory.addPolicy("throwing", context -> new Fifo(true));
            ((Context) runtime.defaultContext()).wishPolicy("throwing", Map.of());
            assertEquals(1, tries.get());
            assertEquals(ContextState.PARKED, runtime.defaultContext().state());
            endParked(runtime);
        }
    }

    @Test
    void shouldTryAConfiguredPolicyOnceThatIsTheFallbackAsWell() {
        AtomicInteger tries = new AtomicInteger();
        try (TaskRuntime runtime = parked(tries)) {
            ((Context) runtime.defaultContext()).wishPolicy("fallback", Map.of());
            assertEquals(1, tries.get());
            endParked(runtime);
        }
    }

    @Test
    void shouldTryTheFallbackOnceWhenItThrowsAfterThePolicyOfAProgram() {
        AtomicInteger tries = new AtomicInteger();
        try (TaskRuntime runtime = parked(tries)) {
            laboratory.addPolicy("throwing", context -> new Fifo(true));
            assertThrows(
                    PolicyRefusedException.class, () -> runtime.defaultContext().usePolicy("throwing"));
            assertEquals(1, tries.get());
            endParked(runtime);
        }
    }
}
