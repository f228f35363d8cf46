package org.asterism.trace.export.internal.paje;

import org.asterism.trace.export.internal.timeline.WorkerState;

/**
 * States of workers with the short names and colours that StarPU's users know. Asterism does not report all of them;
 * the list is complete so that tools find the names that they expect.
 */
enum PajeState {
    I("Idle", ".9 .1 .0"),
    IN("In", "Initializing", ".0 .7 1."),
    D("Deinitializing", ".0 .1 .7"),
    FI("Fi", "FetchingInput", "1. .1 1."),
    PO("Po", "PushingOutput", ".1 1. 1."),
    C("Callback", ".0 .3 .8"),
    B("Overhead", ".5 .18 .0"),
    PS("Ps", "Parallel sync", ".5 .18 1."),
    E("Executing", ".0 .6 .5"),
    SC("Sc", "Scheduling", ".7 .36 .0"),
    SL("Sl", "Sleeping", ".9 .1 .0"),
    P("Progressing", ".1 .3 .1"),
    U("Unpartitioning", ".0 .0 1."),
    H("Hypervisor", ".5 .18 .0"),
    BU("Bu", "Building task", ".5 .18 .0"),
    SU("Su", "Submitting", ".3 .09 .0"),
    TH("Th", "Throttling submission", ".8 .6 .6");

    private final String alias;
    private final String text;
    private final String colour;

    PajeState(String alias, String text, String colour) {
        this.alias = alias;
        this.text = text;
        this.colour = colour;
    }

    PajeState(String text, String colour) {
        this.alias = name();
        this.text = text;
        this.colour = colour;
    }

    static PajeState of(WorkerState state) {
        return switch (state) {
            case EXECUTING -> E;
            case CALLBACK -> C;
            case WAITING -> FI;
            case OVERHEAD -> B;
            case SLEEPING -> SL;
            case SCHEDULING -> SC;
        };
    }

    String alias() {
        return alias;
    }

    String text() {
        return text;
    }

    String colour() {
        return colour;
    }
}
