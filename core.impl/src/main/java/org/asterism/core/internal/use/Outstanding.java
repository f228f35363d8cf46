package org.asterism.core.internal.use;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The program's acquisitions that have not ended, so that a runtime that closes does not wait for them for ever. */
final class Outstanding {
    private static final Logger LOG = System.getLogger(Outstanding.class.getName());

    private final Set<ProgramAcquisition> held = ConcurrentHashMap.newKeySet();
    private volatile boolean over;

    /** Notes an acquisition that was given to the program; it is taken back at once if the runtime is being closed. */
    void add(ProgramAcquisition acquisition) {
        held.add(acquisition);
        if (over) {
            acquisition.close();
        }
    }

    void remove(ProgramAcquisition acquisition) {
        held.remove(acquisition);
    }

    /** Returns the program's acquisitions, except for those of threads that satisfy a condition. */
    List<Held> heldBeyond(Predicate<Thread> cannotRelease) {
        if (held.isEmpty()) {
            return List.of();
        }
        List<Held> others = new ArrayList<>();
        for (ProgramAcquisition acquisition : held) {
            Thread owner = acquisition.owner();
            if (owner == null || !cannotRelease.test(owner)) {
                others.add(new Held(acquisition));
            }
        }
        return others;
    }

    /** An acquisition with the description of its thread for messages. In most cases acquisitions are only counted. */
    record Held(ProgramAcquisition acquisition) {
        @Override
        public String toString() {
            Thread owner = acquisition.owner();
            if (owner == null) {
                return acquisition + " with acquireAsync";
            }
            return acquisition + " by thread '" + owner.getName() + "'" + (owner.isAlive() ? "" : ", which has ended");
        }
    }

    /** Takes all back that the program holds or will be given. */
    void takeAllBack() {
        over = true;
        for (ProgramAcquisition acquisition : held) {
            LOG.log(
                    Level.WARNING,
                    "the runtime is closed during an {0}, which ends by that: release it before",
                    acquisition);
            acquisition.close();
        }
    }
}
