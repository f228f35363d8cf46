package org.asterism.run.internal.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.asterism.api.TeamSettings;
import org.asterism.api.TopologyType;
import org.asterism.api.WorkerSelection;
import org.asterism.api.model.Calibration;
import org.asterism.run.option.PolicyChoice;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunOptionsTest {
    private static final List<ApplicationOption> OWN = List.of(
            new ApplicationOption("n", "N", "size"),
            new ApplicationOption("policy", "P", "also a common one"),
            ApplicationOption.flag("check", "look closely"));

    private static RunOptions parse(String... words) {
        return RunOptions.parse("demo", OWN, List.of(words));
    }

    private static String refusal(String... words) {
        return assertThrows(UsageException.class, () -> parse(words)).getMessage();
    }

    @Test
    void shouldReadBothWaysOfWritingAValue() {
        RunOptions options = parse("--n", "512", "--cpu=3", "--check", "--seed", "-7", "--json");

        assertEquals(512, options.typed().integer("n", 1, 1, 1000));
        assertEquals(3, options.machine().cpu().getAsInt());
        assertEquals(-7, options.seed());
        assertTrue(options.typed().flag("check"));
        assertTrue(options.json());
        assertFalse(options.quiet());
    }

    @Test
    void shouldHaveDefaults() {
        RunOptions options = parse();

        assertEquals(1, options.seed());
        assertEquals(1, options.repeat());
        assertTrue(options.machine().cpu().isEmpty()
                && options.policy().isEmpty()
                && options.swap().isEmpty());
        assertEquals(64, options.typed().integer("n", 64, 1, 1000));
        assertEquals(0.5, options.typed().number("n", 0.5, 0, 1));
    }

    @Test
    void shouldSayWhetherModelsLearn() {
        assertEquals(Calibration.OFF, parse().calibration());
        assertEquals(Calibration.ON, parse("--calibrate", "on").calibration());
        assertEquals(Calibration.FROM_SCRATCH, parse("--calibrate=scratch").calibration());
        assertTrue(refusal("--calibrate", "2").contains("allowed are off, on and scratch"));
        assertTrue(refusal("--calibrate", "on", "--sim", "laptop").contains("does not go together with --sim"));
    }

    @Test
    void shouldRefuseAFolderOfStarpuThatIsNotThere(@TempDir Path folder) {
        RunOptions options = parse("--starpu-models", "sampling");
        UsageException refusal = assertThrows(UsageException.class, () -> options.starpuModels(folder));
        assertTrue(refusal.getMessage().contains("no folder " + folder.resolve("sampling")), refusal::getMessage);
        assertEquals(
                folder, parse("--starpu-models", ".").starpuModels(folder).get().normalize());
    }

    @Test
    void shouldReadAPolicyWithProperties() {
        assertEquals(
                new PolicyChoice("mine.tree", Map.of("mct.beta", "2")),
                parse("--tree", "mine.tree,mct.beta=2").tree().get());
        RunOptions options = parse("--policy", "ws,steal=half,seed=4", "--swap=prio");

        assertEquals(
                new PolicyChoice("ws", Map.of("steal", "half", "seed", "4")),
                options.policy().get());
        assertEquals(new PolicyChoice("prio", Map.of()), options.swap().get());
    }

    @Test
    void shouldSuggestOptionsWhenOneIsUnknown() {
        assertEquals(
                "unknown option '--polcy' for application 'demo'; did you mean '--policy'? 'run demo --help' lists "
                        + "all 31",
                refusal("--polcy", "prio"));
        assertEquals(
                "unknown option '--gpus' for application 'demo'; there are 31, such as --n, --check, --policy, --tree,"
                        + " --swap, --context, --cpu, --opencl; 'run demo --help' lists them",
                refusal("--gpus", "1"));
        assertTrue(refusal("512").startsWith("'512' is not an option"));
    }

    @Test
    void shouldReadWhichWorkersRunTasksTogether() {
        assertEquals(TeamSettings.defaults(), parse("--n", "1").machine().teams());
        assertEquals(
                TeamSettings.defaults().withSizes(2, 8).withLevel(TopologyType.NUMA_NODE),
                parse("--teams", "least=2,most=8,level=numa-node").machine().teams());
        assertEquals(
                "option '--teams': teams 'least=1': least is 1: give 2 or more, one worker is no team",
                refusal("--teams", "least=1"));
    }

    @Test
    void shouldBlameMissingCoresUnlessOtherWorkersAreAskedFor() {
        parse("--cpu", "0", "--opencl", "1").machine().refuseNoCores();
        parse("--cpu", "0", "--members", "1").machine().refuseNoCores();
        parse("--cpu", "1").machine().refuseNoCores();
        assertTrue(missingCores("--cpu", "0").startsWith("option '--cpu' is '0', and there are no other workers: ask"));
        assertTrue(missingCores("--cpu", "0", "--cuda", "0").contains("or let members join"));
    }

    private static String missingCores(String... words) {
        MachineOptions machine = parse(words).machine();
        return assertThrows(UsageException.class, machine::refuseNoCores).getMessage();
    }

    @Test
    void shouldSayWhichValuesAreAllowed() {
        assertEquals("option '--cpu' is '-1'; allowed are whole numbers from 0 to 65536", refusal("--cpu=-1"));
        assertEquals("option '--seed' is 'x'; allowed are whole numbers", refusal("--seed", "x"));
        assertEquals("option '--n' needs a value: --n N", refusal("--n", "--json"));
        assertEquals("option '--n' needs a value: --n N", refusal("--n"));
        assertEquals("option '--check' takes no value, but '--check=1' gives one", refusal("--check=1"));
        assertEquals("option '--n' is given twice", refusal("--n=1", "--n=2"));
        assertTrue(refusal("--tree", "mine.tree", "--policy", "ws").contains("'--tree' does not go together"));
        assertTrue(refusal("--policy", ",a=b").startsWith("option '--policy' is ',a=b'"));
        assertTrue(refusal("--policy", "ws,steal").contains("key=value"));
        RunOptions options = parse("--n", "NaN");
        assertTrue(assertThrows(UsageException.class, () -> options.typed().number("n", 1, 0, 2))
                .getMessage()
                .startsWith("option '--n' is 'NaN'; allowed are numbers from 0.0 to 2.0"));
    }

    @Test
    void shouldReadMemoryNodesAndTheirSize() {
        RunOptions options = parse("--nodes", "3", "--cpu", "3", "--node-memory=64k");
        assertEquals(3, options.machine().nodes().getAsInt());
        assertEquals("64k", options.machine().nodeMemory().get());
        assertTrue(parse().machine().nodes().isEmpty()
                && parse().machine().nodeMemory().isEmpty());
        assertEquals(
                "1G",
                parse("--nodes=2", "--node-memory", "1G").machine().nodeMemory().get());

        assertEquals("option '--nodes' is '0'; allowed are whole numbers from 1 to 64", refusal("--nodes", "0"));
        assertEquals("option '--nodes' is '65'; allowed are whole numbers from 1 to 64", refusal("--nodes", "65"));
        assertEquals(
                "option '--nodes' is '3', but '--cpu' is '2'; each memory node needs a worker: give at least as many"
                        + " of these",
                refusal("--cpu", "2", "--nodes", "3"));
        for (String size : List.of("0", "16x", "-1", "1.5g", "lots", "0k")) {
            String message = refusal("--nodes", "2", "--node-memory", size);
            assertTrue(
                    message.startsWith("option '--node-memory' is '" + size + "'") && message.contains("16m"), message);
        }
        assertTrue(refusal("--node-memory", "1m").contains("give --nodes 2 or more"));
        assertTrue(refusal("--node-memory", "1m", "--nodes", "1").contains("give --nodes 2 or more"));
    }

    @Test
    void shouldReadWorkersOfDevices() {
        assertEquals(Map.of(), parse().machine().deviceWorkers());
        assertEquals(
                Map.of("opencl", 2, "cuda", 0),
                parse("--cuda=0", "--opencl", "2").machine().deviceWorkers());
        assertEquals("option '--opencl' is '-1'; allowed are whole numbers from 0 to 65536", refusal("--opencl=-1"));
        assertEquals("option '--cuda' is 'all'; allowed are whole numbers from 0 to 65536", refusal("--cuda", "all"));
        for (String option : List.of("--opencl=1", "--cuda=1", "--driver=opencl,cache=/tmp")) {
            assertTrue(refusal("--sim=m", option).contains("does not go together with --sim"), option);
        }
    }

    @Test
    void shouldReadWhichWorkersRunTasks() {
        assertTrue(parse().machine().workers().isEmpty());
        assertEquals(
                WorkerSelection.matching("(arch=cpu)"),
                parse("--workers", "(arch=cpu)").machine().workers().get());
        assertEquals(
                WorkerSelection.named("cpu-0", "opencl-0"),
                parse("--workers=cpu-0,opencl-0").machine().workers().get());
        assertTrue(refusal("--workers", "cpu-3..0").startsWith("option '--workers': "));
        assertTrue(refusal("--context=urgent", "--workers=all").contains("does not go together with --context"));
        assertTrue(refusal("--context=urgent", "--no-prefetch").contains("does not go together with --context"));
    }

    @Test
    void shouldOpenDevicesThatAreCpusForWhoNamesOpencl() {
        Map<String, Map<String, String>> onCpus = Map.of("opencl", Map.of("cpu.devices", "true"));
        assertEquals(
                onCpus,
                parse("--workers", "(|(arch=cpu)(arch=opencl))").machine().drivers());
        assertEquals(onCpus, parse("--workers", "(arch = opencl)").machine().drivers());
        assertEquals(onCpus, parse("--workers", "opencl-0").machine().drivers());
        assertEquals(Map.of(), parse("--workers", "(arch=cpu)").machine().drivers());
        assertEquals(
                Map.of(), parse("--workers", "(device.name=myopencl)").machine().drivers());
        assertEquals(
                Map.of(), parse("--workers=opencl-0", "--opencl=1").machine().drivers());
        assertEquals(
                Map.of("opencl", Map.of("cpu.devices", "false", "devices", "0,2")),
                parse("--workers=opencl-0", "--driver=opencl,devices=0,2,cpu.devices=false")
                        .machine()
                        .drivers());
    }

    @Test
    void shouldReadHowManyMembersToStart() {
        assertEquals(0, parse().machine().members());
        assertEquals(3, parse("--members", "3", "--cpu", "0").machine().members());
        assertEquals("option '--members' is '-1'; allowed are whole numbers from 0 to 256", refusal("--members=-1"));
        assertTrue(refusal("--members=1", "--context=left").contains("does not go together with --context"));
        assertTrue(refusal("--members=1", "--sim=m.json").contains("does not go together with --sim"));
    }

    @Test
    void shouldReadWhatDriversAreTold() {
        assertEquals(
                Map.of(
                        "opencl",
                        Map.of("memory.limit", "64m", "devices", "0,1", "zero.copy", "false"),
                        "cuda",
                        Map.of("workers", "2")),
                parse(
                                "--driver",
                                "opencl,memory.limit=64m,devices=0,1",
                                "--driver=cuda,workers=2",
                                "--driver=opencl,zero.copy=false")
                        .machine()
                        .drivers());
        assertEquals(
                Map.of("cpu", Map.of("memory.nodes", "2", "memory.limit", "1m", "bind", "false")),
                parse("--nodes=2", "--node-memory=1m", "--driver=cpu,bind=false")
                        .machine()
                        .drivers());
        for (String wrong : List.of("opencl", "memory.limit=64m", ",a=b", " ,a=b")) {
            assertTrue(
                    refusal("--driver", wrong).startsWith("option '--driver' is '" + wrong + "'; write NAME,key"),
                    wrong);
        }
        assertTrue(refusal("--driver=opencl,workers").contains("key=value"));
        assertEquals(
                "option '--driver' says 'a' of driver 'cpu' twice: give it once",
                refusal("--driver=cpu,a=1", "--driver=cpu,a=2"));
        assertEquals(
                "option '--driver' says 'memory.nodes' of driver 'cpu', and so does --nodes: give one of them only",
                refusal("--nodes=2", "--driver=cpu,memory.nodes=3"));
    }

    @Test
    void shouldFindTheApplicationBehindOptions() {
        assertEquals(3, TypedOptions.positionOfName(List.of("--json", "--cpu", "2", "demo", "--n", "4")));
        assertEquals(1, TypedOptions.positionOfName(List.of("--cpu=2", "demo")));
        assertEquals(-1, TypedOptions.positionOfName(List.of("--json", "--cpu", "2")));
        assertEquals(-1, TypedOptions.positionOfName(List.of()));
    }

    @Test
    void shouldReadADescribedMachine() {
        assertTrue(parse("--cpu", "2").machine().simulation().isEmpty());
        assertEquals(
                new SimulationChoice("laptop", Map.of(), false),
                parse("--sim", "laptop").machine().simulation().get());
        assertEquals(
                new SimulationChoice(
                        "m.json", Map.of("costs", "off", "spread", "0", "cuda", "2", "workers.cpu", "3"), true),
                parse(
                                "--sim=m.json",
                                "--execute",
                                "--sim-option",
                                "costs=off,spread=0",
                                "--sim-option=cuda=2",
                                "--cpu=3")
                        .machine()
                        .simulation()
                        .get());
    }

    @Test
    void shouldReadListsAmongThePropertiesOfADescribedMachine() {
        assertEquals(
                Map.of("synchronous", "potrf,trsm", "spread", "on"),
                parse("--sim=m", "--sim-option", "synchronous=potrf,trsm,spread=on")
                        .machine()
                        .simulation()
                        .get()
                        .properties());
    }

    @Test
    void shouldSayWhatDoesNotGoTogetherWithADescribedMachine() {
        assertEquals(
                "option '--execute' is for runs on a described machine: give --sim FILE|MACHINE, too",
                refusal("--execute"));
        assertTrue(
                refusal("--sim-option", "a=b").startsWith("option '--sim-option' is for runs on a described machine"));
        for (String option : List.of("--nodes=2", "--node-memory=1m")) {
            assertTrue(refusal("--sim", "m", "--nodes=2", option.equals("--nodes=2") ? "--json" : option)
                    .contains("does not go together with --sim"));
        }
        assertTrue(refusal("--sim", "m", "--sim-option", "machine=x").contains("give it there only"));
        assertTrue(refusal("--sim", "m", "--sim-option", "workers.cpu=1", "--cpu", "2")
                .contains("give one of them only"));
        assertTrue(refusal("--sim", "m", "--sim-option", "spread").contains("key=value"));
    }

    @Test
    void shouldWantAPictureWhoseNameSaysWhatItIs() {
        assertEquals("a.svg", parse("--gantt", "a.svg").typed().value("gantt").get());
        assertEquals(
                "option '--gantt' is 'a.png'; give the name of a file that ends in .svg", refusal("--gantt", "a.png"));
        assertTrue(refusal("--gantt", "/").startsWith("option '--gantt' is '/'"));
    }
}
