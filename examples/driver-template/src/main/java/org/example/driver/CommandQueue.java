package org.example.driver;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.asterism.spi.thread.BackgroundThread;

/**
 * A queue of the device: runs commands one after the other, in the order in which they were added. Its thread starts
 * with the first command. For a real device, the library's queue takes the place of this class.
 */
final class CommandQueue {
    private final ExecutorService executor;

    CommandQueue(String name) {
        executor = Executors.newSingleThreadExecutor(work -> new BackgroundThread(name, work));
    }

    /**
     * Adds a command and returns at once.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the queue is closed
     */
    Command add(Command.Work work) {
        Command command = new Command(work);
        executor.execute(command::run);
        return command;
    }

    /** Ends the thread when it has run all commands. Does not wait for it, because that thread may be the caller. */
    void close() {
        executor.shutdown();
    }
}
