package org.asterism.launcher;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.asterism.framework.WorkFolder;

/** Makes bundles out of a line or two of Java. */
final class TestBundle {
    private final String name;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, String> entries = new LinkedHashMap<>();
    private String members = "";
    private int classVersion;
    private String start = "";
    private String stop = "";

    private TestBundle(String name) {
        this.name = name;
        headers.put("Bundle-ManifestVersion", "2");
        headers.put("Bundle-SymbolicName", name);
        headers.put("Bundle-Version", "1.0.0");
    }

    static TestBundle named(String name) {
        return new TestBundle(name);
    }

    TestBundle header(String key, String value) {
        headers.put(key, value);
        return this;
    }

    /** A further file in the jar. */
    TestBundle entry(String path, String text) {
        entries.put(path, text);
        return this;
    }

    /** Has the classes say that they are of this class file version. */
    TestBundle classVersion(int version) {
        classVersion = version;
        return this;
    }

    /** Fields, methods and nested classes of the activator. */
    TestBundle members(String java) {
        members = java;
        return this;
    }

    /** Statements that run when the bundle starts; {@code context} is its context. */
    TestBundle onStart(String java) {
        start = java;
        return this;
    }

    TestBundle onStop(String java) {
        stop = java;
        return this;
    }

    /**
     * Writes the bundle.
     *
     * @param folder where to
     * @return the jar; it appears there at once and complete, as watched folders need it
     */
    Path writeTo(Path folder) throws IOException {
        var work = Files.createTempDirectory("bundle-");
        var source = work.resolve("Activator.java");
        Files.writeString(source, """
                package %s;
                import java.util.*;
                import java.util.function.*;
                import java.nio.file.*;
                import org.osgi.framework.*;
                public class Activator implements BundleActivator {
                    %s
                    public void start(BundleContext context) throws Exception { %s }
                    public void stop(BundleContext context) throws Exception { %s }
                }
                """.formatted(name, members, start, stop));
        compile(source, work);
        var jar = work.resolve(name + ".jar");
        var classes = work.resolve(name.replace('.', '/'));
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest());
                var files = Files.list(classes)) {
            for (var file : files.toList()) {
                out.putNextEntry(new ZipEntry(work.relativize(file).toString()));
                out.write(versioned(Files.readAllBytes(file)));
            }
            for (var entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        var target = folder.resolve(name + ".jar");
        // Within one file system a move is atomic; the copy's own name keeps the watcher from taking half a file.
        var partial = folder.resolve(name + ".part");
        Files.copy(jar, partial, StandardCopyOption.REPLACE_EXISTING);
        new WorkFolder(work).delete();
        return Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private byte[] versioned(byte[] content) {
        if (classVersion != 0) {
            ByteBuffer.wrap(content).putShort(6, (short) classVersion); // behind the magic number and the minor version
        }
        return content;
    }

    private static void compile(Path source, Path target) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var messages = new StringWriter();
        var options = List.of(
                "-d",
                target.toString(),
                "-proc:none",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source));
            if (!task.call()) {
                throw new IllegalArgumentException("the test's own bundle does not compile: " + messages);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Manifest manifest() {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.forEach((key, value) -> manifest.getMainAttributes().putValue(key, value));
        manifest.getMainAttributes().putValue("Bundle-Activator", name + ".Activator");
        var imported = headers.get("Import-Package");
        manifest.getMainAttributes()
                .putValue("Import-Package", imported == null ? "org.osgi.framework" : imported + ",org.osgi.framework");
        return manifest;
    }
}
