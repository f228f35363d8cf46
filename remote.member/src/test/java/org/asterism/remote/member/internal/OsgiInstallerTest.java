package org.asterism.remote.member.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.apache.felix.framework.FrameworkFactory;
import org.asterism.api.Codelet;
import org.asterism.kit.remote.BundleContent;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.CodeletSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.launch.Framework;

/** Bundles of a coordinator in a framework. */
@Timeout(60)
class OsgiInstallerTest {
    private static final String NAME = "org.example.sent";

    @TempDir
    private Path folder;

    private final CodeletIndex codelets = new CodeletIndex();
    private Framework felix;
    private BundleContext context;
    private OsgiInstaller installer;

    @BeforeEach
    void start() throws Exception {
        felix = new FrameworkFactory()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString()));
        felix.start();
        context = felix.getBundleContext();
        installer = installer();
    }

    private OsgiInstaller installer() {
        return new OsgiInstaller("node1", 1 << 20, context, codelets, 1);
    }

    @AfterEach
    void stop() throws Exception {
        installer.close();
        felix.stop();
        felix.waitForStop(0);
    }

    /** Lets bundles of the test name a codelet when they start, as Declarative Services would. */
    private void letBundlesNameCodelets() {
        Codelet codelet = Codelet.named("sent").cpu(kernel -> {}).build();
        context.addBundleListener((SynchronousBundleListener) event -> {
            if (event.getType() == BundleEvent.STARTED
                    && NAME.equals(event.getBundle().getSymbolicName())) {
                codelets.add(() -> Map.of("sent", codelet), BundleContent.of(event.getBundle()));
            }
        });
    }

    private static byte[] jar(String content, String... headers) {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        attributes.putValue(Constants.BUNDLE_SYMBOLICNAME, NAME);
        attributes.putValue(Constants.BUNDLE_VERSION, "1.2.3");
        for (int index = 0; index < headers.length; index += 2) {
            attributes.putValue(headers[index], headers[index + 1]);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            jar.putNextEntry(new ZipEntry("folder/content"));
            jar.write(content.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return bytes.toByteArray();
    }

    /** What a coordinator would say of a bundle. */
    private CodeletSource sourceOf(byte[] jar) throws BundleException {
        Bundle bundle = context.installBundle("of-the-coordinator", new ByteArrayInputStream(jar));
        CodeletSource source = BundleContent.of(bundle);
        bundle.uninstall();
        return source;
    }

    private String install(CodeletSource source, byte[] jar) {
        return installer.install(source, new ByteArrayInputStream(jar));
    }

    private List<String> installed() {
        return Arrays.stream(context.getBundles())
                .map(Bundle::getLocation)
                .filter(location -> location.startsWith(OsgiInstaller.LOCATION))
                .toList();
    }

    @Test
    void shouldInstallABundleThatItLacksAndUninstallItAtTheEnd() throws Exception {
        letBundlesNameCodelets();
        byte[] jar = jar("1");
        CodeletSource source = sourceOf(jar);
        assertNull(installer.obstacle(source));
        assertEquals("", install(source, jar));
        assertTrue(codelets.has(source));
        String location = "asterism-remote:" + NAME + ":1.2.3:" + source.hash();
        assertEquals(List.of(location), installed());
        assertEquals(Bundle.ACTIVE, context.getBundle(location).getState());
        assertEquals("", installer.obstacle(source), "it is there now");
        installer.close();
        assertEquals(List.of(), installed());
        assertEquals("the member ends", install(source, jar));
        assertEquals(List.of(), installed());
    }

    @Test
    void shouldRefuseABundleWhoseContentIsAnother() throws Exception {
        letBundlesNameCodelets();
        CodeletSource source = sourceOf(jar("1"));
        String obstacle = install(source, jar("2"));
        assertTrue(obstacle.contains("hash " + source.hash() + " was expected"), obstacle);
        obstacle = install(source, jar("1", Constants.BUNDLE_VERSION, "1.2.4"));
        assertTrue(obstacle.startsWith("the content is org.example.sent 1.2.4"), obstacle);
        obstacle = install(source, "no jar file".getBytes(StandardCharsets.UTF_8));
        assertTrue(!obstacle.isEmpty(), obstacle);
        assertEquals(List.of(), installed());
        assertEquals(List.of(), codelets.references(), "code of a wrong bundle has run");
    }

    @Test
    void shouldNotReplaceABundleOfTheSameNameAndVersion() throws Exception {
        CodeletSource source = sourceOf(jar("1"));
        Bundle own = context.installBundle("own", new ByteArrayInputStream(jar("2")));
        String obstacle = installer.obstacle(source);
        assertTrue(
                obstacle.startsWith("there is " + BundleContent.of(own) + ", which is not replaced: give both sides"),
                obstacle);
        own.update(new ByteArrayInputStream(jar("1")));
        assertEquals(
                "it is installed there, and has no codelets: see whether it is started", installer.obstacle(source));
        own.update(new ByteArrayInputStream(jar("2", Constants.BUNDLE_VERSION, "1.2.4")));
        assertNull(installer.obstacle(source), "other versions may be there as well");
    }

    @Test
    void shouldSayWhyABundleCannotBeUsed() throws Exception {
        byte[] needy = jar("1", Constants.IMPORT_PACKAGE, "org.example.missing");
        String obstacle = install(sourceOf(needy), needy);
        assertTrue(obstacle.contains("does not start") && obstacle.contains("org.example.missing"), obstacle);
        assertEquals(1, obstacle.lines().count(), obstacle);
        byte[] silent = jar("1");
        obstacle = install(sourceOf(silent), silent);
        assertTrue(obstacle.contains("named no codelets within 1 s"), obstacle);
        assertEquals(List.of(), installed());
    }

    @Test
    void shouldUninstallWhatAnEarlierProcessHasLeft() throws Exception {
        context.installBundle(OsgiInstaller.LOCATION + "left", new ByteArrayInputStream(jar("1")));
        assertEquals(1, installed().size());
        installer.close();
        installer = installer();
        assertEquals(List.of(), installed());
    }
}
