package org.asterism.run;

import java.nio.file.Path;
import org.asterism.api.ScopedRuntime;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.spi.application.UsageException;

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

    /**
     * Finds a context for a run.
     *
     * @param context name as the user typed it
     * @return view of its runtime in that context, which the runner closes
     * @throws UsageException if there is none with that name
     */
    ScopedRuntime scope(String context);
}
