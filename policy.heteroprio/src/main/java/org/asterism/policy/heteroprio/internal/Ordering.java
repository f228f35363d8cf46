package org.asterism.policy.heteroprio.internal;

/**
 * Formulas for a team's order of the buckets. Formulas from the literature keep their names (C. Flint, L. Paillat, B.
 * Bramas, "Automated prioritizing heuristics for parallel task graph scheduling in heterogeneous computing", 2022).
 */
enum Ordering implements Scoring {
    /** Time saved in comparison with other teams, increased by the work that the task releases for idle workers. */
    URT_DOT_DIFF_4 {
        @Override
        public double score(Facts facts) {
            double difference = facts.difference();
            return (1 + facts.usefulRelease()) * difference - facts.own() * Math.max(0, -difference * facts.need());
        }
    },
    /** Factor by which the team is faster than others. */
    ACCELERATION {
        @Override
        public double score(Facts facts) {
            return facts.other() / facts.own();
        }
    },
    /** Time saved in comparison with other teams. */
    DIFFERENCE {
        @Override
        public double score(Facts facts) {
            return facts.difference();
        }
    },
    /** Number of successors. */
    SUCCESSORS {
        @Override
        public double score(Facts facts) {
            return facts.successors();
        }
    },
    /** Time saved, multiplied by the number of successors plus one. */
    SUCCESSORS_DOT_DIFFERENCE {
        @Override
        public double score(Facts facts) {
            return (1 + facts.successors()) * facts.difference();
        }
    },
    /** Work that the task releases for idle workers. */
    RELEASE {
        @Override
        public double score(Facts facts) {
            return facts.usefulRelease();
        }
    };

    /** Whether the scores need the successors of tasks. */
    boolean looksAhead() {
        return this != ACCELERATION && this != DIFFERENCE;
    }
}
