package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.ModelledPolicies.Fifo;
import org.asterism.core.internal.runtime.PolicyModel.InCharge;
import org.asterism.core.internal.runtime.PolicyModel.Provider;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Policies come, leave and fail, workers come and go, programs and descriptions ask for this policy and that, in any
 * order. What is in charge is what was asked for last, as far as it is there: see {@link PolicyModel}.
 */
@Timeout(120)
class RandomPolicyChangesTest {
    private static final int TRIALS = 150;
    private static final int STEPS = 60;
    private final long seed = System.nanoTime();
    private final ModelledPolicies policies = new ModelledPolicies();
    private final AtomicIntegerArray runs = new AtomicIntegerArray(1 << 16);
    private final Codelet counted = Codelet.named("counted")
            .access()
            .cpu(kernel -> runs.incrementAndGet(kernel.argument(Integer.class)))
            .build();
    private final Map<Provider, PolicyPlugin> plugins = new IdentityHashMap<>();
    private int submitted;

    @AfterEach
    void end() {
        policies.close();
    }

    /**
     * A context of a runtime that is paused, so that its tasks stay where they are, and what should have become of it.
     */
    private final class Trial implements AutoCloseable {
        private final Random random;
        private final Laboratory laboratory = Laboratory.withWorkers(3);
        private final CoreRuntime runtime = (CoreRuntime) laboratory.runtime();
        private final PolicyModel model = new PolicyModel();
        private final Set<Worker> members = new HashSet<>();
        private final int from = submitted;
        private final List<String> story = new ArrayList<>();
        private DriverPlugin more;
        private ContextDescription description;
        private final Context context;

        Trial(Random random) {
            this.random = random;
            runtime.pause();
            for (int number = random.nextInt(3); number > 0; number--) {
                arrive(new Provider(
                        ModelledPolicies.any(ModelledPolicies.NAMES, random),
                        random.nextInt(2),
                        random.nextBoolean(),
                        false));
            }
            description = ModelledPolicies.anyDescription(
                    random,
                    ContextDescription.named("changing")
                            .sharingWorkers(WorkerSelection.all())
                            .withPolicy("a")
                            .withFallbackPolicy(ModelledPolicies.anyFallback(random)));
            context = runtime.core().contexts.make(description);
            model.wanted = description.policy();
            model.properties = description.policyProperties();
            model.fallback = description.fallbackPolicy();
            selectWorkers();
            model.settle();
            tell("made as " + text(description));
            submit();
            check();
        }

        private void tell(String event) {
            story.add(event);
        }

        private void selectWorkers() {
            members.clear();
            members.addAll(runtime.workers());
            if (!description.workers().equals(WorkerSelection.all())) {
                members.removeIf(worker -> !worker.name().equals("cpu-1"));
            }
        }

        private static String text(ContextDescription description) {
            return description.policy() + description.policyProperties() + " else " + description.fallbackPolicy()
                    + " with " + description.workers();
        }

        void step() {
            switch (random.nextInt(9)) {
                case 0, 1 -> arrive(ModelledPolicies.anyProvider(random));
                case 2, 3 -> leave();
                case 4, 5 -> describe();
                case 6 -> use();
                case 7 -> fail();
                default -> moveWorkers();
            }
            check();
        }

        private void arrive(Provider provider) {
            tell(provider + " comes");
            PolicyPlugin plugin = policies.plugin(provider);
            plugins.put(provider, plugin);
            model.providers.add(provider);
            laboratory.plugins.add(plugin);
            if (model.wanted != null) {
                model.settle();
            }
        }

        private void leave() {
            if (!model.providers.isEmpty()) {
                Provider provider = ModelledPolicies.any(model.providers, random);
                tell(provider + " leaves");
                model.providers.remove(provider);
                laboratory.plugins.remove(plugins.remove(provider));
                model.settle();
            }
        }

        private void describe() {
            ContextDescription former = description;
            description = ModelledPolicies.anyDescription(random, former);
            tell("described as " + text(description));
            runtime.core().contexts.change(context, description);
            model.fallback = description.fallbackPolicy();
            if (!description.policy().equals(former.policy())
                    || !description.policyProperties().equals(former.policyProperties())) {
                model.wanted = description.policy();
                model.properties = description.policyProperties();
                model.use(model.wanted, model.properties);
            }
            if (!description.workers().equals(former.workers())) {
                selectWorkers();
            }
            model.settle();
        }

