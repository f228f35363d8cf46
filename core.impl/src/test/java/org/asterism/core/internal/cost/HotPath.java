package org.asterism.core.internal.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.concurrent.Semaphore;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.Runtime;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;

/** Tasks that do nothing, on one worker: all that is left is what the core and the policy do for them. */
public final class HotPath implements TaskProgram {
    private static final int PAIRS = 8;

    private final Laboratory laboratory;
    private final Codelet plain =
            Codelet.named("plain").access().cpu(kernel -> {}).build();
    private final Codelet onOne =
            Codelet.named("on-one").access(AccessMode.RW).cpu(kernel -> {}).build();
    private final Codelet onTwo = Codelet.named("on-two")
            .access(AccessMode.RW, AccessMode.RW)
            .cpu(kernel -> {})
            .build();
    private final Codelet overwriting =
            Codelet.named("overwriting").access(AccessMode.W).cpu(kernel -> {}).build();
    private final Semaphore allSubmitted = new Semaphore(0);
    private final Codelet hold =
            Codelet.named("hold").access().cpu(kernel -> allSubmitted.acquire()).build();
    private final boolean launched;
    private final Codelet spawning =
            Codelet.named("spawning").access().cpu(kernel -> spawn()).build();
    private boolean holding;
    private long submitted;

    /** How many tasks the running one and those after it have to submit. */
    private int toSpawn;

    private final Runtime runtime;
    private final Thread worker;

    /** Made once: the arrays that a program makes are not what is measured. */
    private final DataHandle[] single;

    private final DataHandle[][] pairs = new DataHandle[PAIRS][];
    private final DataHandle[] homeless;

    /**
     * Makes a runtime.
     *
     * @param policy the name of its policy
     * @param launched whether its worker has a thread of its own; else {@link #finish} drives it
     */
    public HotPath(String policy, boolean launched) throws InterruptedException {
        this(Laboratory.withWorkers(1), policy, launched);
    }

    private HotPath(Laboratory laboratory, String policy, boolean launched) throws InterruptedException {
        this.laboratory = laboratory;
        this.launched = launched;
        runtime = laboratory.factory.create(
                RuntimeConfiguration.defaults().withPolicy(policy, Map.of()).withLaunchedWorkers(launched));
        single = new DataHandle[] {runtime.data().vector(new double[1])};
        homeless = new DataHandle[] {runtime.data().temporary(new VectorLayout(ElementType.DOUBLE, 1))};
        for (int pair = 0; pair < PAIRS; pair++) {
            pairs[pair] = new DataHandle[] {
                runtime.data().vector(new double[1]), runtime.data().vector(new double[1])
            };
        }
        Thread[] found = new Thread[1];
        runtime.task(Codelet.named("who")
                        .access()
                        .cpu(kernel -> found[0] = Thread.currentThread())
                        .build())
                .submit();
        submitted = 1;
        finish();
        worker = found[0];
    }

    /** Makes a runtime whose worker has a thread of its own, and a memory of its own. */
    public static HotPath onDevice(String policy) throws InterruptedException {
        Laboratory laboratory = new Laboratory();
        laboratory.addDriver("device", InlineDriver.withMemory(1));
        return new HotPath(laboratory, policy, true);
    }

    @Override
    public void submit(Load load, int tasks) {
        submitted += tasks;
        if (launched) {
            // Which tasks have ended when others are submitted would else be a matter of chance, and so their cost.
            runtime.task(hold).submit();
            holding = true;
        }
        switch (load) {
            case INDEP -> {
                for (int i = 0; i < tasks; i++) {
                    runtime.task(plain).submit();
                }
            }
            case CHAIN -> {
                for (int i = 0; i < tasks; i++) {
                    runtime.task(onOne).data(single).submit();
                }
            }
            case DATA, DEVICE -> {
                for (int i = 0; i < tasks; i++) {
                    runtime.task(onTwo).data(pairs[i % PAIRS]).submit();
                }
            }
            case CLAIM -> {
                for (int i = 0; i < tasks; i++) {
                    runtime.task(overwriting).data(homeless).submit();
                }
            }
            case CHAINTASK -> submitChain(tasks);
            case CHAINTAG -> submitTags(tasks);
            case SPAWN -> {
                toSpawn = tasks;
                spawn();
            }
        }
    }

    /** Each task is submitted before the one that it waits for begins. */
    private void submitChain(int tasks) {
        Task[] predecessor = {runtime.task(plain)};
        Task first = predecessor[0];
        for (int i = 1; i < tasks; i++) {
            predecessor[0] = runtime.task(plain).after(predecessor).submit();
        }
        first.submit();
    }

    /** The tags of a batch are forgotten when the next one is submitted. */
    private void submitTags(int tasks) {
        runtime.tags().clear();
        runtime.task(plain).tag(0).submit();
        for (int tag = 1; tag < tasks; tag++) {
            runtime.task(plain).tag(tag).afterTags(tag - 1L).submit();
        }
    }

    private void spawn() {
        if (toSpawn > 0) {
            toSpawn--;
            runtime.task(spawning).submit();
        }
    }

    @Override
    public void finish() throws InterruptedException {
        if (holding) {
            holding = false;
            allSubmitted.release();
        }
        if (!launched) {
            Worker driven = runtime.workers().getFirst();
            driven.runUntil(() -> driven.executedTasks() == submitted);
            assertEquals(StepResult.IDLE, driven.runOnce());
        }
        runtime.waitAll();
    }

    @Override
    public Thread worker() {
        return worker;
    }

    @Override
    public void close() {
        runtime.close();
        laboratory.close();
    }
}
