package org.asterism.core.internal.balance;

import java.util.List;
import org.asterism.api.Clock;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.worker.WorkerEngine;

/** The services that balancing needs from its runtime. */
public interface BalanceScene {
    /** All contexts, the default one first; as of now. */
    List<Context> contexts();

    /** All workers, by id; as of now. */
    List<WorkerEngine> workers();

    Clock clock();

    /** Whether workers are kept from taking tasks: all are idle then, which says nothing. */
    boolean isPaused();

    Predictor predictor();

    Plugins plugins();

    Observers observers();

    /** Takes workers out of a context which another one has for it from now on; it has them already. */
    void handOver(Context from, Context to, List<Worker> workers);

    /** Makes what has a balancer look from time to time. */
    Pace pace(long periodNanos, Runnable look);

    /** Refuses to go on if it is a scheduling policy that calls, or the runtime is closed. */
    void refusePolicies(String what);
}
