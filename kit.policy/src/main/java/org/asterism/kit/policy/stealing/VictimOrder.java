package org.asterism.kit.policy.stealing;

import java.util.List;
import org.asterism.api.Worker;

/**
 * Order in which a thief tries its victims. The thief's thread asks for it once after each change of the policy's
 * workers.
 */
@FunctionalInterface
public interface VictimOrder {
    /** Tries all workers in turn, beginning after the victim of the last theft. */
    VictimOrder IN_TURN = thief -> List.of();

    /**
     * Returns the workers to try before all others. After them, the thief tries all workers in turn.
     *
     * @param thief a worker without tasks
     * @return the best victim first; only the first 64 count, and an order by id counts as none. May contain the thief
     *     and workers of other contexts, which are ignored
     */
    List<Worker> first(Worker thief);
}