        private void use() {
            String name = ModelledPolicies.any(ModelledPolicies.NAMES, random);
            Map<String, String> properties = ModelledPolicies.anyProperties(random);
            tell("program wants " + name + properties);
            if (model.use(name, properties)) {
                context.usePolicy(name, properties);
            } else {
                RuntimeException refused =
                        assertThrows(RuntimeException.class, () -> context.usePolicy(name, properties), this::toString);
                assertTrue(
                        refused instanceof PolicyRefusedException || refused instanceof UnknownPolicyException,
                        refused + ", " + this);
            }
        }

        private void fail() {
            if (model.inCharge == null) {
                return;
            }
            model.inCharge.provider().isBroken = true;
            tell(model.inCharge.provider() + " from now on");
            if (random.nextBoolean()) {
                submit();
            } else if (members.isEmpty()) {
                context.addWorkers(runtime.workers());
                members.addAll(runtime.workers());
            } else {
                context.removeWorkers(List.copyOf(members));
                members.clear();
            }
            model.fails();
        }

        private void moveWorkers() {
            List<Worker> some = new ArrayList<>(runtime.workers());
            some.removeIf(worker -> random.nextBoolean());
            switch (random.nextInt(4)) {
                case 0 -> {
                    tell("has " + some + " as well");
                    context.addWorkers(some);
                    members.addAll(some);
                }
                case 1 -> {
                    tell("has " + some + " no more");
                    context.removeWorkers(some);
                    some.forEach(members::remove);
                }
                default -> {
                    if (more == null) {
                        tell("driver comes");
                        more = laboratory.addDriver("more", new InlineDriver(1));
                        if (description.workers().equals(WorkerSelection.all())) {
                            members.add(runtime.workers().getLast());
                        }
                    } else {
                        tell("driver leaves");
                        laboratory.plugins.remove(more);
                        members.retainAll(new HashSet<>(runtime.workers()));
                        more = null;
                    }
                }
            }
        }

        private void submit() {
            context.task(counted).argument(submitted++).submit();
        }

        private void check() {
            InCharge expected = model.inCharge;
            assertEquals(
                    Optional.ofNullable(expected).map(each -> each.provider().name), context.policy(), this::toString);
            assertEquals(expected == null ? ContextState.PARKED : ContextState.ACTIVE, context.state(), this::toString);
            assertEquals(model.wanted, context.wantedPolicy(), this::toString);
            assertTrue(model.isOnWanted() || context.trouble().isPresent(), this::toString);
            assertEquals(model.properties, context.wantedPolicyProperties(), this::toString);
            assertEquals(model.fallback, context.fallbackPolicy(), this::toString);
            assertEquals(names(members), names(context.workers()), this::toString);
            assertEquals(submitted - from, context.load().ready(), this::toString);
            List<Fifo> here = policies.in("changing");
            assertEquals(expected == null ? 0 : 1, here.size(), this::toString);
            for (Fifo policy : here) {
                assertEquals(expected.provider(), policy.provider, this::toString);
                assertEquals(expected.properties(), policy.properties, this::toString);
                assertEquals(names(members), names(policy.workers), this::toString);
                assertEquals(submitted - from, policy.tasks.size(), this::toString);
            }
        }

        private static Set<String> names(Iterable<? extends Worker> workers) {
            Set<String> names = new TreeSet<>();
            workers.forEach(worker -> names.add(worker.name()));
            return names;
        }

        @Override
        public String toString() {
            return "seed " + seed + ": " + String.join("; ", story);
        }

        /** Whatever there was, a worker and a policy that works are all that the tasks need. */
        @Override
        public void close() {
            runtime.resume();
            context.addWorkers(runtime.workers());
            laboratory.addPolicy("good", view -> policies.new Fifo(new Provider("good", 0, false, false), view));
            context.usePolicy("good");
            context.close();
            runtime.close();
            laboratory.close();
            for (int task = from; task < submitted; task++) {
                assertEquals(1, runs.get(task), () -> "task, " + this);
            }
            assertEquals(Set.of(), policies.alive, this::toString);
            assertEquals(List.of(), List.copyOf(policies.wrong), this::toString);
        }
    }

    @Test
    void shouldBeInTheStateThatWasAskedForLastInWhateverOrderThingsChange() {
        Random random = new Random(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            try (Trial one = new Trial(random)) {
                for (int step = 0; step < STEPS; step++) {
                    one.step();
                }
            }
        }
    }
}
