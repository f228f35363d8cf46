package org.asterism.embedded.internal;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.asterism.embedded.Container;

/**
 * Starts containers. The artifact {@code asterism-container} provides it, so programs without a container need no OSGi
 * framework on their class path.
 */
public interface ContainerStarter {
    /**
     * The settings that a program has chosen.
     *
     * @param folders to watch
     * @param shell whether to open the shell
     * @param properties of the framework; they take precedence
     */
    record Request(List<Path> folders, boolean shell, Map<String, String> properties) {}

    /**
     * Starts one.
     *
     * @throws IllegalStateException if a dependency is missing, or the core does not start
     */
    Container start(Request request);
}
