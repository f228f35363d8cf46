package org.asterism.core.internal.oracle;

import java.util.List;
import java.util.Random;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.core.internal.testing.Laboratory;

/** What a random graph runs in: its policies, its contexts, and what happens while it runs. */
public interface Surroundings {
    /** The policies eager and prio, one context or two, and nothing else. */
    Surroundings CALM = new Surroundings() {};

    /** Adds plug-ins before the runtime is made. */
    default void prepare(Laboratory laboratory) {}

    /** Changes the configuration of the runtime. */
    default RuntimeConfiguration configure(RuntimeConfiguration wanted) {
        return wanted;
    }

    /** Chooses a policy for a new context. */
    default String policy(Random random) {
        return random.nextBoolean() ? "eager" : "prio";
    }

    /** Changes the policy of a context, or tries to. */
    default void swap(SchedulingContext context, Random random) {
        context.usePolicy(policy(random));
    }

    /** Adds to a codelet with a kernel for CPUs what policies may use, such as a performance model. */
    default Codelet finish(Codelet.Builder codelet, Kernel kernel) {
        return codelet.build();
    }

    /** Chooses the context of a task; it may be closed by the time the task is submitted. */
    default SchedulingContext context(List<SchedulingContext> own, Random random) {
        return own.get(random.nextInt(own.size()));
    }

    /**
     * Judges why a context refused a task, which is submitted to the default context then.
     *
     * @throws RuntimeException {@code reason}, if that context had no right to
     */
    default void refused(SchedulingContext context, RuntimeException reason) {
        throw reason;
    }

    /** Is called by the thread that submits, after each task. */
    default void submitted() {}

    /** Is called before that thread waits for tasks: each of them must have a worker from then on. */
    default void beforeWaiting() {}

    /** Is called by each kernel before it touches its data. */
    default void inKernel(KernelContext kernel) {}
}
