package org.asterism.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.PrintStream;
import java.lang.ref.WeakReference;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.asterism.api.Codelet;
import org.asterism.api.PolicyDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.embedded.Asterism;
import org.asterism.embedded.Container;
import org.asterism.embedded.ContainerBuilder;
import org.asterism.testsupport.GarbageCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.BundleWiring;

/** Containers in this virtual machine, whose class path is that of any program with the dependency. */
@Timeout(120)
class ContainerIT {
    private static final String POLICY = "newest-first";
    private static final String PLUG_IN_NAME = "org.example.policy-template";
    private static final Path PLUG_IN = Path.of("../examples/policy-template/target/policy-template-1.0.0.jar");

    @TempDir
    private Path folder;

    private final AtomicLong executed = new AtomicLong();

    private Codelet count() {
        return Codelet.named("count").cpu(_ -> executed.incrementAndGet()).build();
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "not within a minute: " + what);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private static Optional<PolicyDescription> policy(TaskRuntime runtime) {
        return runtime.policies().stream()
                .filter(policy -> policy.name().equals(POLICY))
                .findFirst();
    }

    private ContainerBuilder watching() {
        return Asterism.container().watch(folder).property("felix.fileinstall.poll", "100");
    }

    /** Copies the plug-in with another description of its policy; the file appears as a whole. */
    private void drop(String description) throws Exception {
        Path copy = Files.copy(PLUG_IN, folder.resolveSibling(folder.getFileName() + ".new"));
        try (FileSystem jar = FileSystems.newFileSystem(copy)) {
            Path component = jar.getPath("OSGI-INF/org.example.policy.NewestFirstFactory.xml");
            Files.writeString(
                    component,
                    Files.readString(component).replace("the task that became ready last runs first", description));
        }
        Files.move(copy, folder.resolve("policy.jar"), StandardCopyOption.ATOMIC_MOVE);
    }

