package org.asterism.policy.dmda.internal;

/**
 * What the policies of the family say of their properties; what each means is said at {@link Weights} and
 * {@link Settings}.
 */
final class DmFamily {
    static final String ALPHA = "alpha (1): weight of a later end";
    static final String BETA = "beta (1): weight of the time that data travel";
    static final String GAMMA = "gamma (1000): what a joule weighs, in microseconds";
    static final String IDLE_POWER =
            "idle-power (0): what the machine needs while it waits for its last worker, in watts";
    static final String PREFETCH = "prefetch (true): whether data are sent for as soon as a task is placed";
    static final String EXPLORE = "explore (true): whether tasks go to workers where their time is not known yet";
    static final String WINDOW = "window (1024): how many waiting tasks are looked at for the one whose data are there";
    static final String LEAST_PRIORITY = "min-priority (unset): with max-priority, tasks ahead are counted by priority";
    static final String GREATEST_PRIORITY = "max-priority (unset): see min-priority";

    private DmFamily() {}
}
