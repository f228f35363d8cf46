package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A Karaf as its project ships it, set up as {@code docs/guide/karaf.md} says. */
final class KarafInstallation {
    private static final Path ARCHIVE = Path.of(System.getProperty("asterism.karaf"));
    private static final Path REPOSITORY = Path.of(System.getProperty("asterism.features"));

    private final Path home;

    /**
     * Unpacks and configures it, with two workers.
     *
     * @param folder where its folder is made
     */
    KarafInstallation(Path folder) throws IOException, InterruptedException {
        Process tar = new ProcessBuilder("tar", "xzf", ARCHIVE.toString(), "-C", folder.toString())
                .inheritIO()
                .start();
        assertEquals(0, tar.waitFor());
        home = folder.resolve(ARCHIVE.getFileName().toString().replace(".tar.gz", ""));
        copyFeatures();
        configure();
    }

    private void copyFeatures() throws IOException {
        try (var files = Files.walk(REPOSITORY)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = home.resolve("system").resolve(REPOSITORY.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private void configure() throws IOException {
        replace("etc/org.apache.felix.eventadmin.impl.EventAdmin.cfg", "AddSubject=true", "AddSubject=false");
        replace(
                "etc/org.apache.karaf.features.cfg",
                "(?m)^featuresRepositories = ",
                "featuresRepositories = mvn:org.asterism/asterism-features/" + System.getProperty("asterism.version")
                        + "/xml/features, ");
        replace(
                "etc/org.apache.karaf.features.cfg",
                "(?s)\nfeaturesBoot = .*?\n\n",
                "\nfeaturesBoot = log, deployer, asterism, asterism-gogo, asterism-examples\n\n");
        Files.writeString(
                home.resolve("bin/setenv"),
                "\nexport JAVA_OPTS='--enable-native-access=ALL-UNNAMED -Dasterism.cpu.workers=2'\n",
                StandardOpenOption.APPEND);
    }

    /** Makes it look into the folder {@code deploy} fifty times as often as usual, for tests with many changes. */
    void pollQuickly() throws IOException {
        replace(
                "etc/org.apache.felix.fileinstall-deploy.cfg",
                "(?m)^felix.fileinstall.poll .*$",
                "felix.fileinstall.poll = 20");
    }

    private void replace(String name, String found, String replacement) throws IOException {
        Path file = home.resolve(name);
        String text = Files.readString(file);
        String changed = text.replaceFirst(found, replacement);
        assertNotEquals(text, changed, () -> "no " + found + " in " + name);
        Files.writeString(file, changed);
    }

    /** Its folder, in which it is started. */
    Path home() {
        return home;
    }

    /** The folder for plug-ins. */
    Path deploy() {
        return home.resolve("deploy");
    }

    /** What it has logged as an error. */
    List<String> errors() throws IOException {
        return Files.readAllLines(home.resolve("data/log/karaf.log")).stream()
                .filter(line -> line.contains("| ERROR |"))
                .toList();
    }
}
