package org.asterism.debug;

import java.util.Objects;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;

/** The tasks that a breakpoint is for. */
public sealed interface Target {
    /**
     * Whether a task is meant. Any thread; called for each task.
     *
     * @param task any
     * @return true if the breakpoint is for it
     */
    boolean includes(Task task);

    /**
     * A single task.
     *
     * @param task the task
     */
    record OneTask(Task task) implements Target {
        /** Refuses null. */
        public OneTask {
            Objects.requireNonNull(task, "task");
        }

        @Override
        public boolean includes(Task other) {
            return other == task;
        }

        @Override
        public String toString() {
            return task.toString();
        }
    }

    /**
     * All tasks of the codelets of one name.
     *
     * @param codelet the name
     */
    record OfCodelet(String codelet) implements Target {
        /** Refuses an empty name. */
        public OfCodelet {
            requireName("codelet", codelet);
        }

        @Override
        public boolean includes(Task task) {
            return task.codelet().name().equals(codelet);
        }

        @Override
        public String toString() {
            return "codelet=" + codelet;
        }
    }

    /**
     * All tasks that use the data of one name.
     *
     * @param data the name of a handle
     */
    record UsingData(String data) implements Target {
        /** Refuses an empty name. */
        public UsingData {
            requireName("data", data);
        }

        @Override
        public boolean includes(Task task) {
            for (int index = 0; index < task.dataCount(); index++) {
                DataHandle handle = task.handle(index);
                if (handle != null && data.equals(handle.name())) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String toString() {
            return "data=" + data;
        }
    }

    private static void requireName(String what, String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    what + "= lacks a name: give the name of a " + (what.equals("data") ? "handle" : what));
        }
    }
}
