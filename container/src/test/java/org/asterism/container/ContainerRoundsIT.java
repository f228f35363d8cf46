package org.asterism.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.embedded.Asterism;
import org.asterism.embedded.Container;
import org.asterism.testsupport.GarbageCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Rounds in which the templates of all kinds of plug-ins come, change and go in a container, in a random order and
 * while tasks run. The system property {@code asterism.rounds} sets how many, and {@code asterism.seed} repeats the
 * order of a failed run.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ContainerRoundsIT {
    private static final int ROUNDS = Integer.getInteger("asterism.rounds", 8);
    private static final List<String> KINDS =
            List.of("application", "balancer", "component", "driver", "layout", "policy");
    private static final String POLICY = "newest-first";
    private static final int BATCH = 100;

    /** Threads that Felix and Java keep for a minute after their last work. */
    private static final String KEPT = "FelixResolver-\\d+|process reaper.*";

    @TempDir
    private Path folder;

    private final AtomicLong executed = new AtomicLong();
    private final Codelet count =
            Codelet.named("count").cpu(_ -> executed.incrementAndGet()).build();
    private final List<WeakReference<ClassLoader>> lives = new ArrayList<>();
    private long changes;
    private volatile boolean ended;

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "not within a minute: " + what);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    @Test
    void shouldKeepNothingOfPlugInsThatCameChangedAndWentWhileTasksRan() throws Exception {
        long seed = Long.getLong("asterism.seed", new Random().nextLong());
        System.out.println("ContainerRoundsIT uses -Dasterism.seed=" + seed);
        Random random = new Random(seed);
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (Container container = Asterism.container()
                .watch(folder)
                .property("felix.fileinstall.poll", "20")
                .start()) {
            FutureTask<Long> load = submitUntilTheEnd(container.runtime());
            for (int round = 0; round < ROUNDS; round++) {
                comeChangeAndGo(container, random);
            }
            ended = true;
            assertEquals(load.get(1, TimeUnit.MINUTES), executed.get());
            GarbageCollection.awaitCollected("class loaders of plug-ins", lives);
        }
        await(
                "the threads of the container have ended",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .allMatch(
                                each -> before.contains(each) || each.getName().matches(KEPT)));
    }

    private FutureTask<Long> submitUntilTheEnd(TaskRuntime runtime) {
        FutureTask<Long> load = new FutureTask<>(() -> {
            long submitted = 0;
            while (!ended) {
                for (int task = 0; task < BATCH; task++) {
                    runtime.task(count).submit();
                }
                submitted += BATCH;
                runtime.waitAll();
            }
            return submitted;
        });
        Thread.ofPlatform().daemon().name("load").start(load);
        return load;
    }

    private void comeChangeAndGo(Container container, Random random) throws Exception {
        List<String> kinds = new ArrayList<>(KINDS);
        Collections.shuffle(kinds, random);
        Map<String, WeakReference<ClassLoader>> first = deliver(container, kinds, Map.of());
        TaskRuntime runtime = container.runtime();
        await(
                "the policy is a service",
                () -> runtime.policies().stream()
                        .anyMatch(policy -> policy.name().equals(POLICY)));
        runtime.defaultContext().usePolicy(POLICY);
        Collections.shuffle(kinds, random);
        deliver(container, kinds, first);
        await(
                "the policy is in charge again",
                () -> runtime.defaultContext().policy().equals(Optional.of(POLICY)));
        for (String kind : kinds) {
            Files.delete(file(kind));
        }
        await(
                "all plug-ins are gone",
                () -> KINDS.stream().allMatch(kind -> bundle(container, kind).isEmpty()));
    }

    /** Puts all files there, and waits for bundles with other class loaders than before. */
    private Map<String, WeakReference<ClassLoader>> deliver(
            Container container, List<String> kinds, Map<String, WeakReference<ClassLoader>> before) throws Exception {
        for (String kind : kinds) {
            Path template = Path.of("../examples/" + kind + "-template/target/" + kind + "-template-1.0.0.jar");
            Path part = Files.copy(template, folder.resolve(".part"), StandardCopyOption.REPLACE_EXISTING);
            Files.setLastModifiedTime(part, FileTime.fromMillis(1_000_000_000_000L + 2_000 * ++changes));
            Files.move(part, file(kind), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        Map<String, WeakReference<ClassLoader>> loaders = new HashMap<>();
        for (String kind : kinds) {
            await(
                    kind + " runs",
                    () -> loader(container, kind)
                            .filter(found -> !before.containsKey(kind)
                                    || !before.get(kind).refersTo(found))
                            .isPresent());
            WeakReference<ClassLoader> life =
                    new WeakReference<>(loader(container, kind).orElseThrow());
            loaders.put(kind, life);
            lives.add(life);
        }
        return loaders;
    }

    private Path file(String kind) {
        return folder.resolve(kind + ".jar");
    }

    private static Optional<Bundle> bundle(Container container, String kind) {
        return Arrays.stream(container.unwrap(BundleContext.class).getBundles())
                .filter(each -> ("org.example." + kind + "-template").equals(each.getSymbolicName()))
                .findFirst();
    }

    private static Optional<ClassLoader> loader(Container container, String kind) {
        return bundle(container, kind)
                .filter(each -> each.getState() == Bundle.ACTIVE)
                .map(each -> each.adapt(BundleWiring.class))
                .map(BundleWiring::getClassLoader);
    }
}
