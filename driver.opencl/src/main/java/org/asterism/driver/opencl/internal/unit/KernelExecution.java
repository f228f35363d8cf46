package org.asterism.driver.opencl.internal.unit;

import org.asterism.driver.opencl.internal.library.Events;
import org.asterism.driver.opencl.internal.queue.CommandQueue;
import org.asterism.driver.opencl.internal.queue.PendingCommands;
import org.asterism.spi.driver.Execution;

/** A task's commands. Their times are queried when they have ended. */
final class KernelExecution implements Execution {
    private final Commands commands;
    private final Inspections inspections;
    private final Runnable atEnd;
    private final Runnable atFailure;
    private Exception thrown;
    private boolean ended;

    /**
     * An execution.
     *
     * @param what is run; its text is for messages, and asked for only then
     * @param thrown the exception with which the task fails when its commands have ended; null for none
     * @param inspections the inspections to make when its commands have ended well; null for none
     * @param atEnd gives back what the task had, when its commands have ended
     * @param atFailure is run when one of its commands has failed
     * @param ordered whether the last event is no command's, but happens in the order of launches
     * @param events of its commands, and the one that has the order
     */
    KernelExecution(
            CommandQueue queue,
            Object what,
            Exception thrown,
            Inspections inspections,
            Runnable atEnd,
            Runnable atFailure,
            boolean ordered,
            long... events) {
        this.commands = new Commands(queue, what, ordered ? events.length - 1 : events.length, events);
        this.thrown = thrown;
        this.inspections = inspections;
        this.atEnd = atEnd;
        this.atFailure = atFailure;
    }

    @Override
    public boolean isFinished() throws Exception {
        try {
            if (!commands.isFinished()) {
                return false;
            }
        } catch (RuntimeException failed) {
            end(false);
            if (thrown != null) {
                thrown.addSuppressed(failed);
                throw thrown;
            }
            throw failed;
        }
        end(true);
        if (thrown != null) {
            throw thrown;
        }
        return true;
    }

    private void end(boolean well) {
        if (ended) {
            return;
        }
        ended = true;
        if (!well) {
            atFailure.run();
        }
        try {
            if (inspections != null) {
                look(well);
            }
        } finally {
            atEnd.run();
        }
    }

    private void look(boolean well) {
        try {
            if (well && thrown == null) {
                inspections.look();
            }
        } catch (Exception found) {
            thrown = found;
        } catch (Error fatal) {
            thrown = new IllegalStateException("what looks at a result has thrown " + fatal, fatal);
        } finally {
            inspections.giveBack();
        }
    }

    @Override
    public boolean whenFinished(Runnable wake) {
        return commands.whenFinished(wake);
    }

    @Override
    public long kernelNanos() {
        return commands.nanos;
    }

    /** Adds up the times of commands; kernels of one task do not overlap. */
    private static final class Commands extends PendingCommands {
        private final int count;
        private long nanos;

        Commands(CommandQueue queue, Object what, int count, long... events) {
            super(queue, what, events);
            this.count = count;
        }

        @Override
        protected boolean tells(int number) {
            return number < count;
        }

        @Override
        protected void measure(long[] ofAll) {
            long sum = 0;
            for (int number = 0; number < count && sum >= 0; number++) {
                long more = Events.nanos(ofAll[number]);
                sum = more < 0 ? -1 : sum + more;
            }
            nanos = sum;
        }
    }
}
