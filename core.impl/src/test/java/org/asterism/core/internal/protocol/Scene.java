package org.asterism.core.internal.protocol;

import java.util.Arrays;
import java.util.List;

/**
 * Workers' machines, the actors that use them, and what a bystander knows who sees everything: that is what the
 * invariants speak of.
 */
final class Scene {
    /** What the bystander knows of one worker. */
    static final class Truth {
        private static final int WORDS = 10;

        /** Whether it is within a look that was let in. */
        boolean looks;
        /** How many operations it is in that were let in and are not relaxed: its data are its own. */
        int exclusive;
        /** How many hold its lock. */
        int holders;
        /** How many have noticed it and seen it not looking. */
        int changers;
        /** How many teams have seen their call answered and have not dismissed it. */
        int teams;
        /** Whether the last team has dismissed it, and it has not answered that. */
        boolean departs;
        /** Whether it was observed since its last look began. */
        boolean observed;
        /** Whether the engine sleeps, until somebody wakes it. */
        boolean asleep;
        /** How many locks were granted since it began to wait for its own. */
        int overtakenBy;
        /** Whether it waits for its own lock. */
        boolean waits;

        void waitsForItsLock() {
            waits = true;
        }

        void waitsNoMore() {
            waits = false;
            overtakenBy = 0;
        }

        void lockIsGranted() {
            holders++;
            if (waits) {
                overtakenBy++;
            }
        }

        int save(int[] into, int from) {
            into[from] = looks ? 1 : 0;
            into[from + 1] = exclusive;
            into[from + 2] = holders;
            into[from + 3] = changers;
            into[from + 4] = teams;
            into[from + 5] = observed ? 1 : 0;
            into[from + 6] = asleep ? 1 : 0;
            into[from + 7] = overtakenBy;
            into[from + 8] = waits ? 1 : 0;
            into[from + 9] = departs ? 1 : 0;
            return from + WORDS;
        }

        int restore(int[] saved, int from) {
            looks = saved[from] == 1;
            exclusive = saved[from + 1];
            holders = saved[from + 2];
            changers = saved[from + 3];
            teams = saved[from + 4];
            observed = saved[from + 5] == 1;
            asleep = saved[from + 6] == 1;
            overtakenBy = saved[from + 7];
            waits = saved[from + 8] == 1;
            departs = saved[from + 9] == 1;
            return from + WORDS;
        }
    }

    private final WorkerProtocol[] machines;
    private final Truth[] truths;
    private List<Actor> actors = List.of();

    Scene(int workers) {
        machines = new WorkerProtocol[workers];
        truths = new Truth[workers];
        Arrays.setAll(machines, worker -> new WorkerProtocol());
        Arrays.setAll(truths, worker -> new Truth());
    }

    Scene with(List<Actor> some) {
        actors = some;
        return this;
    }

    List<Actor> actors() {
        return actors;
    }

    WorkerProtocol machine(int worker) {
        return machines[worker];
    }

    Truth truth(int worker) {
        return truths[worker];
    }

    /** Whether all actors but those that only serve until then have ended. */
    boolean isOver() {
        return actors.stream().filter(actor -> !actor.name.startsWith("worker")).allMatch(Actor::hasEnded);
    }

    int[] save() {
        int[] words = new int[machines.length * (3 + Truth.WORDS) + actors.size() * (1 + Actor.LOCALS)];
        int at = 0;
        for (int worker = 0; worker < machines.length; worker++) {
            words[at++] = machines[worker].ownWord();
            words[at++] = (int) machines[worker].commonWord();
            words[at++] = (int) (machines[worker].commonWord() >>> 32);
            at = truths[worker].save(words, at);
        }
        for (Actor actor : actors) {
            at = actor.save(words, at);
        }
        return words;
    }

    void restore(int[] words) {
        int at = 0;
        for (int worker = 0; worker < machines.length; worker++) {
            int own = words[at++];
            long low = words[at++] & 0xFFFFFFFFL;
            long high = words[at++];
            machines[worker].restore(own, high << 32 | low);
            at = truths[worker].restore(words, at);
        }
        for (Actor actor : actors) {
            at = actor.restore(words, at);
        }
    }

    /** The invariants, in the order in which {@link WorkerProtocol} names them. */
    void check() {
        for (int worker = 0; worker < machines.length; worker++) {
            Truth truth = truths[worker];
            require(truth.holders <= 1, "the lock has two holders");
            require(truth.holders == 0 || truth.exclusive == 0, "the lock is held while the worker's data are its own");
            require(truth.changers <= 1, "two changes at once");
            require(truth.changers == 0 || !truth.looks, "the worker looks for a task during a change");
            require(!truth.looks || !machines[worker].isBlocked(), "the worker looks for a task while it is blocked");
            require(truth.teams == 0 || machines[worker].isBlocked(), "the worker left a team that needs it");
            require(!truth.departs || machines[worker].calls() == 0, "a team began before the last one had ended");
            require(
                    truth.overtakenBy <= 1,
                    "the worker waited for its lock, and more than one other was let in before");
        }
    }

    /** What holds when all have ended: everything that was taken was given back. */
    void checkEnd() {
        for (int worker = 0; worker < machines.length; worker++) {
            WorkerProtocol machine = machines[worker];
            require(machine.ownWord() == 0, "an operation has no end");
            require(machine.calls() == 0 && !machine.isBlocked(), "a team has no end");
            machine.forgetObservation(); // which nobody may have asked about
            require(machine.commonWord() == 0, "a state is left over: " + machine.flags());
        }
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
