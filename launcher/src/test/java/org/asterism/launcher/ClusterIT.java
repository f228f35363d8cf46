package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Coordinators and members as processes of their own. */
class ClusterIT {
    private static final Path CONNECTIONS = Path.of("/proc/net/tcp");

    @TempDir
    Path folder;

    @Test
    void shouldRunOnMembersThatItStartsAndEndThem() throws Exception {
        DistributionCopy asterism = DistributionCopy.in(folder);
        Finished run = asterism.run("run", "cholesky", "--members", "3", "--cpu", "0", "--n", "512", "--json");
        assertEquals(0, run.status(), run::toString);
        assertTrue(run.out().contains("\"correct\":true"), run.out());
        for (String worker : List.of("member1-cpu-0", "member2-cpu-0", "member3-cpu-0")) {
            assertTrue(run.out().contains(worker), run.out());
        }
        assertEquals("", run.err());
        Conditions.await(
                "the members end",
                () -> ProcessHandle.allProcesses()
                        .noneMatch(process -> process.info()
                                .commandLine()
                                .filter(line -> line.contains(asterism.home().toString()))
                                .isPresent()),
                () -> "processes of " + asterism.home());
    }

    @Test
    void shouldSayWhatIsMissingWithoutTheAddOn() throws Exception {
        DistributionCopy asterism = DistributionCopy.in(folder);
        try (Stream<Path> files = Files.list(asterism.home().resolve("cluster"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        for (String[] words : new String[][] {{"run", "cholesky", "--members", "1"}, {"join", "localhost"}}) {
            Finished refused = asterism.run(words);
            assertEquals(1, refused.status(), refused::toString);
            assertOneLine(refused.err(), "asterism-cluster.tar.gz");
        }
    }

    @Test
    void shouldSayWhyACoordinatorCannotBeJoined() throws Exception {
        DistributionCopy asterism = DistributionCopy.in(folder);
        Finished nobody = asterism.run("join", "127.0.0.1:" + Members.freePort(), "--name", "node1", "--patience", "6");
        assertEquals(1, nobody.status(), nobody::toString);
        assertOneLine(nobody.err(), "cannot be reached from 127.0.0.1: Connection refused");
        Finished unknown = asterism.run("join", "no-such-host.invalid");
        assertEquals(2, unknown.status(), unknown::toString);
        assertOneLine(unknown.err(), "there is no host 'no-such-host.invalid'");
    }

    @Test
    void shouldSayWhichDriversAMemberMayOffer() throws Exception {
        DistributionCopy asterism = DistributionCopy.in(folder);
        Finished vulkan = asterism.run("join", "127.0.0.1", "--name", "node1", "--driver", "vulkan");
        assertEquals(2, vulkan.status(), vulkan::toString);
        assertOneLine(vulkan.err(), "names driver 'vulkan', which is not there; there are cpu, cuda, opencl");
        Finished wrong = asterism.run("join", "127.0.0.1", "--name", "node1", "--driver", "opencl,colour=red");
        assertEquals(2, wrong.status(), wrong::toString);
        assertOneLine(wrong.err(), "driver.opencl knows no property 'colour'");
    }

    @Test
    void shouldUseMembersOfAGroupNoticeThatTheyAreLostAndTakeThemBack() throws Exception {
        DistributionCopy asterism = DistributionCopy.in(folder);
        int port = Members.freePort();
        Members.configure(asterism, "address=127.0.0.1:" + port);
        try (Members members = Members.of(asterism, port, folder);
                RunningShell shell = RunningShell.of(asterism, folder.resolve("shell"))) {
            members.start("node1");
            Process second = members.start("node2");
            shell.awaitAnswer("members", "node[12] [^\n]*present[^\n]*\n[^\n]*node[12] [^\n]*present");
            shell.awaitAnswer("workers", "node1-cpu-0");
            shell.awaitAnswer("run cholesky --context default --n 512", "correct +true");

            second.destroyForcibly();
            shell.awaitAnswer("members", "node2 [^\n]*lost");
            shell.awaitAnswer("run cholesky --context default --n 512", "correct +true");
            members.start("node2");
            shell.awaitAnswer("members", "node2 [^\n]*present");
        }
    }

    @Test
    void shouldFindTheCoordinatorByAFolderThatBothShare() throws Exception {
        DistributionCopy asterism = DistributionCopy.in(folder);
        Path shared = Files.createDirectory(folder.resolve("shared"));
        String how = "file:" + shared;
        Finished nobody = asterism.run("join", "--discovery", how, "--name", "node1", "--patience", "6");
        assertEquals(1, nobody.status(), nobody::toString);
        assertOneLine(nobody.err(), "in the folder '" + shared + "'");
        Finished nowhere = asterism.run("join", "--discovery", how + "/x", "--name", "node1");
        assertEquals(2, nowhere.status(), nowhere::toString);
        assertOneLine(nowhere.err(), "there is no folder '" + shared + "/x'");

        Members.configure(asterism, "address=127.0.0.1:" + Members.freePort(), "discovery=" + how);
        try (Members members = Members.of(asterism, List.of("--discovery", how), folder);
                RunningShell shell = RunningShell.of(asterism, folder.resolve("shell"))) {
            members.start("node1");
            shell.awaitAnswer("members", "node1 [^\n]*present");
            shell.awaitAnswer("run cholesky --context default --n 512", "correct +true");
        }
    }

    @Test
    void shouldTakeAMemberThatStoppedAnsweringAsANewOneWhenItAnswersAgain() throws Exception {
        DistributionCopy asterism = DistributionCopy.in(folder);
        int port = Members.freePort();
        Members.configure(asterism, "address=127.0.0.1:" + port);
        try (Members members = Members.of(asterism, port, folder);
                RunningShell shell = RunningShell.of(asterism, folder.resolve("shell"))) {
            Process member = members.start("node1");
            shell.awaitAnswer("members", "node1 [^\n]*present");
            signal(member, "STOP");
            long begin = System.nanoTime();
            shell.awaitAnswer("members", "node1 [^\n]*lost");
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
            assertTrue(seconds < 10, "it took " + seconds + " s"); // 2 s are the goal on a machine that is not busy
            signal(member, "CONT");
            shell.awaitAnswer("members", "node1 [^\n]*present");
            shell.awaitAnswer("run cholesky --context default --n 512", "correct +true");
        }
    }

    @Test
    void shouldLetMembersInByTheirKeysOnly() throws Exception {
        DistributionCopy asterism = DistributionCopy.in(folder);
        int port = Members.freePort();
        Path keys = keys("cluster.p12");
        Members.configure(asterism, "address=127.0.0.1:" + port, "keys=" + keys, "keys.password=secret-1");
        try (Members members = Members.of(asterism, port, folder);
                RunningShell shell = RunningShell.of(asterism, folder.resolve("shell"))) {
            members.start("node1", "--keys", keys.toString());
            shell.awaitAnswer("members", "node1 [^\n]*present");
            shell.awaitAnswer("run cholesky --context default --n 512", "correct +true");

            Finished stranger = join(asterism, port, "--keys", keys("other.p12").toString(), "--patience", "4");
            assertEquals(1, stranger.status(), stranger::toString);
            assertOneLine(stranger.err(), "do not trust each other's keys");
            Finished without = join(asterism, port, "--patience", "4");
            assertEquals(1, without.status(), without::toString);
            assertOneLine(without.err(), "does it use keys");
            assertFalse(shell.read().contains("stranger"), shell.read());
        }
    }

    @Test
    void shouldLetMembersCopyToEachOtherByLinksOfTheirOwn() throws Exception {
        assumeTrue(Files.exists(CONNECTIONS), "the connections between processes are read from " + CONNECTIONS);
        DistributionCopy asterism = DistributionCopy.in(folder);
        int port = Members.freePort();
        int links = Members.freePort();
        Path keys = keys("cluster.p12");
        Members.configure(
                asterism,
                "address=127.0.0.1:" + port,
                "keys=" + keys,
                "keys.password=secret-1",
                "silence.milliseconds=10000");
        try (Members members = Members.of(asterism, port, folder);
                RunningShell shell = RunningShell.of(asterism, folder.resolve("shell"))) {
            members.start("node1", "--keys", keys.toString(), "--silence", "10000", "--links", "" + links);
            members.start("node2", "--keys", keys.toString(), "--silence", "10000");
            shell.awaitAnswer("members", "node[12] [^\n]*present[^\n]*\n[^\n]*node[12] [^\n]*present");
            shell.awaitAnswer("workers", "node1-cpu-0");
            shell.awaitAnswer("workers", "node2-cpu-0");
            Conditions.await(
                    "node1 has a link of node2 besides that of the coordinator",
                    () -> {
                        shell.awaitAnswer("run cholesky --context default --n 1024", "correct +true");
                        return connectionsTo(links) == 2;
                    },
                    shell::read);
            assertFalse(shell.read().contains("go through the coordinator"), shell.read());
        }
    }

    /** Returns how many processes of this machine have connected to a port. */
    private static long connectionsTo(int port) throws IOException {
        String established = String.format(" *\\d+: [0-9A-F]+:[0-9A-F]{4} [0-9A-F]+:%04X 01 .*", port);
        long found = 0;
        for (Path table : List.of(CONNECTIONS, Path.of("/proc/net/tcp6"))) {
            if (Files.exists(table)) {
                try (Stream<String> lines = Files.lines(table)) {
                    found += lines.filter(line -> line.matches(established)).count();
                }
            }
        }
        return found;
    }

    @Test
    void shouldSendAMemberTheBundlesThatItLacksAndMayInstall() throws Exception {
        DistributionCopy asterism = DistributionCopy.in(folder);
        DistributionCopy bare = DistributionCopy.in(Files.createDirectory(folder.resolve("other")));
        remove(bare, "kernels-blas|examples-(gemm|cholesky|lu|contexts-demo)|bench-gpubench");
        int port = Members.freePort();
        Path keys = keys("cluster.p12");
        Members.configure(asterism, "address=127.0.0.1:" + port, "keys=" + keys, "keys.password=secret-1");
        try (Members members = Members.of(bare, port, folder);
                RunningShell shell = RunningShell.of(asterism, folder.resolve("shell"))) {
            members.start("node1", "--keys", keys.toString());
            shell.awaitAnswer("members", "node1 [^\n]*present");
            members.start("node2", "--keys", keys.toString(), "--install", "64");
            shell.awaitAnswer("members", "node2 [^\n]*present");
            shell.awaitAnswer(
                    "run cholesky --context default --n 512",
                    "correct +true.*tasks_per_worker [^\n]*node1-cpu-0=0 [^\n]*node2-cpu-0=[1-9]");
            assertFalse(shell.read().contains("cannot run the codelets"), shell.read());
        }
    }

    private static void remove(DistributionCopy asterism, String names) throws IOException {
        try (Stream<Path> files = Files.list(asterism.bundles("20"))) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().matches("asterism-(" + names + ")-\\d.*")) {
                    Files.delete(file);
                }
            }
        }
    }

    private static Finished join(DistributionCopy asterism, int port, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("join", "127.0.0.1:" + port, "--name", "stranger"));
        words.addAll(Arrays.asList(options));
        ProcessBuilder process = asterism.command(words.toArray(String[]::new));
        process.environment().put("ASTERISM_KEYS_PASSWORD", "secret-1");
        return Finished.of(process, null);
    }

    private Path keys(String name) throws Exception {
        Path file = folder.resolve(name);
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=asterism",
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "secret-1")
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes());
        assertEquals(0, keytool.waitFor(), output);
        return file;
    }

    private static void assertOneLine(String text, String part) {
        assertEquals(1, text.lines().count(), text);
        assertTrue(text.contains(part) && !text.contains("Exception"), text);
    }

    private static void signal(Process process, String name) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor());
    }
}
