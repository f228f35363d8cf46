package org.asterism.policy.heteroprio.internal;

/** Says how much a team wants the tasks of a bucket: each team visits the buckets of the highest scores first. */
@FunctionalInterface
interface Scoring {
    /**
     * The score of a bucket for a team.
     *
     * @param facts what is known of both; all times are known
     * @return any number
     */
    double score(Facts facts);
}
