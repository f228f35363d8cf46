package org.asterism.profile;

/**
 * Energy since the last reset.
 *
 * @param source where the number comes from
 * @param joules the energy; not-a-number if unknown
 */
public record Energy(Source source, double joules) {
    /** Where energy is known from. */
    public enum Source {
        /** The counters of the processor packages: everything that ran on them, other programs included. */
        RAPL,
        /** The energy models of the codelets, and the workers' idle power as far as their drivers state it. */
        MODELS,
        /** Nowhere. */
        UNKNOWN
    }
}
