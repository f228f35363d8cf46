package org.asterism.api.model;

import java.util.Objects;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * A model that predicts costs by functions of the program. Nothing is measured or kept.
 *
 * <p>Many threads call the functions frequently. They return nanoseconds, or joules for a model of energy, 0 or more,
 * or NaN for unknown costs.
 *
 * @param symbol a name for people
 * @param scope the property of the worker that the cost depends on
 * @param cost the cost of a task on a worker; for {@link Scope#COMMON}, on a worker of relative speed 1, whatever
 *     worker is given
 */
public record CostModel(String symbol, Scope scope, WorkerCost cost) implements PerformanceModel {

    /** The property of the worker on which a cost depends. */
    public enum Scope {
        /** On nothing: the relative speed of each worker makes the difference. */
        COMMON,
        /** On the architecture. */
        ARCHITECTURE,
        /** On the worker. */
        WORKER
    }

    /** The cost of a task on a processor of relative speed 1. */
    @FunctionalInterface
    public interface CommonCost {
        /**
         * The cost.
         *
         * @param task any task whose codelet has the model
         * @param implementation from 0
         * @return nanoseconds or joules
         */
        double of(Task task, int implementation);
    }

    /** The cost of a task on an architecture. */
    @FunctionalInterface
    public interface ArchitectureCost {
        /**
         * The cost.
         *
         * @param task any task whose codelet has the model
         * @param architecture one that can execute it
         * @param implementation from 0
         * @return nanoseconds or joules
         */
        double of(Task task, Architecture architecture, int implementation);
    }

    /** The cost of a task on a worker. */
    @FunctionalInterface
    public interface WorkerCost {
        /**
         * The cost.
         *
         * @param task any task whose codelet has the model
         * @param worker one that can execute it
         * @param implementation from 0
         * @return nanoseconds or joules
         */
        double of(Task task, Worker worker, int implementation);
    }

    /** Checks the symbol. */
    public CostModel {
        symbol = Symbols.check(symbol);
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(cost, "cost");
    }

    @Override
    public boolean distinguishesWorkers() {
        return scope == Scope.WORKER;
    }
}
