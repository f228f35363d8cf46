package org.asterism.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.asterism.api.ScopedRuntime;
import org.asterism.api.TaskRuntime;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.remote.Cluster;

/** Services that a {@link Runner} needs from the program that starts its runs. The threads of the runs call them. */
public interface RunHost {
    /**
     * Tree of components that is declared as a policy.
     *
     * @param name name of the policy
     * @param declaration declaration, which {@link #close} ends
     */
    record NamedTree(String name, SchedulingTrees.Declaration declaration) implements AutoCloseable {
        @Override
        public void close() {
            declaration.close();
        }
    }

    /**
     * Declares the tree that a file describes.
     *
     * @param file file with the description
     * @return tree that the runner closes after the run
     * @throws UsageException if there is no such file, or its tree cannot be used
     * @throws IllegalStateException if no bundle supports trees
     */
    NamedTree declareTree(Path file);

    /** A recording of one run, under way. */
    interface Recording {
        /**
         * Ends the recording. Does not throw: the run counts, and what is wrong with the file is one of the figures.
         *
         * @return the figures {@code trace} (the file), {@code trace_records}, {@code trace_lost} (events that were
         *     lost), and {@code trace_trouble} if the file is not complete
         */
        Map<String, Object> end();
    }

    /**
     * Starts to record a run.
     *
     * @param runtime the runtime that the application sees
     * @param file is replaced if it exists
     * @return the recording, to be ended
     * @throws IOException if the file cannot be written
     * @throws IllegalStateException if no bundle records, unless overridden always
     */
    default Recording record(TaskRuntime runtime, Path file) throws IOException {
        throw new IllegalStateException("nothing can be recorded: is the bundle org.asterism.trace active?");
    }

    /**
     * Starts members on this machine for a run.
     *
     * @param number how many, at least 1
     * @return the members, which the runner closes after the run
     * @throws IOException if one does not start or does not become a member
     * @throws InterruptedException if the thread is interrupted
     * @throws IllegalStateException if no bundle manages members, unless overridden always
     */
    default Cluster.LocalMembers startMembers(int number) throws IOException, InterruptedException {
        throw new IllegalStateException("no members can be started: is the bundle org.asterism.cluster active?");
    }

    /**
     * Finds a context for a run.
     *
     * @param context name as the user typed it
     * @return view of its runtime in that context, which the runner closes
     * @throws UsageException if there is none with that name
     */
    ScopedRuntime scope(String context);
}
