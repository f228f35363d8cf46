package org.asterism.profile;

import java.util.Set;

/**
 * A number that a runtime keeps while it is counted. The numbers start at 0 when counting begins. Counters of codelets
 * without work count the submission and not the execution.
 */
public enum Counter {
    /** The number of submitted tasks. */
    SUBMITTED(CounterScope.RUNTIME, CounterScope.CODELET),
    /** The greatest number of tasks at a time that were submitted and waited for others. */
    PEAK_SUBMITTED(CounterScope.RUNTIME, CounterScope.CODELET),
    /** The greatest number of tasks at a time that were ready and whose kernel was not launched. */
    PEAK_READY(CounterScope.RUNTIME, CounterScope.CODELET),
    /** The number of kernels that have ended. A task that repeats or is tried again counts several times. */
    EXECUTED(CounterScope.RUNTIME, CounterScope.WORKER, CounterScope.CODELET),
    /** The sum of the times of these kernels, in nanoseconds. */
    EXECUTION_TIME(CounterScope.RUNTIME, CounterScope.WORKER, CounterScope.CODELET);

    private final Set<CounterScope> scopes;

    Counter(CounterScope... scopes) {
        this.scopes = Set.of(scopes);
    }

    /**
     * Returns what can be counted.
     *
     * @return the scopes that have this counter
     */
    public Set<CounterScope> scopes() {
        return scopes;
    }
}
