package org.asterism.run;

import java.nio.file.Path;
import org.asterism.api.ScopedRuntime;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.spi.application.UsageException;

/** What a {@link Runner} asks of the program that begins its runs. Called by the threads of the runs. */
public interface RunHost {
    /**
     * A tree of components that is declared as a policy.
     *
     * @param name of the policy
     * @param declaration ends with {@link #close}
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
     * @param file with the description
     * @return closed when the run has ended
     * @throws UsageException if there is no such file, or it describes no tree that can be used
     * @throws IllegalStateException if no bundle brings trees
     */
    NamedTree declareTree(Path file);

    /**
     * Finds a context to run in.
     *
     * @param context its name as the user typed it
     * @return its runtime as seen in that context; the runner ends it
     * @throws UsageException if there is none of that name
     */
    ScopedRuntime scope(String context);
}
