package org.asterism.api;

import java.util.Optional;

/**
 * A move of a worker by a balancer.
 *
 * @param nanoTime the time of the move, by the runtime's clock
 * @param worker the worker
 * @param from the name of the context that it leaves; empty if it leaves none
 * @param to the name of the context that it joins; empty if it joins none
 */
public record WorkerMove(long nanoTime, Worker worker, Optional<String> from, Optional<String> to) {}
