package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees who drops a file into {@code load/} that is no bundle, or one that does not work. */
class BadBundlesIT {
    private static final String COMPONENT = """
            <?xml version="1.0" encoding="UTF-8"?>
            <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.3.0" name="NAME" immediate="true">
              <implementation class="NAME.Activator$Part"/>
            </scr:component>
            """;

    @TempDir
    Path folder;

    private DistributionCopy asterism;
    private RunningShell shell;

    @BeforeEach
    void startShell() throws Exception {
        asterism = DistributionCopy.in(folder);
        shell = RunningShell.of(asterism, folder.resolve("output"));
    }

    @AfterEach
    void endShell() {
        shell.close();
        assertFalse(shell.read().contains("\tat "), () -> "a stack trace at the prompt: " + shell.read());
    }

    @Test
    void shouldTellOfEachFileThatIsNoBundleWhatItIs() throws Exception {
        Path sound = TestBundle.named("sound").writeTo(folder);
        byte[] all = Files.readAllBytes(sound);
        put("empty.jar", new byte[0]);
        awaitLine("load/empty\\.jar: it is empty; copy the whole file again.*");
        put("cut.jar", Arrays.copyOf(all, all.length / 2));
        awaitLine("load/cut\\.jar: it is no jar, or not all of one .*; copy the whole file again.*");
        put("text.jar", "hello".getBytes());
        awaitLine("load/text\\.jar: it is no jar, or not all of one .*");
        try (var jar = new java.util.jar.JarOutputStream(Files.newOutputStream(folder.resolve("plain")))) {
            jar.putNextEntry(new java.util.zip.ZipEntry("x"));
        }
        put("plain.jar", Files.readAllBytes(folder.resolve("plain")));
        awaitLine("load/plain\\.jar: it is a jar but no OSGi bundle: it has no META-INF/MANIFEST.MF; let bnd .*");
    }

    @Test
    void shouldTellOnceWhyABundleDoesNotRunThoughOtherFilesCome() throws Exception {
        TestBundle.named("hungry")
                .header("Import-Package", "com.nowhere;version=\"[2,3)\"")
                .writeTo(asterism.load());
        TestBundle.named("future")
                .header("Require-Capability", "osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=99))\"")
                .writeTo(asterism.load());
        TestBundle.named("modern").classVersion(99).writeTo(asterism.load());
        TestBundle.named("angry")
                .onStart("throw new IllegalStateException(\"no\\nluck\");")
                .writeTo(asterism.load());
        TestBundle.named("initial")
                .members("static int number = Integer.parseInt(\"zz\");")
                .writeTo(asterism.load());
        TestBundle.named("piece").header("Fragment-Host", "not.there").writeTo(asterism.load());
        component("part", "throw new IllegalStateException(\"broken part\");");

        awaitLine("load/hungry\\.jar: bundle hungry 1\\.0\\.0 does not start: it needs the package com\\.nowhere in"
                + " version"
                + " 2\\.0\\.0 or newer but below 3\\.0\\.0, which no bundle exports; put a bundle that"
                + " exports it into load/");
        awaitLine("load/future\\.jar: bundle future 1\\.0\\.0 does not start: it needs Java 99, and this is Java"
                + " \\d+; .*");
        awaitLine("load/modern\\.jar: .* its class modern\\.Activator was compiled for Java 55, and this is Java"
                + " \\d+; .*");
        awaitLine("load/angry\\.jar: bundle angry 1\\.0\\.0 does not start: it throws"
                + " java\\.lang\\.IllegalStateException:"
                + " no luck at angry\\.Activator\\.start.*; mend it and copy the file again");
        awaitLine("load/part\\.jar: a component of it fails: it throws java\\.lang\\.IllegalStateException: broken"
                + " part at .*");

        awaitLine("load/initial\\.jar: bundle initial 1\\.0\\.0 does not start: it throws"
                + " java\\.lang\\.NumberFormatException: For input string: \"zz\" at .*");
        awaitLine(
                "load/piece\\.jar: bundle piece 1\\.0\\.0 does not start: it needs the bundle not\\.there.*, which is "
                        + "not"
                        + " there; put it into load/");

        for (String name : new String[] {"first", "second"}) {
            var marker = folder.resolve(name);
            TestBundle.named(name)
                    .onStart("Files.createFile(Path.of(\"" + marker + "\"));")
                    .writeTo(asterism.load());
            Conditions.await(name + " started", () -> Files.exists(marker), shell::read);
        }
        for (String name : new String[] {"hungry", "future", "modern", "angry", "initial", "piece", "part"}) {
            assertEquals(1, count("load/" + name + "\\.jar: "), () -> name + " is told once: " + shell.read());
        }
    }

    @Test
    void shouldStartABundleThatLackedSomethingWhenThatComes() throws Exception {
        var marker = folder.resolve("marker");
        TestBundle.named("late")
                .header("Import-Package", "library")
                .onStart("Files.createFile(Path.of(\"" + marker + "\"));")
                .writeTo(asterism.load());
        awaitLine("load/late\\.jar: bundle late 1\\.0\\.0 does not start: it needs the package library, which .*");

        TestBundle.named("library").header("Export-Package", "library").writeTo(asterism.load());

        Conditions.await("the bundle started", () -> Files.exists(marker), shell::read);
    }