    private static WeakReference<ClassLoader> loader(Container container, String bundle) {
        return Arrays.stream(container.unwrap(BundleContext.class).getBundles())
                .filter(candidate -> candidate.getSymbolicName().equals(bundle))
                .map(found ->
                        new WeakReference<>(found.adapt(BundleWiring.class).getClassLoader()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldTakeReplaceAndDropAPolicyWhileTasksRun() throws Exception {
        try (Container container = watching().start()) {
            TaskRuntime runtime = container.runtime();
            assertTrue(policy(runtime).isEmpty());
            long submitted = 0;

            drop("the first");
            await("the policy is there", () -> policy(runtime).isPresent());
            runtime.defaultContext().usePolicy(POLICY);
            WeakReference<ClassLoader> first = loader(container, PLUG_IN_NAME);
            submitted += submit(runtime);

            drop("the second");
            await(
                    "the policy is replaced",
                    () -> policy(runtime)
                            .filter(is -> is.description().equals("the second"))
                            .isPresent());
            submitted += submit(runtime);
            WeakReference<ClassLoader> second = loader(container, PLUG_IN_NAME);

            Files.delete(folder.resolve("policy.jar"));
            await("the policy is gone", () -> policy(runtime).isEmpty());
            submitted += submit(runtime);
            runtime.waitAll();

            assertEquals(submitted, executed.get());
            GarbageCollection.awaitCollected("class loaders of a plug-in", List.of(first, second));
        }
    }

    private long submit(TaskRuntime runtime) {
        Codelet count = count();
        for (int task = 0; task < 1_000; task++) {
            runtime.task(count).submit();
        }
        return 1_000;
    }

    @Test
    void shouldTakeBundlesAndConfigurationThatAreThereAlready() throws Exception {
        drop("there already");
        Files.writeString(folder.resolve("org.asterism.runtime.cfg"), "policy = " + POLICY + "\n");
        try (Container container = watching().start()) {
            TaskRuntime runtime = container.runtime();
            long submitted = submit(runtime);
            runtime.waitAll();
            assertEquals(Optional.of(POLICY), runtime.defaultContext().policy());
            assertEquals(submitted, executed.get());
        }
    }

    @Test
    void shouldMakeFurtherRuntimesAndWatchNothingUnlessAsked() {
        Container container = Asterism.container().start();
        try (TaskRuntime runtime =
                container.create(RuntimeConfiguration.defaults().withPolicy("prio"))) {
            submit(runtime);
        }
        assertEquals(1_000, executed.get());
        for (Bundle bundle : container.unwrap(BundleContext.class).getBundles()) {
            assertFalse(
                    bundle.getSymbolicName().equals("org.apache.felix.fileinstall")
                            && bundle.getState() == Bundle.ACTIVE,
                    "File Install would watch a folder of its own choice");
        }
        container.close();
    }

    @Test
    void shouldEndTheTasksOfTheSharedRuntimeAndLeaveNothingBehind() {
        Container container = Asterism.container().start();
        BundleContext context = container.unwrap(BundleContext.class);
        Path cache = Path.of(context.getProperty("org.osgi.framework.storage"));
        Codelet slow = Codelet.named("slow")
                .cpu(_ -> {
                    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    executed.incrementAndGet();
                })
                .build();
        for (int task = 0; task < 500; task++) {
            container.runtime().task(slow).submit();
        }
        container.close();
        container.close();

        assertEquals(500, executed.get());
        assertFalse(Files.exists(cache.getParent()), cache::toString);
        assertEquals(
                "the container has stopped: start another one",
                assertThrows(IllegalStateException.class, container::runtime).getMessage());
    }

    @Test
    void shouldRefuseToWatchWhatIsNoFolder() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Path missing = folder.resolve("missing");
        ContainerBuilder builder = Asterism.container();
        assertEquals(
                "'" + missing + "' cannot be watched: make this folder first",
                assertThrows(IllegalArgumentException.class, () -> builder.watch(missing))
                        .getMessage());
        assertEquals(
                "'" + file + "' cannot be watched: it is no folder; name its folder",
                assertThrows(IllegalArgumentException.class, () -> builder.watch(file))
                        .getMessage());
    }

    @Test
    void shouldDeleteItsFilesAlsoIfAnInterruptedThreadClosesIt() {
        Container container = Asterism.container().start();
        Path work = Path.of(container.unwrap(BundleContext.class).getProperty(Constants.FRAMEWORK_STORAGE))
                .getParent();
        assertTrue(Files.exists(work));
        Thread.currentThread().interrupt();
        container.close();
        assertTrue(Thread.interrupted());
        assertFalse(Files.exists(work), work::toString);
    }

    @Test
    void shouldSharePackagesOfTheProgramBesidesThoseOfAsterism() {
        try (Container container = Asterism.container()
                .property(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, "org.example.shared;version=\"1.0.0\"")
                .start()) {
            assertNotNull(container.runtime());
            String shared = container.unwrap(BundleContext.class).getProperty(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA);
            assertTrue(shared.contains("org.asterism.api;") && shared.contains("org.example.shared;"), shared);
        }
    }

    @Test
    void shouldOpenTheShellUntilTheUserLeavesIt() throws Exception {
        String shown = shellProgram(System.getProperty("java.class.path"));
        assertTrue(shown.contains("eager"), shown);
    }

    @Test
    void shouldNameWhatAProgramCanDoAboutAMissingPackage() throws Exception {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        headers.putValue(Constants.BUNDLE_SYMBOLICNAME, "lacking");
        headers.putValue(Constants.IMPORT_PACKAGE, "org.asterism.api,org.example.missing");
        Path jar = folder.resolve("lacking.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();

        String shown = shellProgram(System.getProperty("java.class.path") + File.pathSeparator + jar);

        assertTrue(shown.contains("; add the dependency, or copy the bundle into a watched folder, or take "), shown);
    }

    private String shellProgram(String classPath) throws Exception {
        Path plugins = Files.createDirectory(folder.resolve("plugins"));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath,
                        ShellProgram.class.getName(),
                        plugins.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try (PrintStream keyboard = new PrintStream(process.getOutputStream(), true)) {
            keyboard.println("asterism:policies");
        }
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            fail("no end after Ctrl-D: " + Files.readString(output));
        }
        String shown = Files.readString(output);
        assertTrue(shown.endsWith("the shell is closed" + System.lineSeparator()), shown);
        assertEquals(0, process.exitValue(), shown);
        return shown;
    }
}
