package org.asterism.profile;

import java.util.List;

/**
 * Energy since the last reset.
 *
 * @param parts what is known, and from where; the parts do not overlap
 */
public record Energy(List<Part> parts) {
    /** Copies the list. */
    public Energy {
        parts = List.copyOf(parts);
    }

    /** Where energy is known from. */
    public enum Source {
        /**
         * Measured: the counters of the processor packages, with everything that ran on them, other programs included.
         */
        RAPL,
        /** Measured: the counters or the power of NVIDIA GPUs, with everything that ran on them. */
        NVML,
        /**
         * Estimated: the energy models of the codelets, and the workers' idle power as far as their drivers state it.
         */
        MODELS,
        /** Several of these. */
        SEVERAL,
        /** Nowhere. */
        UNKNOWN;

        /**
         * Returns whether the energy was measured.
         *
         * @return false for estimates, sums with estimates, and if nothing is known
         */
        public boolean isMeasured() {
            return this == RAPL || this == NVML;
        }
    }

    /**
     * Energy of a part of the machine.
     *
     * @param source where it is known from
     * @param name what it is the energy of, such as {@code cuda-0}
     * @param joules the energy
     */
    public record Part(Source source, String name, double joules) {}

    /**
     * Returns the sum of the parts.
     *
     * @return joules; not-a-number if there are none
     */
    public double joules() {
        return parts.isEmpty()
                ? Double.NaN
                : parts.stream().mapToDouble(Part::joules).sum();
    }

    /**
     * Returns where the sum comes from.
     *
     * @return the source of all parts; {@link Source#SEVERAL} if they differ
     */
    public Source source() {
        List<Source> sources = parts.stream().map(Part::source).distinct().toList();
        return sources.isEmpty() ? Source.UNKNOWN : sources.size() == 1 ? sources.getFirst() : Source.SEVERAL;
    }
}
