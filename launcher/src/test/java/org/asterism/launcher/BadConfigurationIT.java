package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees whose configuration has an error: one line, and everything stays as it was. */
class BadConfigurationIT {
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
    void shouldKeepTheWorkersIfTheDriversConfigurationIsWrong() throws Exception {
        Path file = asterism.load().resolve("org.asterism.driver.cpu.cfg");
        Files.writeString(file, "workers = 1\n");
        shell.awaitAnswer("asterism:contexts", "default +active +eager +1: cpu-0");
        refuses(
                "org.asterism.driver.cpu.cfg",
                "workers = -3\n",
                "property 'workers' is '-3'; allowed are whole numbers from 0 to 4096: correct the line; what was"
                        + " configured"
                        + " before stays");
        refuses(
                "org.asterism.driver.cpu.cfg",
                "workers = 2\nfoo = 1\n",
                "it has the property 'foo' (value '1'), which org.asterism.driver.cpu does not have; it has bind, cpus,"
                        + " threads.per.core, workers: correct or delete the line; what was configured before stays");
        refuses(
                "org.asterism.driver.cpu.cfg",
                "workers = 2\ncpus = 7-0\n",
                "property 'cpus' of org.asterism.driver.cpu is '7-0': '7-0' counts backwards; give processing units"
                        + " such as"
                        + " 0,2,4-7, or nothing for all; what was configured before stays");
        shell.awaitAnswer("asterism:contexts", "default +active +eager +1: cpu-0");
    }

    @Test
    void shouldChangeNothingOfTheRuntimeIfOnePropertyIsWrong() throws Exception {
        refuses(
                "org.asterism.runtime.cfg",
                "policy = prio\nbalancer = nope\n",
                "property 'balancer' is 'nope': there is no such balancer; there are: completion, idle; correct the"
                        + " line,"
                        + " or install a bundle that brings it; nothing is configured by this file");
        shell.awaitAnswer("asterism:contexts", "default +active +eager");
        Files.writeString(asterism.load().resolve("org.asterism.runtime.cfg"), "policy = prio\nbalancer = idle\n");
        shell.awaitAnswer("asterism:contexts", "default +active +prio");
        refuses(
                "org.asterism.runtime.cfg",
                "policy = eager\npriorities = 5..-5\n",
                "property 'priorities' is '5..-5': ");
        shell.awaitAnswer("asterism:contexts", "default +active +prio");
    }

    @Test
    void shouldTakeTheFileWhenWhatItNamesComes() throws Exception {
        Files.writeString(asterism.load().resolve("org.asterism.runtime.cfg"), "policy = mine\n");
        Conditions.await(
                "it is told",
                () -> shell.read()
                        .contains("org.asterism.runtime.cfg: property 'policy' is 'mine': there is no such policy"),
                shell::read);
        Files.writeString(asterism.load().resolve("mine.tree"), "fifo / eager / each worker: best-implementation\n");
        shell.awaitAnswer("asterism:contexts", "default +active +mine");
    }

    @Test
    void shouldTellOfFilesThatAreNoConfigurationOrConfigureNothing() throws Exception {
        refuses("org.asterism.driver.cpu.config", "workers=I\"x\"\n", "it is no configuration (");
        refuses(
                "driver.cpu.cfg",
                "workers = 1\n",
                "nothing is configured by the name 'driver.cpu'; rename the file to org.asterism.driver.cpu.cfg;"
                        + " nothing is"
                        + " configured by this file");
    }

    @Test
    void shouldTellOfNamesThatConfigureNothingAndOfMissingNames() throws Exception {
        refuses(
                "org.asterism.context.cfg",
                "policy = ws\n",
                "it lacks the name of what it configures; rename the file to" + " org.asterism.context-NAME.cfg");
        refuses(
                "org.asterism.runtim.cfg",
                "policy = ws\n",
                "nothing is configured by the name 'org.asterism.runtim'; did you mean org.asterism.runtime? rename "
                        + "the file");
    }

    @Test
    void shouldTellOfQuotationMarksThatAreNotClosedAndOfTooManyValues() throws Exception {
        refuses("org.asterism.context-s.config", "policy=\"ws\n", "it is no configuration: a quotation mark");
        refuses(
                "org.asterism.driver.cpu.config",
                "workers=[\"1\",\"2\"]\n",
                "property 'workers' has 2 values; allowed is" + " one: correct the line");
        shell.awaitAnswer("asterism:contexts", "default +active +eager");
        assertFalse(shell.read().contains("\ns  "), shell::read);
    }

    @Test
    void shouldStartAsIfAWrongFileWereNotThere() throws Exception {
        Files.writeString(asterism.load().resolve("org.asterism.driver.cpu.cfg"), "workers = -3\n");

        var finished = asterism.run("exec", "asterism:workers");

        assertEquals(0, finished.status(), finished.err());
        assertTrue(finished.out().contains("cpu-0"), finished.out());
        assertTrue(finished.err().contains("property 'workers' is '-3'"), finished.err());
    }

    private void refuses(String name, String content, String problem) throws Exception {
        Path partial = Files.writeString(folder.resolve(name + ".part"), content);
        Files.move(
                partial,
                asterism.load().resolve(name),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING,
                java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        Conditions.await(
                "one line about " + name,
                () -> Pattern.compile(Pattern.quote("error: org.asterism.load: load/" + name + ": " + problem))
                                .matcher(shell.read())
                                .results()
                                .count()
                        == 1,
                shell::read);
    }
}
