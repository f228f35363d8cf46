package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.ModelledPolicies.Fifo;
import org.asterism.core.internal.runtime.PolicyModel.InCharge;
import org.asterism.core.internal.runtime.PolicyModel.Provider;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link RandomPolicyChangesTest} does one after the other, several threads do at once, to contexts that are there
 * and others that are being made, while tasks run. When they have done, nothing that any of them has brought about was
 * missed.
 */
@Timeout(120)
class RacingPolicyChangesTest {
    private static final int ROUNDS = 150;
    private static final int STEPS = 5;

    private final long seed = System.nanoTime();
    private final ModelledPolicies policies = new ModelledPolicies();
    private final PolicyModel model = new PolicyModel();
    private final Map<Provider, PolicyPlugin> plugins = new IdentityHashMap<>();
    private final List<Context> contexts = new CopyOnWriteArrayList<>();
    private final AtomicIntegerArray runs = new AtomicIntegerArray(ROUNDS * STEPS * 4);
    private final AtomicInteger submitted = new AtomicInteger();
    private final Codelet counted = Codelet.named("counted")
            .access()
            .cpu(kernel -> runs.incrementAndGet(kernel.argument(Integer.class)))
            .build();

    @Test
    void shouldMissNothingWhenPoliciesComeAndGoWhileContextsAreMadeAndChanged() throws InterruptedException {
        try (policies;
                Laboratory laboratory = Laboratory.withWorkers(3);
                CoreRuntime runtime = (CoreRuntime) laboratory.runtime()) {
            Random random = new Random(seed);
            for (int round = 0; round < ROUNDS; round++) {
                contexts.clear();
                contexts.add(runtime.core().contexts.make(description("changing-" + round, random)));
                together(
                        random,
                        one -> comeOrGo(laboratory, one),
                        one -> describe(runtime, one),
                        one -> use(runtime, one),
                        one -> make(runtime, one));
                contexts.forEach(this::check);
                laboratory.addPolicy("good", view -> policies.new Fifo(new Provider("good", 0, false, false), view));
                for (Context context : contexts) {
                    context.usePolicy("good");
                    context.addWorkers(runtime.workers());
                    context.close();
                }
            }
            runtime.waitAll();
            for (int task = 0; task < submitted.get(); task++) {
                assertEquals(1, runs.get(task), "task " + task + ", seed " + seed);
            }
            assertEquals(Set.of(), policies.alive, "seed " + seed);
            assertEquals(List.of(), List.copyOf(policies.wrong), "seed " + seed);
        }
    }

    @Test
    void shouldFallBackWhenThePolicyOfAContextLeavesWhileTheContextIsMade() throws InterruptedException {
        try (policies;
                Laboratory laboratory = Laboratory.withWorkers(1);
                CoreRuntime runtime = (CoreRuntime) laboratory.runtime()) {
            Provider brief = new Provider("a", 0, false, false);
            AtomicReference<PolicyPlugin> plugin = new AtomicReference<>();
            Thread leaver = new Thread(() -> laboratory.plugins.remove(plugin.get()));
            plugin.set(laboratory.addPolicy("a", view -> {
                leaver.start();
                // Until all contexts were told that are there, or this one's turn has come.
                Await.await(() -> leaver.getState() == Thread.State.WAITING || !leaver.isAlive());
                return policies.new Fifo(brief, view);
            }));

            Context made = runtime.core()
                    .contexts
                    .make(ContextDescription.named("made")
                            .sharingWorkers(WorkerSelection.all())
                            .withPolicy("a"));

            leaver.join();
            assertEquals(Optional.of("eager"), made.policy());
            assertEquals(Set.of(), policies.alive);
        }
    }

    @Test
    void shouldGiveAPolicyItsPropertiesThatComesWhileTheRuntimeBegins() {
        try (policies;
                Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("cpu", request -> {
                laboratory.plugins.add(policies.plugin(new Provider("a", 0, false, false)));
                return List.of();
            });
            try (CoreRuntime runtime = laboratory.factory.create(
                    RuntimeConfiguration.defaults().withPolicy("a", Map.of("size", "2")), true)) {
                assertEquals(Optional.of("a"), runtime.defaultContext().policy());
                assertEquals(Map.of("size", "2"), policies.in("default").getFirst().properties);
            }
        }
    }

