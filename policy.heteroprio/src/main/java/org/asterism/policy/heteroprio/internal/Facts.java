package org.asterism.policy.heteroprio.internal;

/**
 * Statistics of a bucket for one team. Times are relative to the mean time of all tasks of the program, each on its
 * fastest team.
 *
 * @param own time of a task on this team
 * @param other time on the slowest of the other teams that can run it; infinite if there is none
 * @param successors mean number of successors of a task
 * @param released work of a task's successors for which this team is the fastest
 * @param releasedElsewhere the same for the other teams
 * @param need share of this team's workers that are idle
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

    /** Returns how much longer a task takes on the other teams; negative if this team is slower. */
    double difference() {
        return other - own;
    }

    /** Returns how much work a task releases for idle workers. */
    double usefulRelease() {
        return released * need + releasedElsewhere * needElsewhere;
    }
}
