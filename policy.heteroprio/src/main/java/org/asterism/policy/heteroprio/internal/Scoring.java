package org.asterism.policy.heteroprio.internal;

/** Score of a bucket for a team: each team visits the buckets with the highest scores first. */
@FunctionalInterface
interface Scoring {
    /**
     * Returns the score of a bucket for a team.
     *
     * @param facts statistics of both; all times are known
     * @return score, any number
     */
    double score(Facts facts);
}
