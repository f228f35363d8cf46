package org.asterism.core.internal.protocol;

import org.asterism.core.internal.protocol.Scene.Truth;

/**
 * A worker looks for a task. Hindered by its lock it waits; otherwise, and after looking in vain, it sleeps until it is
 * woken, as the engine does: it says that it sleeps, looks once more, and then looks whether it has to answer.
 */
final class Look implements Move {
    private static final int LEAVE = 10;
    private static final int WAIT = 20;
    private static final int REFUSED = 30;
    private static final int CALLED = 40;
    private static final int SLEEP = 50;
    private static final int WITHIN = 100;

    private final int worker;
    private final Move within;
    private final boolean serves;
    private final Scene scene;
    private final Mistake mistake;
    private final WorkerProtocol machine;

    /**
     * @param within what it does while it looks, or null
     * @param serves whether it looks in vain, and answers whoever calls it, until all threads have ended; else it ends
     *     with a task
     */
    Look(Scene scene, Mistake mistake, int worker, Move within, boolean serves) {
        this.scene = scene;
        this.mistake = mistake;
        this.worker = worker;
        this.within = within;
        this.serves = serves;
        machine = scene.machine(worker);
    }

    @Override
    public int step(int[] local, int at) {
        Truth truth = scene.truth(worker);
        if (at >= WITHIN) {
            int next = within.step(local, at - WITHIN);
            return next == DONE ? LEAVE : next + WITHIN;
        }
        return switch (at) {
            case 0 -> {
                machine.announceLook();
                yield 1;
            }
            case 1 -> admitted(local, truth);
            case 2 -> {
                machine.forgetObservation();
                yield begin(local);
            }
            case 3 -> {
                wantNoMore(local, truth);
                yield begin(local);
            }
            case LEAVE -> {
                truth.looks = false;
                truth.exclusive = 0;
                machine.leave(0);
                yield serves ? SLEEP : DONE;
            }
            case WAIT -> {
                machine.leave(0);
                yield WAIT + 1;
            }
            case WAIT + 1 -> {
                if (mistake != Mistake.DO_NOT_WANT) {
                    machine.want();
                }
                local[0] = 1;
                truth.waitsForItsLock();
                yield WAIT + 2;
            }
            case WAIT + 2 -> machine.isLocked() ? WAIT + 2 : 0;
            case REFUSED, CALLED -> {
                machine.leave(0);
                yield local[0] == 1 ? at + 1 : at + 2;
            }
            case REFUSED + 1, CALLED + 1 -> {
                wantNoMore(local, truth);
                yield at + 1;
            }
            case REFUSED + 2 -> SLEEP;
            case CALLED + 2 -> answer(truth);
            case SLEEP -> {
                truth.asleep = true;
                yield SLEEP + 1;
            }
            case SLEEP + 1 -> {
                machine.announceLook();
                yield SLEEP + 2;
            }
            case SLEEP + 2 -> lastLook(truth);
            case SLEEP + 3 -> {
                machine.forgetObservation();
                yield SLEEP + 4;
            }
            case SLEEP + 4 -> {
                if (truth.looks && !serves) {
                    truth.asleep = false;
                    yield begin(local);
                }
                truth.looks = false;
                truth.exclusive = 0;
                machine.leave(0);
                yield mistake == Mistake.SLEEP_WITHOUT_ANSWER ? SLEEP + 6 : SLEEP + 5;
            }
            case SLEEP + 5 -> {
                if (!machine.hasToAnswer()) {
                    yield SLEEP + 6;
                }
                truth.asleep = false;
                yield 0;
            }
            case SLEEP + 6 -> truth.asleep ? (serves && scene.isOver() ? DONE : SLEEP + 6) : 0;
            case SLEEP + 7 -> {
                machine.leave(0);
                yield SLEEP + 8;
            }
            case SLEEP + 8 -> machine.isLocked() ? SLEEP + 8 : SLEEP + 1;
            default -> throw new AssertionError(at);
        };
    }

    /** The look after it has said that it sleeps: refused, in vain, or with a task. */
    private int lastLook(Truth truth) {
        LookPermission found = machine.admission();
        if (found == LookPermission.LOCKED) {
            return SLEEP + 7;
        }
        if (!found.isGranted()) {
            return SLEEP + 4;
        }
        truth.looks = true;
        truth.exclusive = 1;
        truth.observed = false;
        return found == LookPermission.OBSERVED ? SLEEP + 3 : SLEEP + 4;
    }

    private int admitted(int[] local, Truth truth) {
        LookPermission found = mistake == Mistake.DO_NOT_READ_AGAIN ? LookPermission.FREE : machine.admission();
        if (found == LookPermission.LOCKED) {
            return WAIT;
        }
        if (found == LookPermission.NOTICED) {
            return REFUSED;
        }
        if (found == LookPermission.CALLED) {
            return CALLED;
        }
        truth.looks = true;
        truth.exclusive = 1;
        truth.observed = false;
        if (found == LookPermission.OBSERVED) {
            return 2;
        }
        return begin(local);
    }

    private int begin(int[] local) {
        if (local[0] == 1) {
            return 3;
        }
        return within == null ? LEAVE : WITHIN;
    }

    private void wantNoMore(int[] local, Truth truth) {
        machine.wantNoMore();
        local[0] = 0;
        truth.waitsNoMore();
    }

    private int answer(Truth truth) {
        boolean was = machine.isBlocked();
        boolean now = machine.answer();
        Scene.require(!now || was || !truth.observed, "a call was answered before the look after an observation");
        Scene.require(!now || was || truth.changers == 0, "a call was answered during a change");
        truth.departs &= now;
        return was != now && !now ? 0 : SLEEP;
    }
}
