package org.asterism.kit.remote;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.spi.remote.CodeletCatalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Version;

class CodeletIndexTest {
    private static final CodeletSource SOURCE = new CodeletSource("bundle", "1.0.0", "cafe");

    private final Kernel first = kernel -> {};
    private final Kernel second = kernel -> kernel.result(null);
    private final Codelet codelet =
            Codelet.named("twice").cpu(first).cpu(second).build();
    private final CodeletCatalogue catalogue = () -> Map.of("name", codelet);
    private final CodeletIndex index = new CodeletIndex();

    @Test
    void shouldFindCodeletsByObjectByKernelAndByName() {
        index.add(catalogue, SOURCE);
        CodeletReference reference = index.find(codelet).reference();
        assertEquals(new CodeletReference(SOURCE, "name"), reference);
        assertSame(codelet, index.find(reference).orElseThrow().codelet());
        assertEquals(0, index.find(Architecture.CPU, first).number());
        assertEquals(1, index.find(Architecture.CPU, second).number());
        assertNull(index.find(Architecture.CUDA, second));
        assertTrue(index.find(new CodeletReference(new CodeletSource("bundle", "1.0.0", "beef"), "name"))
                .isEmpty());
    }

    @Test
    void shouldForgetTheCodeletsOfABundleThatStops() {
        AtomicInteger changes = new AtomicInteger();
        Runnable end = index.listen(changes::incrementAndGet);
        index.add(catalogue, SOURCE);
        index.remove(catalogue);
        assertEquals(2, changes.get());
        assertNull(index.find(codelet));
        assertEquals(List.of(), index.references());
        end.run();
        index.add(catalogue, SOURCE);
        assertEquals(2, changes.get());
    }

    @Test
    void shouldReadACatalogueOnceAndSkipThoseThatThrow() {
        AtomicInteger calls = new AtomicInteger();
        CodeletCatalogue counting = () -> {
            assertFalse(Thread.holdsLock(index), "a catalogue is called under a lock");
            calls.incrementAndGet();
            return Map.of("name", codelet);
        };
        index.add(counting, SOURCE);
        index.add(
                () -> {
                    throw new IllegalStateException("thrown by a catalogue of the test");
                },
                new CodeletSource("broken", "1.0.0", ""));
        index.add(catalogue, new CodeletSource("another", "1.0.0", ""));
        assertEquals(1, calls.get());
        assertEquals(2, index.references().size());
    }

    @Test
    void shouldTellBundlesOfOtherContentApart(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("a/b"));
        Files.writeString(folder.resolve("a/b/one"), "1");
        Files.writeString(folder.resolve("two"), "2");
        CodeletSource before = BundleContent.of(bundle(folder));
        assertEquals("symbolic", before.name());
        assertEquals("1.2.3", before.version());
        assertEquals(64, before.hash().length());
        assertEquals(before, BundleContent.of(bundle(folder)), "the same content");
        Files.writeString(folder.resolve("a/b/one"), "other");
        assertNotEquals(before.hash(), BundleContent.of(bundle(folder)).hash());
        Files.writeString(folder.resolve("a/b/one"), "1");
        Files.move(folder.resolve("two"), folder.resolve("a/two"));
        assertNotEquals(before.hash(), BundleContent.of(bundle(folder)).hash());
    }

    @Test
    void shouldMakeEqualJarFilesOfEqualBundles(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("META-INF"));
        Files.createDirectories(folder.resolve("A/b"));
        Files.writeString(folder.resolve("META-INF/MANIFEST.MF"), "Manifest-Version: 1.0\nOf-The-Test: yes\n");
        Files.writeString(folder.resolve("A/b/one"), "1");
        byte[] jar = BundleContent.archive(bundle(folder)).read(1000);
        Map<String, String> content = new LinkedHashMap<>();
        try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(jar))) {
            assertEquals("yes", in.getManifest().getMainAttributes().getValue("Of-The-Test"));
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                content.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        assertEquals(Map.of("A/", "", "A/b/", "", "A/b/one", "1", "META-INF/", ""), content);
        Files.setLastModifiedTime(folder.resolve("A/b/one"), FileTime.fromMillis(0));
        assertArrayEquals(jar, BundleContent.archive(bundle(folder)).read(jar.length));
    }

    @Test
    void shouldMakeOneJarFileForAllWhoUseItNow(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("META-INF"));
        Files.writeString(folder.resolve("META-INF/MANIFEST.MF"), "Manifest-Version: 1.0\n");
        BundleArchive archive = BundleContent.archive(bundle(folder));
        expectTooLarge(archive, 10); // before there is one
        byte[] jar = archive.read(1000);
        assertSame(jar, archive.read(jar.length));
        expectTooLarge(archive, jar.length - 1);
        Reference.reachabilityFence(jar);
    }

    private static void expectTooLarge(BundleArchive archive, long most) {
        String refusal = assertThrows(BundleArchive.TooLarge.class, () -> archive.read(most))
                .getMessage();
        assertEquals("its jar file has more than " + most + " bytes", refusal);
    }

    @Test
    void shouldKnowTheCodeThatPeersCanInstall() {
        BundleArchive archive = most -> new byte[0];
        index.add(catalogue, SOURCE, archive);
        index.add(() -> Map.of("name", codelet), new CodeletSource("not sent", "", ""));
        index.add(Map::of, new CodeletSource("without codelets", "", ""), archive);
        assertEquals(Map.of(SOURCE, archive), index.archives());
        assertTrue(index.has(SOURCE));
        index.remove(catalogue);
        assertEquals(Map.of(), index.archives());
        assertFalse(index.has(SOURCE));
    }

    /** A bundle of the files in a folder. */
    private static Bundle bundle(Path folder) {
        return (Bundle) Proxy.newProxyInstance(
                Bundle.class.getClassLoader(),
                new Class<?>[] {Bundle.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "getSymbolicName" -> "symbolic";
                    case "getVersion" -> new Version("1.2.3");
                    case "getEntry" ->
                        folder.resolve((String) arguments[0]).toUri().toURL();
                    case "getEntryPaths" -> entries(folder, (String) arguments[0]);
                    default -> throw new UnsupportedOperationException(method.toString());
                });
    }

    private static Object entries(Path folder, String path) throws IOException {
        List<String> names = new ArrayList<>();
        Path asked = folder.resolve(path.equals("/") ? "" : path);
        try (var files = Files.list(asked)) {
            files.forEach(file -> names.add(folder.relativize(file) + (Files.isDirectory(file) ? "/" : "")));
        }
        Collections.shuffle(names);
        return Collections.enumeration(names);
    }
}
