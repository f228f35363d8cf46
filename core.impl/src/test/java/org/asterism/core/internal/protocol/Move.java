package org.asterism.core.internal.protocol;

/** Part of what an actor does: steps, each of which makes one access to what actors share, and what follows from it. */
interface Move {
    int DONE = -1;

    /**
     * Makes a step.
     *
     * @param local what only the actor sees; whatever it has to remember
     * @param at the step; the first is 0
     * @return the next step, the same one if it waits, or {@link #DONE}
     */
    int step(int[] local, int at);
}