    @Test
    void shouldTakeTheOtherOfTwoFilesWithOneBundleWhenTheFirstIsDeleted() throws Exception {
        Path bundle = TestBundle.named("good").writeTo(folder);
        Path one = Files.copy(bundle, asterism.load().resolve("one.jar"));
        shell.awaitAnswer("lb -s good", "good");
        put("two.jar", Files.readAllBytes(bundle));
        awaitLine("load/two\\.jar: bundle good 1\\.0\\.0 is there already, from load/one\\.jar; delete one of the two"
                + " files");

        Files.delete(one);

        shell.awaitAnswer("lb -l good", "two\\.jar");
    }

    @Test
    void shouldInterruptABundleThatDoesNotStopWhenItsFileIsDeleted() throws Exception {
        Path file = TestBundle.named("lasting")
                .onStop("try { Thread.sleep(1_000_000); } catch (InterruptedException e) { }")
                .writeTo(asterism.load());
        shell.awaitAnswer("lb -s lasting", "lasting");

        Files.delete(file);

        awaitLine("load/lasting\\.jar: bundle lasting 1\\.0\\.0 has not come back for \\d+ s from its stop, it is in"
                + " lasting\\.Activator\\.stop.*; other files go on: it is interrupted now");
        Conditions.await(
                "the bundle has gone",
                () -> {
                    shell.type("lb -s lasting");
                    return shell.read().contains("No matching bundles found");
                },
                shell::read);
    }

    @Test
    void shouldNotDelayOtherFilesByABundleThatDoesNotReturn() throws Exception {
        var here = folder.resolve("here");
        var marker = folder.resolve("marker");
        String block = "Files.createFile(Path.of(\"%s\")); Thread.sleep(1_000_000);".formatted(here);
        var stuck = TestBundle.named("stuck").onStart(block).writeTo(asterism.load());
        Conditions.await("the bundle blocks", () -> Files.exists(here), shell::read);

        TestBundle.named("other")
                .onStart("Files.createFile(Path.of(\"" + marker + "\"));")
                .writeTo(asterism.load());
        Conditions.await("the other one started", () -> Files.exists(marker), shell::read);

        awaitLine("load/stuck\\.jar: bundle stuck 1\\.0\\.0 has not come back for \\d+ s from its start, it is in"
                + " stuck\\.Activator\\.start.*; other files go on.*");
        Files.delete(stuck);
        shell.awaitAnswer("lb -s other", "other");
        Conditions.await(
                "the bundle was given up",
                () -> {
                    shell.type("lb -s stuck");
                    return shell.read().contains("No matching bundles found");
                },
                shell::read);
    }

    @Test
    void shouldRefuseLinksThatLeaveTheFolderAndWhateverIsNoFile() throws Exception {
        Path sound = TestBundle.named("sound").writeTo(folder);
        Files.createSymbolicLink(asterism.load().resolve("link.jar"), sound);
        Files.createSymbolicLink(asterism.load().resolve("zero.jar"), Path.of("/dev/zero"));
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", asterism.load().resolve("pipe.jar").toString())
                        .start()
                        .waitFor());

        awaitLine("load/link\\.jar: it is a link to .*/sound\\.jar, outside of the folder; copy the file itself .*");
        awaitLine("load/zero\\.jar: it is a link to /dev/zero, outside of the folder; .*");
        awaitLine("load/pipe\\.jar: it is a device, pipe or socket, not a file; put an ordinary file in its place");
        assertFalse(shell.read().contains("sound 1.0.0"));
    }

    @Test
    void shouldKeepTheBundleIfWhatComesInsteadIsNone() throws Exception {
        var marker = folder.resolve("marker");
        TestBundle.named("stays")
                .onStart("Files.createFile(Path.of(\"" + marker + "\"));")
                .onStop("Files.delete(Path.of(\"" + marker + "\"));")
                .writeTo(asterism.load());
        Conditions.await("the bundle started", () -> Files.exists(marker), shell::read);

        put("stays.jar", "rubbish".getBytes());

        awaitLine("load/stays\\.jar: it is no jar.*; bundle stays 1\\.0\\.0 stays as it was");
        assertEquals(true, Files.exists(marker));
    }

    private void component(String name, String constructor) throws IOException {
        TestBundle.named(name)
                .header("Service-Component", "OSGI-INF/part.xml")
                .header(
                        "Require-Capability",
                        "osgi.extender;filter:=\"(&(osgi.extender=osgi.component)(version>=1.3)(!(version>=2)))\"")
                .entry("OSGI-INF/part.xml", COMPONENT.replace("NAME", name))
                .members("public static class Part { public Part() { if (true) " + constructor + " } }")
                .writeTo(asterism.load());
    }

    private void put(String name, byte[] content) throws IOException {
        Path partial = Files.write(folder.resolve(name + ".part"), content);
        Files.move(
                partial,
                asterism.load().resolve(name),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING,
                java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }

    private void awaitLine(String line) throws Exception {
        Conditions.await("a line like " + line, () -> count(line + "\\R") > 0, shell::read);
    }

    private long count(String pattern) {
        return Pattern.compile("error: org\\.asterism\\.load: " + pattern)
                .matcher(shell.read())
                .results()
                .count();
    }
}
