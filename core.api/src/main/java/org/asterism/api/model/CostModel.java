package org.asterism.api.model;

import java.util.Objects;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * Predicts what the program says. Nothing is measured or kept. The functions are called by many threads and often; they
 * answer nanoseconds, or joules for a model of energy, 0 or more, or NaN for what they do not know.
 *
 * @param symbol a name for people
 * @param scope what the cost depends on
 * @param cost of a task on a worker; for {@link Scope#COMMON}, on one of relative speed 1, whatever worker is given
 */
public record CostModel(String symbol, Scope scope, WorkerCost cost) implements PerformanceModel {

    /** What a cost depends on, besides the task. */
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
