package org.asterism.policy.dmda.internal;

/**
 * What sets the members of the family apart.
 *
 * @param costs whether transfers, energy and idle power count, or the expected end alone
 * @param sorted whether a worker's queue is sorted by priority
 * @param readiness whether a worker takes the task first whose data are there, of those of the first one's priority
 * @param ahead whether only those tasks of a queue count in the decision that will run before the new one
 * @param crowding whether the time of transfers is taken for shorter while little waits: see {@link Crowding}
 */
record Traits(boolean costs, boolean sorted, boolean readiness, boolean ahead, boolean crowding) {
    static final Traits DM = new Traits(false, false, false, false, false);
    static final Traits DMDA = new Traits(true, false, false, false, false);
    static final Traits DMDAP = new Traits(true, true, false, false, false);
    static final Traits DMDAR = new Traits(true, false, true, false, false);
    static final Traits DMDAS = new Traits(true, true, true, false, false);
    static final Traits DMDAC = new Traits(true, true, true, false, true);
    static final Traits DMDASD = new Traits(true, true, true, true, false);
}
