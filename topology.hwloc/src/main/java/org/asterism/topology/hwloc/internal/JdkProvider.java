package org.asterism.topology.hwloc.internal;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.IntSupplier;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyProvider;

/** Topology and binding without libhwloc: complete on Linux; elsewhere only the number of processors is known. */
final class JdkProvider implements TopologyProvider {
    static final String PROVIDER = "jdk";

    private final Path root;
    private final IntSupplier processors;
    private Topology machine;

    /**
     * Makes a provider that reads the machine when it is first asked.
     *
     * @param root the folder that holds {@code sys} and {@code proc}
     * @param processors the number of processors on systems without such folders
     */
    JdkProvider(Path root, IntSupplier processors) {
        this.root = root;
        this.processors = processors;
    }

    /** The provider for the machine that this is. */
    static JdkProvider here() {
        return new JdkProvider(Path.of("/"), Runtime.getRuntime()::availableProcessors);
    }

    @Override
    public synchronized Topology machine() {
        if (machine == null) {
            machine = LinuxMachine.read(root).orElseGet(this::flatMachine);
        }
        return machine;
    }

    private Topology flatMachine() {
        int count = processors.getAsInt();
        BitSet all = new BitSet();
        all.set(0, count);
        Branch flat = new Branch(TopologyType.MACHINE, 0, "", all, 0);
        for (int i = 0; i < count; i++) {
            BitSet alone = new BitSet();
            alone.set(i);
            Branch core = new Branch(TopologyType.CORE, i, "", alone, 0);
            core.append(new Branch(TopologyType.PU, i, "", alone, 0));
            flat.append(core);
        }
        return new Topology(flat.freeze(), "jdk availableProcessors");
    }

    @Override
    public Topology synthetic(String description) {
        return SyntheticDescription.build(description);
    }

    @Override
    public Topology xml(Path file) {
        return XmlTopology.read(file);
    }

    @Override
    public boolean bindCurrentThread(BitSet processingUnits) {
        Binding.check(processingUnits);
        return LinuxAffinity.bind(processingUnits);
    }
}
