package org.asterism.bench.parts.budget;

/** The kinds of tasks whose cost is known: the rows of the budget. */
public enum Load {
    /** Independent, without data. */
    INDEP,
    /** Each reads the same handle. */
    READ,
    /** Each overwrites the same handle. */
    WRITE,
    /** Each reads and writes the same handle. */
    CHAIN,
    /** Each reads and writes two handles of many. */
    DATA,
    /** Each overwrites the same handle, which has no home: its copies are known, so each task makes a claim. */
    CLAIM,
    /** Each reads and writes two handles of many, on a worker that has a memory of its own, where they are valid. */
    DEVICE,
    /** Each after the one before it, by name. */
    CHAINTASK,
    /** Each after the tag of the one before it. */
    CHAINTAG,
    /** Each submitted by the one before it, while that one runs. */
    SPAWN
}
