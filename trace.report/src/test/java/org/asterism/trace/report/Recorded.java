package org.asterism.trace.report;

import java.nio.file.Path;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.model.PerformanceModel;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.driver.sim.internal.SimulationDriver;
import org.asterism.policy.dmda.dmdas.internal.DmdasPolicyFactory;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.profile.Profile;
import org.asterism.profile.Profiler;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.internal.service.TraceService;

/**
 * Recording of a program on the real core and a simulated machine with three cores and a GPU, in virtual time.
 *
 * @param file the recording
 * @param trace the recording, opened
 * @param watched what a profiler saw meanwhile
 */
record Recorded(Path file, Trace trace, Profile watched) {
    private static final int TILE = 1000;

    /** A program that submits tasks. */
    interface Program {
        void run(TaskRuntime runtime) throws Exception;
    }

    /** Stands for the code of a GPU, which a simulation does not run. */
    private static final class GpuCode implements Implementation {}

    static Recorded run(Path file, String policy, Program program) throws Exception {
        Plugins plugins = new Plugins();
        plugins.add(new PolicyPlugin("eager", "first come, first served", "test", 0, new EagerPolicyFactory()));
        plugins.add(new PolicyPlugin("dmdas", "least expected completion", "test", 0, new DmdasPolicyFactory()));
        plugins.add(new DriverPlugin("sim", new SimulationDriver()));
        CoreRuntimeFactory factory = new CoreRuntimeFactory(plugins);
        Simulation simulation = Simulation.of(
                        Path.of(Recorded.class.getResource("machine.json").toURI())
                                .toString())
                .with("cost.submit", "0")
                .with("cost.allocation", "off");
        Profile watched;
        try (TaskRuntime runtime = factory.create(
                        RuntimeConfiguration.defaults().withPolicy(policy).withSimulation(simulation));
                Recording _ = new TraceService().start(runtime, TraceSettings.toFile(file));
                Profiler profiler = Profiler.of(runtime)) {
            program.run(runtime);
            runtime.waitAll();
            watched = profiler.profile();
        } finally {
            factory.closeAll();
        }
        return new Recorded(file, Trace.open(file), watched);
    }

    static Codelet codelet(String name, Access... access) {
        return Codelet.named(name)
                .model(PerformanceModel.history(name))
                .access(access)
                .implementation(Architecture.CUDA, new GpuCode())
                .cpu(kernel -> {})
                .build();
    }

    static Codelet cudaOnly(String name, Access... access) {
        return Codelet.named(name)
                .model(PerformanceModel.history(name))
                .access(access)
                .implementation(Architecture.CUDA, new GpuCode())
                .build();
    }

    static DataHandle vector(TaskRuntime runtime, String name, int elements) {
        return runtime.data()
                .imagined(new VectorLayout(ElementType.DOUBLE, elements))
                .named(name);
    }

    /** The tasks of a Cholesky factorisation by tiles. */
    static void cholesky(TaskRuntime runtime, int tiles) {
        Codelet potrf = Codelet.named("potrf")
                .model(PerformanceModel.history("potrf"))
                .access(Access.RW)
                .cpu(kernel -> {})
                .build();
        Codelet trsm = codelet("trsm", Access.R, Access.RW);
        Codelet syrk = codelet("syrk", Access.R, Access.RW);
        Codelet gemm = codelet("gemm", Access.R, Access.R, Access.RW);
        DataHandle[][] a = new DataHandle[tiles][tiles];
        for (int row = 0; row < tiles; row++) {
            for (int column = 0; column <= row; column++) {
                a[row][column] = vector(runtime, "A(" + row + "," + column + ")", TILE);
            }
        }
        for (int k = 0; k < tiles; k++) {
            runtime.task(potrf).data(a[k][k]).submit();
            for (int row = k + 1; row < tiles; row++) {
                runtime.task(trsm).data(a[k][k], a[row][k]).submit();
            }
            for (int row = k + 1; row < tiles; row++) {
                runtime.task(syrk).data(a[row][k], a[row][row]).submit();
                for (int column = k + 1; column < row; column++) {
                    runtime.task(gemm)
                            .data(a[row][k], a[column][k], a[row][column])
                            .submit();
                }
            }
        }
    }
}
