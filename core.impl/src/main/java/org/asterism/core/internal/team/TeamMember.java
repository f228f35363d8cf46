package org.asterism.core.internal.team;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.Context;
import org.asterism.spi.driver.DeviceLostException;

/** The services that a team needs from a worker. */
public interface TeamMember extends Worker {
    /** Whether it is a worker of a context now. */
    boolean isIn(Context context);

    /** The calls to teams that it has to answer, made if need be. */
    Calls calls();

    /** Is told that it was called: it answers when it has nothing under way. Any thread. */
    void isCalled();

    /** Is told that what it waits for within a team may have come. Any thread. */
    void goOn();

    /** Returns the failure that its driver reported when its device was lost, or null. Any thread may call it. */
    DeviceLostException loss();

    /** Whether it reaches the memory of others, so that it can run tasks together with them. */
    default boolean joinsTeams() {
        return true;
    }

    /** Whether it may be asked to run a task; see {@link Worker#canExecute}. */
    @Override
    boolean canExecute(Task task);
}
