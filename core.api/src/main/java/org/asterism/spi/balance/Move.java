package org.asterism.spi.balance;

import java.util.Objects;
import java.util.Optional;
import org.asterism.api.Worker;

/**
 * A move of a worker from one context to another, or only one half of it: leaving or joining.
 *
 * @param worker the worker
 * @param from the name of the context that it leaves; empty if it leaves none
 * @param to the name of the context that it joins; empty if it joins none
 */
public record Move(Worker worker, Optional<String> from, Optional<String> to) {
    /** Checks that something is to be done. */
    public Move {
        Objects.requireNonNull(worker, "worker");
        if (from.isEmpty() && to.isEmpty()) {
            throw new IllegalArgumentException(
                    "a move of " + worker.name() + " neither from nor to a context: name one of the two at least");
        }
        if (from.equals(to)) {
            throw new IllegalArgumentException("a move of " + worker.name() + " from context '" + from.get()
                    + "' to itself: name two different contexts");
        }
    }

    /**
     * A worker goes from one context to another.
     *
     * @param worker the worker
     * @param from the name of the context that it is in
     * @param to the name of another one
     * @return the move
     */
    public static Move between(Worker worker, String from, String to) {
        return new Move(worker, Optional.of(from), Optional.of(to));
    }

    /**
     * A worker serves one more context.
     *
     * @param worker the worker
     * @param to the name of a context that it is not in
     * @return the move
     */
    public static Move add(Worker worker, String to) {
        return new Move(worker, Optional.empty(), Optional.of(to));
    }

    /**
     * A worker serves one context less.
     *
     * @param worker the worker
     * @param from the name of a context that it is in
     * @return the move
     */
    public static Move remove(Worker worker, String from) {
        return new Move(worker, Optional.of(from), Optional.empty());
    }

    @Override
    public String toString() {
        return worker.name()
                + from.map(name -> " from '" + name + "'").orElse("")
                + to.map(name -> " to '" + name + "'").orElse("");
    }
}
