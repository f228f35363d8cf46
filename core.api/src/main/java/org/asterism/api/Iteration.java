package org.asterism.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Iteration of a program's loop, begun by {@link TaskRuntime#iteration} and ended by {@link #close}. The tasks that its
 * thread submits in between belong to it: recordings, profiles and histories of tasks name it. It does not change how
 * tasks are scheduled.
 *
 * <p>Only the thread that has begun it may close it; the other methods may be called by any thread. Tasks that kernels
 * and callbacks submit belong to the iteration of their own thread, which usually has none.
 */
@ProviderType
public interface Iteration extends AutoCloseable {
    /** How deep iterations can be nested: a loop within a loop. */
    int MOST_LEVELS = 2;

    /**
     * Returns the number that the program gave it.
     *
     * @return 0 or more
     */
    long number();

    /**
     * Returns the iteration that this one is nested in.
     *
     * @return empty if it is the outermost one
     */
    Optional<Iteration> outer();

    /**
     * Returns the numbers of the iterations that it is nested in, and its own.
     *
     * @return one number or two, the outermost first
     */
    default List<Long> numbers() {
        List<Long> numbers = new ArrayList<>(outer().map(Iteration::numbers).orElse(List.of()));
        numbers.add(number());
        return List.copyOf(numbers);
    }

    /**
     * Ends the iteration, and those that are nested in it and still open. Does nothing the second time.
     *
     * @throws IllegalStateException if another thread calls than the one that has begun the iteration
     */
    @Override
    void close();
}
