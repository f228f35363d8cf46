package org.asterism.core.internal.protocol;

import org.asterism.core.internal.protocol.Scene.Truth;

/**
 * What workers and other threads do with the machine, in steps of one access each: the loops of {@link Waits} and of
 * the worker's cycle. What the bystander knows changes in the step that makes it true.
 */
final class Moves {
    private final Scene scene;

    /** What goes wrong on purpose, to see that it is found. */
    private final Mistake mistake;

    Moves(Scene scene, Mistake mistake) {
        this.scene = scene;
        this.mistake = mistake;
    }

    /**
     * A worker looks for a task and finds one; hindered by its lock it waits, otherwise it sleeps until it is woken.
     */
    Move look(int worker) {
        return look(worker, null);
    }

    /** A worker looks for a task, and does something within. */
    Move look(int worker, Move within) {
        return new Look(scene, mistake, worker, within, false);
    }

    /** A worker looks for tasks in vain, and answers whoever calls it, until all threads have ended. */
    Move serve(int worker) {
        return new Look(scene, mistake, worker, null, true);
    }

    /** A worker pushes a task that it has released. */
    Move push(int worker) {
        WorkerProtocol machine = scene.machine(worker);
        Truth truth = scene.truth(worker);
        return (local, at) -> switch (at) {
            case 0 -> {
                local[1] = machine.announcePush();
                yield 1;
            }
            case 1 -> {
                if (!machine.mayPush(local[1])) {
                    yield 10;
                }
                truth.exclusive++;
                yield local[0] == 1 ? 2 : 3;
            }
            case 2 -> {
                machine.wantNoMore();
                truth.waitsNoMore();
                yield 3;
            }
            case 3 -> {
                truth.exclusive--;
                machine.leave(local[1]);
                yield Move.DONE;
            }
            case 10 -> {
                machine.leave(local[1]);
                yield 11;
            }
            case 11 -> {
                machine.want();
                truth.waitsForItsLock();
                local[0] = 1;
                yield 12;
            }
            case 12 -> machine.isLocked() ? 12 : 0;
            default -> throw new AssertionError(at);
        };
    }

    /** Within a look: the worker relaxes, does something with another one, and goes on with its own data. */
    Move relaxed(int worker, Move within) {
        WorkerProtocol machine = scene.machine(worker);
        Truth truth = scene.truth(worker);
        int inside = 30;
        return (local, at) -> {
            if (at >= inside) {
                int next = within.step(local, at - inside);
                return next == Move.DONE ? 1 : next + inside;
            }
            return switch (at) {
                case 0 -> {
                    truth.exclusive--;
                    machine.relax();
                    yield inside;
                }
                case 1 -> {
                    machine.announceUnrelax();
                    yield 2;
                }
                case 2 -> {
                    if (!machine.mayGoOn()) {
                        yield 10;
                    }
                    truth.exclusive++;
                    yield local[0] == 1 ? 3 : Move.DONE;
                }
                case 3 -> {
                    machine.wantNoMore();
                    truth.waitsNoMore();
                    local[0] = 0;
                    yield Move.DONE;
                }
                case 10 -> {
                    machine.relax();
                    yield 11;
                }
                case 11 -> {
                    machine.want();
                    truth.waitsForItsLock();
                    local[0] = 1;
                    yield 12;
                }
                case 12 -> machine.isLocked() ? 12 : 1;
                default -> throw new AssertionError(at);
            };
        };
    }

    /** Somebody locks a worker, waiting for it, and unlocks it; relaxed, if it is a worker. */
    Move lock(int victim) {
        WorkerProtocol machine = scene.machine(victim);
        Truth truth = scene.truth(victim);
        return (local, at) -> switch (at) {
            case 0 -> machine.reserve() ? 1 : 0;
            case 1 -> {
                if (mistake != Mistake.DO_NOT_AWAIT_THE_GRANT && !machine.isGranted()) {
                    yield 1;
                }
                truth.lockIsGranted();
                yield 2;
            }
            case 2 -> {
                truth.holders--;
                machine.unlock();
                yield Move.DONE;
            }
            default -> throw new AssertionError(at);
        };
    }

