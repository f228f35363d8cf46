package org.asterism.trace.export.internal.paje;

/** Types of containers, and of the things in them. */
final class PajeType {
    static final String PROGRAM = "P";
    static final String NODE = "Mn";
    static final String THREAD = "T";
    static final String WORKER = "W";
    static final String MEMORY = "Mm";
    static final String SCHEDULER = "Sc";
    static final String USER = "UT";

    static final String WORKER_STATE = "WS";
    static final String WORKER_SPEED = "gf";
    static final String MEMORY_STATE = "MS";
    static final String MEMORY_USED = "use";
    static final String MEMORY_IN = "bwi";
    static final String MEMORY_OUT = "bwo";
    static final String MEMORY_EVENT = "ME";
    static final String SUBMITTED = "nsubmitted";
    static final String READY = "nready";
    static final String TOTAL_SPEED = "gft";
    static final String SCHEDULER_EVENT = "SE";
    static final String USER_STATE = "US";
    static final String USER_EVENT = "UE";
    static final String FETCH = "F";
    static final String DEPENDENCY = "Dep";

    private PajeType() {}
}
