package org.asterism.policy.heteroprio.internal;

/**
 * What is known of the tasks of a bucket with regard to one team. Times are relative to the mean time that a task of
 * the program takes where it is fastest.
 *
 * @param own what a task takes on this team
 * @param other what it takes on the slowest of the other teams that can run it; infinite if there is none
 * @param successors how many tasks wait for one of its tasks
 * @param released how much work for this team, as the fastest for it, waits for one of its tasks
 * @param releasedElsewhere the same for the other teams
 * @param need the share of this team's workers that have nothing to do
 * @param needElsewhere the same for the other teams
 */
record Facts(
        double own,
        double other,
        double successors,
        double released,
        double releasedElsewhere,
        double need,
        double needElsewhere) {

    /** How much longer a task takes elsewhere: negative if this team is the slower one. */
    double difference() {
        return other - own;
    }

    /** How much work a task releases, where it is needed. */
    double usefulRelease() {
        return released * need + releasedElsewhere * needElsewhere;
    }
}