    /** Somebody locks a worker if that is possible at once. */
    Move tryLock(int victim) {
        WorkerProtocol machine = scene.machine(victim);
        Truth truth = scene.truth(victim);
        return (local, at) -> switch (at) {
            case 0 -> machine.reserve() ? 1 : Move.DONE;
            case 1 -> {
                if (!machine.isGranted()) {
                    yield 3;
                }
                truth.lockIsGranted();
                yield 2;
            }
            case 2 -> {
                truth.holders--;
                machine.unlock();
                yield Move.DONE;
            }
            case 3 -> {
                machine.unlock();
                yield Move.DONE;
            }
            default -> throw new AssertionError(at);
        };
    }

    /** Somebody asks whether a worker is away with a team. */
    Move observe(int victim) {
        WorkerProtocol machine = scene.machine(victim);
        Truth truth = scene.truth(victim);
        return (local, at) -> switch (at) {
            case 0 -> machine.reserve() ? 1 : 0;
            case 1 -> {
                if (!machine.isGranted()) {
                    yield 1;
                }
                truth.lockIsGranted();
                yield 2;
            }
            case 2 -> {
                Scene.require(truth.exclusive == 0, "a worker was observed that was not open");
                truth.holders--;
                truth.observed |= !machine.observe();
                if (mistake == Mistake.FORGET_THE_TAINT) {
                    machine.forgetObservation();
                }
                yield Move.DONE;
            }
            default -> throw new AssertionError(at);
        };
    }

    /** Somebody changes the contexts of workers, which are given in the order of their ids. */
    Move change(int changer, int... workers) {
        int waiting = 10;
        int changing = 20;
        int ending = 30;
        return (local, at) -> {
            if (at < waiting) {
                if (!scene.machine(workers[at]).tryNotice(changer)) {
                    return at;
                }
                return at + 1 < workers.length ? at + 1 : waiting;
            }
            if (at < changing) {
                int index = at - waiting;
                WorkerProtocol machine = scene.machine(workers[index]);
                if (mistake != Mistake.DO_NOT_AWAIT_THE_LOOK && machine.isLooking()) {
                    machine.waitForLook();
                    return at;
                }
                scene.truth(workers[index]).changers++;
                return index + 1 < workers.length ? at + 1 : changing;
            }
            if (at == changing) {
                return ending;
            }
            int index = (at - ending) / 2;
            Truth truth = scene.truth(workers[index]);
            if ((at - ending) % 2 == 0) {
                truth.changers--;
                scene.machine(workers[index]).endNotice();
                return mistake != Mistake.DO_NOT_WAKE ? at + 1 : next(index, workers, ending);
            }
            truth.asleep = false;
            return next(index, workers, ending);
        };
    }

    private static int next(int index, int[] workers, int ending) {
        return index + 1 < workers.length ? ending + 2 * (index + 1) : Move.DONE;
    }

    /** Somebody calls workers to a team, waits until all have come, and dismisses them. */
    Move team(int... workers) {
        int waiting = 10;
        int dismissing = 20;
        int leaving = 30;
        return (local, at) -> {
            if (at < waiting) {
                int index = at / 2;
                if (at % 2 == 0) {
                    return scene.machine(workers[index]).tryCall() ? at + 1 : at;
                }
                scene.truth(workers[index]).asleep = false;
                return index + 1 < workers.length ? at + 1 : waiting;
            }
            if (at < dismissing) {
                int index = at - waiting;
                if (!scene.machine(workers[index]).isBlocked()) {
                    return at;
                }
                scene.truth(workers[index]).teams++;
                return index + 1 < workers.length ? at + 1 : dismissing;
            }
            if (at < leaving) {
                int index = (at - dismissing) / 2;
                if ((at - dismissing) % 2 == 0) {
                    WorkerProtocol machine = scene.machine(workers[index]);
                    scene.truth(workers[index]).teams--;
                    machine.dismiss();
                    scene.truth(workers[index]).departs = machine.calls() == 0 && machine.isBlocked();
                    return at + 1;
                }
                scene.truth(workers[index]).asleep = false;
                return index + 1 < workers.length ? at + 1 : leaving;
            }
            int index = at - leaving;
            if (!scene.machine(workers[index]).isDismissed()) {
                return at;
            }
            return index + 1 < workers.length ? at + 1 : Move.DONE;
        };
    }
}
