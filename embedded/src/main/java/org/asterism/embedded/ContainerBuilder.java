package org.asterism.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.asterism.embedded.internal.ContainerStarter;
import org.asterism.embedded.internal.ServiceProviders;

/**
 * The settings of a {@link Container}; {@link Asterism#container()} makes an object of this class.
 *
 * <p><b>Threads.</b> One at a time.
 */
public final class ContainerBuilder {
    private final List<Path> folders = new ArrayList<>();
    private final Map<String, String> properties = new HashMap<>();
    private boolean shell;

    ContainerBuilder() {}

    /**
     * Watches a folder. Bundles ({@code .jar}) and configurations ({@code PID.cfg}, {@code PID.config}) in it are
     * installed before {@link #start} returns. Those that come, change or go later are followed within a second. A file
     * that cannot be used is logged in one line.
     *
     * @param folder with the files; subfolders are left alone
     * @return this
     * @throws IllegalArgumentException if there is no such folder, or its name has a comma
     */
    public ContainerBuilder watch(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            throw new IllegalArgumentException("'" + absolute + "' cannot be watched: "
                    + (Files.exists(absolute) ? "it is no folder; name its folder" : "make this folder first"));
        }
        if (absolute.toString().indexOf(',') >= 0) {
            throw new IllegalArgumentException(
                    "'" + absolute + "' cannot be watched: File Install does not accept commas; rename the folder");
        }
        folders.add(absolute);
        return this;
    }

    /**
     * Opens the shell at the terminal when the container has started. Leaving the shell stops the container. The shell
     * is the dependency {@code asterism-shell-gogo}.
     *
     * @return this
     */
    public ContainerBuilder shell() {
        shell = true;
        return this;
    }

    /**
     * Sets a property of the framework or of one of its bundles, such as {@code felix.fileinstall.poll}, the
     * milliseconds between two looks at the watched folders. Packages in
     * {@code org.osgi.framework.system.packages.extra} are those of the program that plug-ins share besides Asterism's.
     *
     * @param name of the property
     * @param value of the property
     * @return this
     */
    public ContainerBuilder property(String name, String value) {
        properties.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Starts the container with the plug-ins of the class path. A plug-in that does not start is logged in one line,
     * and the others work.
     *
     * @return the running container; the caller closes it
     * @throws IllegalStateException if a dependency is missing, or the core does not start
     */
    public Container start() {
        return ServiceProviders.ofCallingThread()
                .first(ContainerStarter.class, "container")
                .orElseThrow(() -> new IllegalStateException(
                        "no container is on the class path: add the dependency org.asterism:asterism-container"))
                .start(new ContainerStarter.Request(List.copyOf(folders), shell, Map.copyOf(properties)));
    }
}
