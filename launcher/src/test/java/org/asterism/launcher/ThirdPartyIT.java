package org.asterism.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The newcomers' journeys: what the templates bring, dropped into a running shell. */
class ThirdPartyIT {
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
    }

    @Test
    void shouldOfferPolicyFromLoadFolderScheduleByItAndGoBackWhenItLeaves() throws Exception {
        var jar =
                Files.copy(JarOnClassPath.of("policy-template"), asterism.load().resolve("policy-template.jar"));
        shell.awaitAnswer("asterism:policies", "newest-first .*org.example.policy-template");

        shell.type("asterism:use default newest-first");
        shell.awaitAnswer("asterism:contexts", "default +active +newest-first");

        shell.type("asterism:run heat --width 64 --height 64 --steps 4 --policy newest-first --json");
        Conditions.await(
                "a correct run under the policy",
                () -> shell.read().matches("(?s).*\"policy\":\"newest-first\"[^\n]*\"correct\":true.*"),
                shell::read);

        Files.delete(jar);
        shell.awaitAnswer("asterism:contexts", "default +active +eager");
    }

    @Test
    void shouldScheduleByATreeWithAComponentFromTheLoadFolderAndFollowItsFile() throws Exception {
        var tree = asterism.load().resolve("mine.tree");
        Files.writeString(tree, "-- Mine.\nfifo / in-turns / each worker: fifo(ntasks=2) / best-implementation\n");
        shell.awaitAnswer("asterism:trees", "mine +load/mine.tree +in-turns +Mine\\.");
        var jar = Files.copy(
                JarOnClassPath.of("component-template"), asterism.load().resolve("component-template.jar"));
        shell.awaitAnswer("asterism:components", "in-turns .*org.example.component");
        shell.type("asterism:use default mine");
        shell.awaitAnswer("asterism:tree", "in-turns .*fifo\\(ntasks=2\\)");

        shell.type("asterism:run heat --width 64 --height 64 --steps 4 --policy mine,in-turns.run=2 --json");
        Conditions.await(
                "a correct run under the tree",
                () -> shell.read().matches("(?s).*\"policy\":\"mine\"[^\n]*\"correct\":true.*"),
                shell::read);

        Files.writeString(tree, "fifo / in-turns(run=3) / each wroker: fifo");
        Conditions.await(
                "the slip is reported",
                () -> shell.read().contains("load/mine.tree: line 1, column 31: "),
                shell::read);
        Files.writeString(tree, "fifo / in-turns(run=3) / each worker: fifo(ntasks=4)");
        shell.awaitAnswer("asterism:tree", "in-turns\\(run=3\\) .*fifo\\(ntasks=4\\)");

        Files.delete(jar);
        shell.awaitAnswer("asterism:contexts", "default +active +eager +mine");
        Files.delete(tree);
    }

    @Test
    void shouldRunAnApplicationFromTheLoadFolder() throws Exception {
        Files.copy(JarOnClassPath.of("application-template"), asterism.load().resolve("application-template.jar"));
        shell.awaitAnswer("asterism:apps", "squares +Sums up squares");

        shell.type("asterism:run squares --numbers 1000 --parts 4 --json");
        Conditions.await(
                "a correct run of the application",
                () -> shell.read()
                        .lines()
                        .anyMatch(line -> line.contains("\"sum\":333833500") && line.contains("\"correct\":true")),
                shell::read);
    }

    @Test
    void shouldPutABalancerFromTheLoadFolderInChargeUntilItLeaves() throws Exception {
        var jar = Files.copy(
                JarOnClassPath.of("balancer-template"), asterism.load().resolve("balancer-template.jar"));
        shell.awaitAnswer("asterism:balance one-at-a-time idle-time=50ms", "balancer +one-at-a-time idle-time=50ms");

        Files.delete(jar);
        shell.awaitAnswer("asterism:balance", "its bundle has left");
    }

    @Test
    void shouldRunTasksOnTheDeviceOfADriverFromTheLoadFolderUntilItLeaves() throws Exception {
        var jar =
                Files.copy(JarOnClassPath.of("driver-template"), asterism.load().resolve("driver-template.jar"));
        shell.awaitAnswer("asterism:nodes", "emulated-memory +emulated .*emulated-0");

        shell.type("asterism:run heat --width 64 --height 64 --steps 4 --workers '(device.name=emulated)'"
                + " --driver emulated,units=2 --json");
        Conditions.await(
                "a correct run on the device",
                () -> shell.read().matches("(?s).*\"correct\":true[^\n]*\"emulated-0\":.*"),
                shell::read);

        Files.delete(jar);
        shell.awaitAnswer("asterism:nodes", "id +name +used +cached"); // no column "device" any more
    }

    @Test
    void shouldKeepDataInALayoutFromTheLoadFolder() throws Exception {
        Files.copy(JarOnClassPath.of("layout-template"), asterism.load().resolve("layout-template.jar"));
        shell.awaitAnswer("asterism:apps", "band-product +Multiplies a band matrix");

        shell.type("asterism:run band-product --rows 1000 --nodes 2 --json");
        Conditions.await(
                "a correct run with the layout",
                () -> shell.read()
                        .lines()
                        .anyMatch(line -> line.contains("\"matrix_bytes\":24000") && line.contains("\"correct\":true")),
                shell::read);
    }
}
