package org.asterism.embedded;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.PolicyDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.kit.policy.CentralQueuePolicy;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.Test;

class AsterismTest {
    private static final RuntimeConfiguration SMALL =
            RuntimeConfiguration.defaults().withWorkers("cpu", 2);

    private static final Codelet SQUARE = Codelet.named("square")
            .access(Access.RW)
            .cpu(kernel -> {
                VectorView x = kernel.view(0, VectorView.class);
                for (long i = 0; i < x.length(); i++) {
                    x.setDouble(i, x.getDouble(i) * x.getDouble(i));
                }
            })
            .build();

    private static final SchedulingPolicyFactory FIRST_IN_FIRST_OUT =
            context -> new CentralQueuePolicy(context, new TaskFifo());

    private static String providerOf(String policy, Asterism asterism) {
        return asterism.policies().stream()
                .filter(description -> description.name().equals(policy))
                .findFirst()
                .orElseThrow()
                .provider();
    }

    private static void squareTwice(TaskRuntime runtime) throws InterruptedException {
        double[] numbers = {1, 2, 3};
        try (DataHandle x = runtime.data().vector(numbers)) {
            runtime.task(SQUARE).data(x).submit();
            runtime.task(SQUARE).data(x).submit();
            runtime.waitAll();
        }
        assertArrayEquals(new double[] {1, 16, 81}, numbers);
    }

    @Test
    void shouldRunTasksWithoutAContainer() throws Exception {
        try (TaskRuntime runtime = Asterism.start()) {
            squareTwice(runtime);
        }
    }

    @Test
    void shouldRunTasksWithEachPolicyOfTheClassPath() throws Exception {
        Asterism asterism = Asterism.load();
        List<String> names =
                asterism.policies().stream().map(PolicyDescription::name).toList();
        assertEquals(
                List.of("dmda", "eager", "modular-eager", "modular-eager-prefetching", "prio", "random", "ws"), names);
        for (String name : names) {
            try (TaskRuntime runtime = asterism.create(SMALL.withPolicy(name))) {
                squareTwice(runtime);
            }
        }
    }

    @Test
    void shouldDescribePoliciesAsDeclarativeServicesDoes() {
        PolicyDescription random = Asterism.load().policies().stream()
                .filter(policy -> policy.name().equals("random"))
                .findFirst()
                .orElseThrow();
        assertTrue(random.description().length() > 10, random.description());
        assertTrue(random.provider().contains("asterism-policy-random"), random.provider());
    }

    @Test
    void shouldNamePoliciesThatAreThereIfOneIsNot() {
        UnknownPolicyException refused =
                assertThrows(UnknownPolicyException.class, () -> Asterism.start(SMALL.withPolicy("none")));
        assertTrue(refused.getMessage().contains("there are: dmda, eager,"), refused.getMessage());
    }

    @Test
    void shouldUseAPolicyOfTheProgramBeforeOneOfTheClassPath() throws Exception {
        AtomicInteger made = new AtomicInteger();
        Asterism asterism = Asterism.load().addPolicy("eager", context -> {
            made.incrementAndGet();
            return FIRST_IN_FIRST_OUT.create(context);
        });
        try (TaskRuntime runtime = asterism.create(SMALL)) {
            squareTwice(runtime);
            assertEquals(1, made.get());
            assertEquals("program", providerOf("eager", asterism));
            asterism.removePolicy("eager");
            squareTwice(runtime);
            assertTrue(providerOf("eager", asterism).contains("asterism-policy-eager"));
        }
    }

    @Test
    void shouldRefuseWrongPoliciesOfTheProgram() {
        Asterism asterism = Asterism.load().addPolicy("mine", FIRST_IN_FIRST_OUT);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> asterism.addPolicy("mine", FIRST_IN_FIRST_OUT))
                .getMessage()
                .contains("removePolicy"));
        assertThrows(IllegalArgumentException.class, () -> asterism.addPolicy(" ", context -> null));
        assertThrows(NullPointerException.class, () -> asterism.addPolicy("other", null));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> asterism.removePolicy("other"))
                .getMessage()
                .contains("it has added mine"));
    }

    @Test
    void shouldRunTasksWithATreeOfTheProgram() throws Exception {
        Asterism asterism = Asterism.load().addTree("mine", "fifo / eager / each worker: best-implementation");
        try (TaskRuntime runtime = asterism.create(SMALL.withPolicy("mine").withFallbackPolicy("prio"))) {
            squareTwice(runtime);
            asterism.removePolicy("mine");
            assertEquals("prio", runtime.defaultContext().policy().orElseThrow());
            squareTwice(runtime);
        }
    }

    @Test
    void shouldRunTasksWithATreeOfTheClassPath() throws Exception {
        try (TaskRuntime runtime = Asterism.start(SMALL.withPolicy("modular-eager"))) {
            squareTwice(runtime);
        }
    }

    @Test
    void shouldNameTheComponentsThatATreeLacks() {
        Asterism asterism = Asterism.load();
        String message;
        try (CapturedLog log = CapturedLog.of("org.asterism")) {
            message = assertThrows(IllegalArgumentException.class, () -> asterism.addTree("mine", "heft / each worker"))
                    .getMessage();
            assertEquals(List.of(), log.messages());
        }
        assertTrue(message.contains("heft") && message.contains("asterism-components-modular-NAME"), message);
        assertTrue(asterism.trees().declared().stream()
                .noneMatch(tree -> tree.name().equals("mine")));
        asterism.addTree("mine", "fifo / each worker");
    }

    @Test
    void shouldNameTheDependencyThatAContainerNeeds() {
        ContainerBuilder container = Asterism.container();
        assertEquals(
                "no container is on the class path: add the dependency org.asterism:asterism-container",
                assertThrows(IllegalStateException.class, container::start).getMessage());
    }
}