    @SafeVarargs
    private void together(Random random, Consumer<Random>... deeds) throws InterruptedException {
        ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (Consumer<Random> deed : deeds) {
            Random own = new Random(random.nextLong());
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int step = 0; step < STEPS; step++) {
                        deed.accept(own);
                    }
                } catch (RuntimeException | Error any) {
                    thrown.add(any);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (!thrown.isEmpty()) {
            throw new AssertionError("seed " + seed, thrown.peek());
        }
    }

    private static ContextDescription description(String name, Random random) {
        return ModelledPolicies.anyDescription(
                random,
                ContextDescription.named(name)
                        .sharingWorkers(WorkerSelection.all())
                        .withPolicy(ModelledPolicies.any(ModelledPolicies.NAMES, random))
                        .withFallbackPolicy(ModelledPolicies.anyFallback(random)));
    }

    /** On one thread, which alone knows the providers. */
    private void comeOrGo(Laboratory laboratory, Random random) {
        if (random.nextInt(4) < model.providers.size()) {
            Provider provider = ModelledPolicies.any(model.providers, random);
            model.providers.remove(provider);
            laboratory.plugins.remove(plugins.remove(provider));
        } else {
            Provider provider = new Provider(
                    ModelledPolicies.any(ModelledPolicies.NAMES, random),
                    random.nextInt(2),
                    random.nextInt(3) == 0,
                    false);
            PolicyPlugin plugin = policies.plugin(provider);
            plugins.put(provider, plugin);
            model.providers.add(provider);
            laboratory.plugins.add(plugin);
        }
    }

    private void describe(CoreRuntime runtime, Random random) {
        Context context = ModelledPolicies.any(contexts, random);
        runtime.core().contexts.change(context, ModelledPolicies.anyDescription(random, context.description()));
        context.task(counted).argument(submitted.getAndIncrement()).submit();
    }

    private void use(CoreRuntime runtime, Random random) {
        Context context = ModelledPolicies.any(contexts, random);
        try {
            context.usePolicy(
                    ModelledPolicies.any(ModelledPolicies.NAMES, random), ModelledPolicies.anyProperties(random));
        } catch (UnknownPolicyException | PolicyRefusedException refused) {
            // It is not there just now, or refuses its properties.
        }
        List<Worker> some = new ArrayList<>(runtime.workers());
        some.removeIf(worker -> random.nextBoolean());
        if (random.nextBoolean()) {
            context.addWorkers(some);
        } else {
            context.removeWorkers(some);
        }
    }

    private void make(CoreRuntime runtime, Random random) {
        if (contexts.size() < 20) {
            int number = submitted.getAndIncrement();
            contexts.add(runtime.core()
                    .contexts
                    .make(description("made-" + number, random).withHeir("default")));
            contexts.getLast().task(counted).argument(number).submit();
        }
    }

    /** That nothing would become of the context if it looked at everything again. */
    private void check(Context context) {
        model.wanted = context.wantedPolicy();
        model.properties = context.wantedPolicyProperties();
        model.fallback = context.fallbackPolicy();
        List<Fifo> here = policies.in(context.name());
        assertTrue(here.size() <= 1, () -> "several policies, " + text(context));
        assertEquals(here.stream().map(each -> each.provider.name).findFirst(), context.policy(), () -> text(context));
        if (here.isEmpty()) {
            model.inCharge = null;
            model.settle();
            assertEquals(null, model.inCharge, () -> text(context));
            return;
        }
        Fifo policy = here.getFirst();
        assertEquals(Set.copyOf(context.workers()), policy.workers, () -> text(context));
        boolean isSettled = false;
        for (boolean isFallback : new boolean[] {false, true}) { // which nobody can tell
            InCharge now = new InCharge(policy.provider, policy.properties, isFallback);
            model.inCharge = now;
            model.settle();
            isSettled |= model.inCharge == now;
        }
        assertTrue(isSettled, () -> text(context));
    }

    private String text(Context context) {
        return context.name() + " has " + context.policy().orElse("none") + ", wants " + context.wantedPolicy()
                + context.wantedPolicyProperties() + " else " + context.fallbackPolicy() + "; there are "
                + model.providers + ", seed " + seed;
    }
}
