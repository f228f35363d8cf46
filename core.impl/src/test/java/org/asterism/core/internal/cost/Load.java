package org.asterism.core.internal.cost;

/** The kinds of tasks whose cost is bounded. */
public enum Load {
    /** Independent, without data. */
    INDEP,
    /** Each on the same handle, read and written. */
    CHAIN,
    /** Each on two handles of many, read and written. */
    DATA,
    /** Each on the same handle without a home, overwritten: their copies are known, so each task makes a claim. */
    CLAIM,
    /** Each on two handles of many, read and written, by a worker that has a memory of its own, where they are valid. */
    DEVICE,
    /** Each after the one before it, by name. */
    CHAINTASK,
    /** Each after the tag of the one before it. */
    CHAINTAG,
    /** Each submitted by the one before it, while that one runs. */
    SPAWN
}
