package org.asterism.policy.heteroprio.internal;

import org.asterism.api.Task;

/** Rule that decides which tasks are one kind of work and share a bucket. */
enum Grouping {
    /** Tasks whose codelets have one performance model; without a model, one name. */
    MODEL {
        @Override
        String name(Task task) {
            return task.codelet().model() == null
                    ? task.codelet().name()
                    : task.codelet().model().symbol();
        }
    },
    /** Tasks whose codelets have one name. */
    CODELET {
        @Override
        String name(Task task) {
            return task.codelet().name();
        }
    },
    /** Tasks of one performance model, or one name, whose data have one size. */
    SIZE {
        @Override
        String name(Task task) {
            return MODEL.name(task);
        }

        @Override
        int part(Task task) {
            return task.footprint();
        }
    },
    /** Tasks of one priority: the program's priorities number the buckets. */
    PRIORITY {
        @Override
        String name(Task task) {
            return Integer.toString(task.priority());
        }

        @Override
        String kind(Task task) {
            return "";
        }

        @Override
        int part(Task task) {
            return task.priority();
        }
    };

    /** Returns the name of a task's bucket, for messages and properties. */
    abstract String name(Task task);

    /** Returns the kind of work, which {@link #part} divides further. Called for each task. */
    String kind(Task task) {
        return name(task);
    }

    /** Returns the number that separates tasks of one codelet into kinds. */
    int part(Task task) {
        return 0;
    }
}
