package org.asterism.policy.heteroprio.internal;

/**
 * The ways to find a team's order of the buckets. Names of the reference are kept where the formula is one of its (C.
 * Flint, L. Paillat, B. Bramas, "Automated prioritizing heuristics for parallel task graph scheduling in heterogeneous
 * computing", 2022).
 */
enum Ordering implements Scoring {
    /** How much is won in comparison with other teams, more if the task releases work where workers are idle. */
    URT_DOT_DIFF_4 {
        @Override
        public double score(Facts facts) {
            double difference = facts.difference();
            return (1 + facts.usefulRelease()) * difference - facts.own() * Math.max(0, -difference * facts.need());
        }
    },
    /** How many times faster than others the team is. */
    ACCELERATION {
        @Override
        public double score(Facts facts) {
            return facts.other() / facts.own();
        }
    },
    /** How much time is won in comparison with other teams. */
    DIFFERENCE {
        @Override
        public double score(Facts facts) {
            return facts.difference();
        }
    },
    /** How many tasks wait for one. */
    SUCCESSORS {
        @Override
        public double score(Facts facts) {
            return facts.successors();
        }
    },
    /** How many tasks wait for one, and how much time is won. */
    SUCCESSORS_DOT_DIFFERENCE {
        @Override
        public double score(Facts facts) {
            return (1 + facts.successors()) * facts.difference();
        }
    },
    /** How much work waits for a task, where workers are idle. */
    RELEASE {
        @Override
        public double score(Facts facts) {
            return facts.usefulRelease();
        }
    };

    /** Whether the scores need to know what waits for tasks. */
    boolean looksAhead() {
        return this != ACCELERATION && this != DIFFERENCE;
    }
}
