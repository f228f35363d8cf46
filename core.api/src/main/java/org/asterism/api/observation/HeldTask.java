package org.asterism.api.observation;

import java.util.Objects;
import java.util.Optional;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * Task that a debugger keeps from going on, with the thread that is there.
 *
 * @param task the task
 * @param worker the worker whose thread is kept; empty if it is a thread of the program
 * @param place where the task is held, in words that follow "is held at", such as {@code "breakpoint 1 (pop)"}
 * @param remedy what lets it go on, in words that precede "lets it go on", such as {@code "asterism:continue 3"}
 */
public record HeldTask(Task task, Optional<Worker> worker, String place, String remedy) {
    /** Refuses null. */
    public HeldTask {
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(worker, "worker");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(remedy, "remedy");
    }

    /**
     * Adds the worker whose thread is kept.
     *
     * @param known the worker
     * @return the same task, held on this worker
     */
    public HeldTask on(Worker known) {
        return new HeldTask(task, Optional.of(known), place, remedy);
    }

    /**
     * The reason in words that follow the name of the task or of the worker.
     *
     * @return such as {@code "is held at breakpoint 1 (pop); asterism:continue 3 lets it go on"}
     */
    public String text() {
        return "is held at " + place + "; " + remedy + " lets it go on";
    }
}
