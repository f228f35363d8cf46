package org.asterism.policy.heteroprio.internal;

import org.asterism.api.Task;

/** Which tasks count as one kind of work, and share a bucket. */
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

    /** What people call the bucket of a task, and properties too. */
    abstract String name(Task task);

    /** The kind of work, which {@link #part} divides; asked for with each task. */
    String kind(Task task) {
        return name(task);
    }

    /** What tells tasks of one codelet apart that are not of one kind. */
    int part(Task task) {
        return 0;
    }
}
