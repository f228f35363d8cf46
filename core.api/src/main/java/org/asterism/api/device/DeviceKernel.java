package org.asterism.api.device;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;

/**
 * The implementation of a codelet in the language of a device: a program, the name of a kernel in it, the sources of
 * the kernel's parameters, and the number of work items. The driver of the architecture compiles the program once per
 * kind of device, keeps the result on disk, and launches the kernel without waiting for it. Immutable; for any thread.
 *
 * <pre>{@code
 * static final Codelet SCALE = Codelet.named("scale")
 *         .access(Access.RW)
 *         .implementation(Architecture.OPENCL, DeviceKernel.source(KernelLanguage.OPENCL_C, """
 *                 __kernel void scale(__global double *x, int n, double factor) {
 *                     int i = get_global_id(0);
 *                     if (i < n) x[i] *= factor;
 *                 }""")
 *                 .kernel("scale")
 *                 .arguments(KernelArgument.data(0), KernelArgument.length(0), KernelArgument.doubleValue(kernel -> 2))
 *                 .grid(kernel -> Grid.of(kernel.view(0, VectorView.class).length()))
 *                 .build())
 *         .build();
 * }</pre>
 */
public final class DeviceKernel implements Implementation {
    private final KernelLanguage language;
    private final byte[] program;
    private final String origin;
    private final List<String> options;
    private final Function<? super KernelContext, String> name;
    private final List<KernelArgument> arguments;
    private final Function<? super KernelContext, Grid> grid;

    private DeviceKernel(Builder builder) {
        language = builder.language;
        program = builder.program;
        origin = builder.origin;
        options = List.copyOf(builder.options);
        name = builder.name;
        arguments = List.copyOf(builder.arguments);
        grid = builder.grid;
    }

    /**
     * Starts the description of a kernel whose program is text.
     *
     * @param language of the program; one that {@link KernelLanguage#isText is text}
     * @param text the program
     * @return a builder
     */
    public static Builder source(KernelLanguage language, String text) {
        if (!language.isText()) {
            throw new IllegalArgumentException(language + " is no text: give bytes with DeviceKernel.binary(...)");
        }
        return new Builder(language, text.getBytes(StandardCharsets.UTF_8), "text given by the program");
    }

    /**
     * Starts the description of a kernel whose program is a resource of a bundle. It is read now.
     *
     * @param language of the program
     * @param near a class of the bundle that has the resource
     * @param resource its name, as {@link Class#getResourceAsStream} takes it
     * @return a builder
     * @throws IllegalArgumentException if there is no such resource
     */
    public static Builder resource(KernelLanguage language, Class<?> near, String resource) {
        try (InputStream stream = near.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalArgumentException("there is no resource '" + resource + "' beside " + near.getName()
                        + ": names that begin with / start at the bundle's root, others in the package of the class");
            }
            return new Builder(language, stream.readAllBytes(), resource);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the resource '" + resource + "' cannot be read", unreadable);
        }
    }

    /**
     * Starts the description of a kernel whose program is compiled.
     *
     * @param language of the program
     * @param program its bytes
     * @return a builder
     */
    public static Builder binary(KernelLanguage language, byte[] program) {
        return new Builder(language, program.clone(), "bytes given by the program");
    }

    /**
     * Returns the language of the program.
     *
     * @return the language
     */
    public KernelLanguage language() {
        return language;
    }

    /**
     * The program.
     *
     * @return a copy; UTF-8 if the language is text
     */
    public byte[] program() {
        return program.clone();
    }

    /**
     * Returns the origin of the program, for messages.
     *
     * @return such as the name of a resource
     */
    public String origin() {
        return origin;
    }

    /**
     * Returns the options for the compiler.
     *
     * @return options in the compiler's own words
     */
    public List<String> options() {
        return options;
    }

    /**
     * Returns the name of the program's kernel that is launched.
     *
     * @param context the task's data and argument
     * @return its name in the program
     */
    public String name(KernelContext context) {
        return name.apply(context);
    }

    /**
     * The kernel's parameters.
     *
     * @return in their order
     */
    public List<KernelArgument> arguments() {
        return arguments;
    }

    /**
     * Returns the work items that run the kernel.
     *
     * @param context the task's data and argument
     * @return the grid; null if there is nothing to do, then nothing is launched
     */
    public Grid grid(KernelContext context) {
        return grid.apply(context);
    }

    @Override
    public String toString() {
        return language + " from " + origin;
    }

    /** Collects the parts of a kernel. Not thread-safe. */
    public static final class Builder {
        private final KernelLanguage language;
        private final byte[] program;
        private final String origin;
        private final List<String> options = new ArrayList<>();
        private Function<? super KernelContext, String> name;
        private List<KernelArgument> arguments = List.of();
        private Function<? super KernelContext, Grid> grid;

        private Builder(KernelLanguage language, byte[] program, String origin) {
            this.language = language;
            this.program = program;
            this.origin = origin;
        }

        /**
         * Adds options for the compiler, such as {@code -cl-fast-relaxed-math} or {@code --use_fast_math}.
         *
         * @param more in the compiler's own words
         * @return this
         */
        public Builder options(String... more) {
            options.addAll(Arrays.asList(more));
            return this;
        }

        /**
         * Says which kernel of the program is launched.
         *
         * @param fixed its name; in CUDA C declare it {@code extern "C"}
         * @return this
         */
        public Builder kernel(String fixed) {
            Objects.requireNonNull(fixed, "fixed");
            return kernel(context -> fixed);
        }

        /**
         * Chooses the kernel for each launch, for instance by the type of the data's elements.
         *
         * @param choice returns a name; called by the worker that launches
         * @return this
         */
        public Builder kernel(Function<? super KernelContext, String> choice) {
            name = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /**
         * Says where the kernel's parameters come from.
         *
         * @param inOrder one per parameter
         * @return this
         */
        public Builder arguments(KernelArgument... inOrder) {
            arguments = List.of(inOrder);
            return this;
        }

        /**
         * Says how many work items run the kernel.
         *
         * @param size computes it for each launch; null for nothing to do
         * @return this
         */
        public Builder grid(Function<? super KernelContext, Grid> size) {
            grid = Objects.requireNonNull(size, "size");
            return this;
        }

        /**
         * Makes the description.
         *
         * @return the implementation
         * @throws IllegalStateException if the kernel's name or its grid is missing
         */
        public DeviceKernel build() {
            if (name == null || grid == null) {
                throw new IllegalStateException("the kernel of " + language + " from " + origin + " has no "
                        + (name == null ? "name: give it one with kernel(...)" : "grid: give it one with grid(...)"));
            }
            return new DeviceKernel(this);
        }
    }
}
