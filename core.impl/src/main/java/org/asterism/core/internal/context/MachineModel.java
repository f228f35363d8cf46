package org.asterism.core.internal.context;

import org.asterism.api.Codelet;
import org.asterism.core.internal.task.Job;

/** The machine of a runtime: where tasks can run, and how much virtual time the core's operations on them take. */
public interface MachineModel {
    /** A machine that is there: codelets say where their tasks can run, and everything takes real time. */
    MachineModel REAL = new MachineModel() {};

    /**
     * Returns the architectures on which tasks of a codelet can run, as bits; as far as known before the tasks have
     * data.
     */
    default long architectures(Codelet codelet) {
        return codelet.architectureSet();
    }

    /** Refuses a task that no worker can ever run, and says where it can, before it is submitted. */
    default void prepare(Job job) {
        // Its codelet says it all.
    }

    /** Charges the thread that lets core work begin for the virtual time that the work takes. */
    default void holdBegins() {
        // It takes real time.
    }

    /** Whether a push takes time, virtual time, so that it must be {@link #delayPush delayed}. */
    default boolean delaysPushes() {
        return false;
    }

    /** Does a push as the calling worker, or as the program, when the time that it takes is over. */
    default void delayPush(Runnable push) {
        push.run();
    }

    /** Lets the program spend the virtual time that a submission takes. */
    default void submissionEnds() {
        // It took real time.
    }
}
