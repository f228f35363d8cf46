package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import aQute.bnd.header.Parameters;
import aQute.bnd.osgi.repository.SimpleIndexer;
import biz.aQute.resolve.Bndrun;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.service.resolver.ResolutionException;

/** Resolves {@code app.bndrun} of the application template as its users do, and runs the bundles that bnd chose. */
class BndrunIT {
    private static final Path TEMPLATE = Path.of("../examples/application-template");

    @TempDir
    Path folder;

    @Test
    void shouldRunWhatTheTemplateRequiresInFelix() throws Exception {
        List<File> jars = jars();
        Set<String> chosen = resolve(jars, null);

        assertTrue(
                chosen.containsAll(Set.of(
                        "org.example.application-template",
                        "org.asterism.core.api",
                        "org.asterism.core.impl",
                        "org.asterism.driver.cpu",
                        "org.asterism.policy.eager",
                        "org.asterism.topology.hwloc",
                        "org.apache.felix.scr")),
                chosen::toString);
        var bundles = Files.createDirectory(folder.resolve("bundle"));
        for (File jar : jars) {
            String name = name(jar);
            if (name != null && chosen.contains(name)) {
                Files.copy(jar.toPath(), bundles.resolve(jar.getName()));
            }
        }
        var output = folder.resolve("output");
        run("asterism:run squares --numbers 1000 --parts 4", output, bundles);

        var lines = Files.readString(output);
        assertTrue(lines.contains("333833500"), lines);
    }

    /** Of the application alone: of several requirements that are not met, bnd names any. */
    @Test
    void shouldSayThatTheCoreIsMissing() throws Exception {
        List<File> jars = jars();
        jars.removeIf(jar -> jar.getName().startsWith("asterism-core-impl-"));

        var refusal = assertThrows(
                ResolutionException.class, () -> resolve(jars, "bnd.identity;id='org.example.application-template'"));

        assertTrue(refusal.getMessage().contains("osgi.implementation=asterism"), refusal::getMessage);
    }

    @Test
    void shouldChooseTheBundleForServicesOfOthersWithoutThem() throws Exception {
        String bundle = "org.asterism.trace.events";

        assertTrue(resolve(jars(), "bnd.identity;id='" + bundle + "'").contains(bundle));
    }

    /** The bundles of the distribution with the framework, and the template. */
    private static List<File> jars() throws Exception {
        var found = new ArrayList<File>();
        try (var files = Files.walk(DistributionCopy.built())) {
            files.filter(path -> path.toString().endsWith(".jar") && !path.endsWith("launcher.jar"))
                    .forEach(path -> found.add(path.toFile()));
        }
        found.removeIf(jar -> jar.toPath().startsWith(DistributionCopy.built().resolve("load")));
        found.add(jarOf("org.example.application.SquaresApplication"));
        return found;
    }

    private static File jarOf(String type) throws Exception {
        var source = Class.forName(type).getProtectionDomain().getCodeSource();
        return Path.of(source.getLocation().toURI()).toFile();
    }

    /** The symbolic name, or null if the jar is no bundle. */
    private static String name(File jar) throws Exception {
        try (var opened = new aQute.bnd.osgi.Jar(jar)) {
            return opened.getBsn();
        }
    }

    /**
     * Resolves the template's file.
     *
     * @param jars from which bnd chooses
     * @param required instead of what the file requires, or null
     * @return the symbolic names of the chosen bundles
     */
    private Set<String> resolve(List<File> jars, String required) throws Exception {
        var index = folder.resolve("index.xml");
        try (var out = Files.newOutputStream(index)) {
            new SimpleIndexer()
                    .files(jars)
                    .base(folder.toUri())
                    .name("Asterism")
                    .index(out);
        }
        // A copy, because bnd keeps its files beside it.
        var described = folder.resolve("app.bndrun");
        Files.writeString(described, Files.readString(TEMPLATE.resolve("app.bndrun")));
        try (var run = Bndrun.createBndrun(null, described.toFile())) {
            run.setProperty("asterism.index", index.toUri().toString());
            if (required != null) {
                run.setProperty("-runrequires", required);
            }
            return new TreeSet<>(new Parameters(run.resolve(false, false)).keySet());
        }
    }

    /** Types a command into the shell of a Felix that starts these bundles. */
    private void run(String command, Path output, Path bundles) throws Exception {
        TestBundle.named("typist").onStart("""
                context.addFrameworkListener(event -> {
                    if (event.getType() != FrameworkEvent.STARTED) {
                        return;
                    }
                    try (var out = new java.io.PrintStream("%s")) {
                        var type = "org.apache.felix.service.command.CommandProcessor";
                        Object processor = context.getService(context.getServiceReference(type));
                        var session = processor.getClass()
                                .getMethod("createSession", java.io.InputStream.class, java.io.OutputStream.class,
                                        java.io.OutputStream.class)
                                .invoke(processor, java.io.InputStream.nullInputStream(), out, out);
                        var result = session.getClass()
                                .getMethod("execute", CharSequence.class)
                                .invoke(session, "%s");
                        out.println(session.getClass()
                                .getMethod("format", Object.class, int.class)
                                .invoke(session, result, 0));
                    } catch (Exception e) {
                        e.printStackTrace();
                    }
                    try {
                        context.getBundle(0).stop();
                    } catch (BundleException e) {
                        throw new IllegalStateException(e);
                    }
                });
                """.formatted(output, command)).writeTo(bundles);
        var conf = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(conf.resolve("config.properties"), "felix.auto.deploy.action=install,start\n");
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "--sun-misc-unsafe-memory-access=allow",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dorg.jline.terminal.dumb=true",
                        "-jar",
                        jarOf("org.apache.felix.main.Main").toString())
                .directory(folder.toFile());
        // The end of its input would end Gogo, and Gogo the framework.
        var result = Finished.of(process, null);
        assertEquals(0, result.status(), result.err());
        assertEquals("", result.err());
    }
}
