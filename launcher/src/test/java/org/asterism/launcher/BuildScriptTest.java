package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script ./asterism in a small copy of the repository, with a Maven that does what a test says. */
@Timeout(120)
class BuildScriptTest {
    /** What the scripts call, and this test's Maven. */
    private static final List<String> WITHOUT_FLOCK = List.of(
            "awk",
            "cat",
            "chmod",
            "cmp",
            "cp",
            "dirname",
            "find",
            "head",
            "mkdir",
            "mv",
            "perl",
            "readlink",
            "rm",
            "sed",
            "sh",
            "sleep",
            "tr",
            "wc");

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Builds a distribution that says how often it was built, and writes down when it is prepared. */
    private static final String BUILDS = """
            rm -rf launcher/target/asterism/lib
            mkdir -p launcher/target/asterism/bin launcher/target/asterism/lib launcher/target/classes
            echo 'lib=$(dirname "$0")/../lib; if [ "$#" = 1 ] && [ "$1" = --prepare ]; then
                    echo yes >>$lib/../../../prepared; echo c >$lib/classes.aot; echo r >$lib/classes.aot.release; exit; fi' \
                >launcher/target/asterism/bin/asterism
            echo "echo built $(wc -l <calls | tr -d ' ')" >>launcher/target/asterism/bin/asterism
            chmod +x launcher/target/asterism/bin/asterism
            : >launcher/target/asterism/lib/launcher.jar
            """;

    /**
     * Blocks until the test lets go of the named pipe "hold". The kernel closes the pipe if the virtual machine of the
     * test dies, so that no Maven outlives it, and one that begins later does not wait at all.
     */
    private static final String WAITS = "if [ -p hold ] && kill -0 "
            + ProcessHandle.current().pid() + " 2>/dev/null; then read -r line 2>/dev/null <hold; fi\n";

    @TempDir
    Path root;

    private final List<Process> started = new ArrayList<>();
    private Path tools;
    private RandomAccessFile hold;
    private String path = System.getenv("PATH");

