package org.asterism.api.model;

/** Controls whether performance models learn from the tasks that run. */
public enum Calibration {
    /** Models are used as they are; one that is asked about a case it does not know learns that case. */
    OFF,
    /** All models learn, and what they know already counts. */
    ON,
    /** All models learn, and what was kept of former runs is put aside. */
    FROM_SCRATCH
}
