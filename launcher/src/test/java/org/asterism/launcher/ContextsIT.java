package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scheduling contexts as a user of the shell and of files in {@code load/} meets them. */
class ContextsIT {
    @TempDir
    Path folder;

    private DistributionCopy asterism;
    private RunningShell shell;

    @BeforeEach
    void unpack() throws Exception {
        asterism = DistributionCopy.in(folder);
    }

    private void start() throws Exception {
        shell = RunningShell.of(asterism, folder.resolve("output"));
    }

    @AfterEach
    void endShell() {
        if (shell != null) {
            shell.close();
        }
    }

    private Path file(String name, String content) throws Exception {
        return Files.writeString(asterism.load().resolve("org.asterism.context-" + name + ".cfg"), content);
    }

    @Test
    void shouldRunTwoApplicationsSideBySideInContextsMadeByCommands() throws Exception {
        start();
        shell.awaitAnswer(
                "asterism:context create left --policy prio --workers cpu-0", "'left' made: prio, 1 worker: cpu-0");
        shell.awaitAnswer("asterism:context create right --workers all --share --heir left", "'right' made: eager");
        shell.type("asterism:run heat --context left --width 64 --height 64 --steps 40 --json &");
        shell.type("asterism:run cholesky --context right --n 256 --tile 64 --json");
        for (var context : new String[] {"left", "right"}) {
            Conditions.await(
                    "a correct run in context " + context,
                    () -> shell.read().matches("(?s).*\"context\":\"" + context + "\"[^\n]*\"correct\":true.*"),
                    shell::read);
        }
        shell.awaitAnswer("asterism:contexts", "left +active +prio +1: cpu-0 +0 +0 +[1-9]");
        shell.awaitAnswer("asterism:context add right all", "'right': got 1 worker: cpu-0; it has");
        shell.awaitAnswer("asterism:workers", "left, right");
        shell.awaitAnswer("asterism:context close right", "'right' closed; [0-9]+ workers: cpu-0.* went to 'left'");
        shell.awaitAnswer("asterism:context close right", "there is no context 'right'; there are: default, left");
        shell.awaitAnswer("asterism:context close left", "'left' closed");
        shell.awaitAnswer("asterism:context add default '(arch='", "'\\(arch=' is no filter");
    }

    @Test
    void shouldMakeChangeAndCloseContextsAsFilesComeChangeAndGo() throws Exception {
        var outer = file("outer", "policy = prio\nworkers = all\nshare = true\n");
        start();
        shell.awaitAnswer("asterism:contexts", "outer +active +prio +[0-9]+: cpu-0");

        var inner = file("inner", "parent = outer\npolicy = mine\nworkers = cpu-0\nfallback.policy =\n");
        shell.awaitAnswer("asterism:contexts", "inner +parked +mine +1: cpu-0 +outer");
        Files.writeString(asterism.load().resolve("mine.tree"), "fifo / eager / each worker: fifo(ntasks=2)\n");
        shell.awaitAnswer("asterism:contexts", "inner +active +mine +1: cpu-0 +outer");

        Files.writeString(inner, "parent = outer\npolicy = mine\nworkers = cpu-0\nrank = high\n");
        shell.awaitAnswer(
                "asterism:contexts",
                "inner: +load/org.asterism.context-inner.cfg: property\\s+'rank' is 'high': +allowed +are "
                        + "+whole\\s+numbers");
        Files.writeString(inner, "parent = outer\npolicy = eager\nworkers = cpu-0\nrank = 2\n");
        shell.awaitAnswer("asterism:contexts", "inner +active +eager +1: cpu-0 +outer +2");

        Files.delete(inner);
        shell.awaitAnswer("asterism:contexts", "outer +active +prio +[0-9]+: cpu-0\\S* +0 +0 +0 +0.0\\s+asterism> $");
        Files.delete(outer);
        shell.awaitAnswer("asterism:context close outer", "there is no context 'outer'; there is: default");
    }

    @Test
    void shouldRunAnApplicationInAContextOfAFileFromTheCommandLine() throws Exception {
        file("here", "policy = prio\nworkers = cpu-0\n");
        var result = asterism.run(
                "run", "heat", "--context", "here", "--width", "64", "--height", "64", "--steps", "4", "--json");
        assertEquals("", result.err());
        assertTrue(result.out().contains("\"context\":\"here\",\"policy\":\"prio\",\"cpu_workers\":1,"), result.out());
        assertTrue(result.out().contains("\"correct\":true"), result.out());
    }
}