    @BeforeEach
    void copyTheScripts() throws Exception {
        var repository = Path.of("..").toRealPath();
        for (var file : List.of("asterism", "verify", "cnf/build.sh", "launcher/src/dist/bin/find-java.sh")) {
            Files.createDirectories(root.resolve(file).getParent());
            Files.copy(repository.resolve(file), root.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        age();
        tools = Files.createDirectory(root.resolve("tools"));
        maven(BUILDS);
        var pipe = root.resolve("hold");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        hold = new RandomAccessFile(pipe.toFile(), "rw"); // for writing alone it would wait for a reader
    }

    /** Lets every Maven go on that waits or will wait; those that open the pipe now are let go by its end. */
    private void letEveryMavenGo() throws IOException {
        Files.deleteIfExists(root.resolve("hold"));
        hold.close();
    }

    /**
     * A test that failed must not leave processes. A Maven may have lost its script, so it is not among the
     * descendants.
     */
    @AfterEach
    void endAllProcesses() throws IOException {
        letEveryMavenGo();
        for (var process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        for (var call : calls()) {
            mavenOf(call)
                    .filter(maven -> maven.info().commandLine().orElse("").contains(root.toString()))
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** The process of a call of Maven, or another one that has its number by now. */
    private static Optional<ProcessHandle> mavenOf(String call) {
        return ProcessHandle.of(Long.parseLong(call.split(" ")[0]));
    }

    /** Makes all sources older than what is built now. */
    private void age() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (var file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
            }
        }
    }

    private void touchASource() throws IOException {
        Files.setLastModifiedTime(
                root.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(3600)));
    }

    private void maven(String script) throws IOException {
        program("mvn", "echo \"$$ $*\" >>calls\n" + script);
    }

    private void program(String name, String script) throws IOException {
        var file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private ProcessBuilder script(String... arguments) {
        var command = new ProcessBuilder(
                Stream.concat(Stream.of(root.resolve("asterism").toString()), Stream.of(arguments))
                        .toList());
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        command.environment().put("PATH", tools + ":" + path);
        return command;
    }

    /** What verify looks for besides Maven is not what these tests are about. */
    private ProcessBuilder verify() throws IOException {
        var verify = script();
        verify.command(root.resolve("verify").toString());
        verify.environment().put("OCL_ICD_VENDORS", "none");
        // On Debian root would install packages.
        program("id", "echo 1000");
        return verify;
    }

    private Finished call() throws Exception {
        return Finished.of(script(), "");
    }

    /** Starts the script and waits until its Maven runs. */
    private Process start() throws Exception {
        var before = calls().size();
        var process = script().redirectErrorStream(true)
                .redirectOutput(root.resolve("out").toFile())
                .start();
        started.add(process);
        await(() -> calls().size() > before, "Maven");
        return process;
    }

    /** Starts the script a second time, while a Maven runs. */
    private Process startSecond() throws IOException {
        var process = script().redirectOutput(root.resolve("second").toFile())
                .redirectError(root.resolve("waits").toFile())
                .start();
        started.add(process);
        return process;
    }

    private List<String> calls() {
        try {
            var calls = root.resolve("calls");
            return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private ProcessHandle lastMaven() {
        return mavenOf(calls().getLast()).orElseThrow();
    }

    private static void await(BooleanSupplier condition, String what) {
        var end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, () -> "no " + what + " within " + LIMIT);
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Test
    void shouldBuildOnceAndAgainWhenASourceIsNewer() throws Exception {
        assertEquals("built 1", call().out().strip());
        assertEquals("built 1", call().out().strip());
        assertFalse(calls().getFirst().contains("clean"));
        assertTrue(calls().getFirst().contains("-Dmaven.test.skip=true"), "tests are not compiled: " + calls());
        touchASource();
        assertEquals("built 2", call().out().strip());
    }

    @Test
    void shouldBuildWithTheWrapperWhereThereIsNoMaven() throws Exception {
        withOnly("perl");
        Files.move(tools.resolve("mvn"), root.resolve("mvnw"));
        program("unzip", "exit 1\n");
        assertEquals("built 1", call().out().strip());
    }

    @Test
    void shouldSayWhatIsMissingToDownloadMaven() throws Exception {
        withOnly("perl");
        Files.move(tools.resolve("mvn"), root.resolve("mvnw"));
        var finished = call();
        assertEquals(1, finished.status());
        assertTrue(finished.err().strip().endsWith("needs unzip; install Maven or unzip"), finished.err());
    }

    @Test
    void shouldPrepareOnceAndAgainWhenTheLauncherIsNew() throws Exception {
        call();
        touchASource();
        call();
        assertTrue(Files.exists(root.resolve("launcher/target/asterism/lib/classes.aot")), "it was taken over");
        assertEquals(1, Files.readAllLines(root.resolve("launcher/prepared")).size());

        maven(BUILDS + "echo new >launcher/target/asterism/lib/launcher.jar\n");
        touchASource();
        call();
        assertEquals(2, Files.readAllLines(root.resolve("launcher/prepared")).size());
    }

    /** Whether children of this process ignore a signal, as behind nohup: a shell cannot trap it then. */
    private static boolean isIgnored(int signal) throws IOException {
        var status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        var ignored = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElseThrow();
        return (Long.parseUnsignedLong(ignored.substring("SigIgn:".length()).strip(), 16) >>> signal - 1 & 1) != 0;
    }

    @ParameterizedTest
    @CsvSource({"INT, 2", "TERM, 15", "HUP, 1"})
    void shouldEndMavenWithTheScriptAndStartClean(String signal, int number) throws Exception {
        Assumptions.assumeFalse(isIgnored(number), () -> "the tests were started with SIG" + signal + " ignored");
        maven(BUILDS + "echo half >launcher/target/classes/Half.class\n: >launcher/target/empty.jar\n" + WAITS);
        var process = start();
        var maven = lastMaven();
        await(() -> Files.exists(root.resolve("launcher/target/empty.jar")), "jar");
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor());
        assertTrue(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS));
        assertTrue(process.exitValue() > 128, "status " + process.exitValue());
        await(() -> !maven.isAlive(), "end of Maven");
        Files.createDirectories(root.resolve("launcher/target/asterism/load"));
        Files.writeString(root.resolve("launcher/target/asterism/load/mine.cfg"), "a=b");
        maven("[ ! -e launcher/target/empty.jar ] && [ ! -e launcher/target/classes ] || exit 1\n" + BUILDS);
        var second = call();
        assertEquals("built 2", second.out().strip(), second.err());
        assertTrue(second.err().contains("the last build did not end, building everything again"), second.err());
        assertTrue(Files.exists(root.resolve("launcher/target/asterism/load/mine.cfg")), "what users put there stays");
        touchASource();
        maven(BUILDS);
        assertFalse(call().err().contains("did not end"), "the second build did");
    }

    @Test
    void shouldStartCleanAfterMavenWasKilled() throws Exception {
        maven(": >launcher/target/empty.jar\nkill -9 $$\n");
        var first = call();
        assertEquals(1, first.status());
        assertTrue(first.err().contains("the build failed"), first.err());
        maven("[ ! -e launcher/target/empty.jar ] || exit 1\n" + BUILDS);
        assertEquals("built 2", call().out().strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"flock", "perl"})
    void shouldWaitForTheMavenOfAScriptThatWasKilled(String lock) throws Exception {
        withOnly(lock);
        maven("trap '' TERM INT HUP\n" + WAITS + BUILDS);
        var process = start();
        var maven = lastMaven();
        process.destroyForcibly().waitFor();
        assertTrue(maven.isAlive(), "Maven survives its shell");
        var second = startSecond();
        await(() -> says("waits", "another build of this folder is running"), "message");
        assertEquals(1, calls().size(), "no second Maven meanwhile");
        letEveryMavenGo();
        assertTrue(second.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS));
        assertEquals("built 2", Files.readString(root.resolve("second")).strip());
        assertTrue(says("waits", "the last build did not end"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"flock", "perl"})
    void shouldBuildOnceForTwoThatAskAtOnce(String lock) throws Exception {
        withOnly(lock);
        maven(WAITS + BUILDS);
        var first = start();
        var second = startSecond();
        await(
                () -> says("waits", "another build of this folder is running (./asterism, process " + first.pid()),
                "wait");
        letEveryMavenGo();
        assertTrue(first.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS));
        assertTrue(second.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS));
        assertEquals("built 1", Files.readString(root.resolve("second")).strip());
        assertEquals(1, calls().size());
    }

    @Test
    void shouldShowTheFirstErrorsOfAFailedBuild() throws Exception {
        maven("""
                echo "[WARNING] something about a deprecated option"
                echo "[ERROR] COMPILATION ERROR : "
                for line in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "[ERROR] A.java:[$line,1] cannot find symbol"; done
                echo "[ERROR] Failed to execute goal -> [Help 1]"
                echo "[ERROR] "
                echo "[ERROR] Re-run Maven using the -X switch to enable full debug logging."
                exit 1
                """);
        var failed = call();
        assertEquals(1, failed.status());
        assertEquals("", failed.out());
        var lines = failed.err().lines().toList();
        assertEquals(12, lines.size(), failed.err());
        assertTrue(lines.getFirst().contains("building the distribution"), failed.err());
        assertEquals("[ERROR] A.java:[1,1] cannot find symbol", lines.get(2));
        assertEquals("[ERROR] A.java:[9,1] cannot find symbol", lines.get(10));
        assertEquals(
                "asterism: the build failed; all of its output is in " + root.toRealPath() + "/.build/log",
                lines.getLast());
        assertTrue(says(".build/log", "A.java:[12,1]"));
        maven(BUILDS);
        var repaired = call();
        assertEquals("built 2", repaired.out().strip());
        assertFalse(repaired.err().contains("did not end"), "a build that fails is not half done");
    }

    @Test
    void shouldShowWhatMavenSaysIfItDoesNotEvenStart() throws Exception {
        maven("echo 'no such option'; exit 1");
        assertTrue(call().err().contains("\nno such option\n"));
    }

    @Test
    void shouldWaitForVerify() throws Exception {
        maven(WAITS + BUILDS);
        var first = verify().redirectErrorStream(true)
                .redirectOutput(root.resolve("out").toFile())
                .start();
        started.add(first);
        await(() -> !calls().isEmpty(), "Maven of verify");
        var second = startSecond();
        await(() -> says("waits", "another build of this folder is running (./verify, process "), "wait");
        assertEquals(1, calls().size());
        letEveryMavenGo();
        assertTrue(first.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS));
        assertTrue(second.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS));
        assertEquals("built 2", Files.readString(root.resolve("second")).strip());
        assertFalse(says("waits", "did not end"), "verify ended");
    }

    @Test
    void shouldListTheSlowestTestClassesBeforeTheNumberOfTests() throws Exception {
        maven("""
                mkdir -p a/target/surefire-reports b/target/failsafe-reports
                for class in $(seq 1 25); do
                    echo "<testsuite version=\\"3\\" name=\\"org.Class$class\\" time=\\"$class.5\\" tests=\\"2\\" errors=\\"0\\"" \
                        "skipped=\\"1\\" failures=\\"0\\">" >a/target/surefire-reports/TEST-org.Class$class.xml
                done
                echo '<testsuite name="org.LongIT" time="1,234.567" tests="3" errors="0" skipped="0" failures="0"/>' \
                    >b/target/failsafe-reports/TEST-org.LongIT.xml
                """);
        var process = verify().start();
        started.add(process);
        var lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, process.waitFor());
        int first = lines.indexOf("verify: the slowest test classes:") + 1;
        assertTrue(first > 0, String.join("\n", lines));
        assertEquals("1234.6 s  org.LongIT", lines.get(first).strip());
        assertEquals("25.5 s  org.Class25", lines.get(first + 1).strip());
        assertEquals("7.5 s  org.Class7", lines.get(first + 19).strip());
        assertEquals(List.of("28 passed, 0 failed, 25 skipped"), lines.subList(first + 20, lines.size()));
    }

    private boolean says(String file, String text) {
        try {
            var read = root.resolve(file);
            return Files.exists(read) && Files.readString(read).contains(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Leaves the script one of the programs that can lock, the first that it looks for. */
    private void withOnly(String lock) throws Exception {
        Assumptions.assumeTrue(find(lock).isPresent(), "there is no " + lock + " here");
        if (lock.equals("perl")) {
            for (var name : WITHOUT_FLOCK) {
                var found = find(name);
                if (found.isPresent()) {
                    program(name, "exec " + found.get() + " \"$@\"\n");
                }
            }
            path = tools.toString();
        }
    }

    private static Optional<Path> find(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
