package org.asterism.shell.gogo.internal.command;

import java.nio.file.Path;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.View;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Command {@code asterism:topo}, which shows the structure of a machine. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "topo")
public final class TopologyCommand extends Command {
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile TopologyProvider provider;

    /** Called by Declarative Services. */
    @Activate
    public TopologyCommand() {}

    /**
     * Shows the structure of a machine.
     *
     * @param session session whose folder is the base of relative file names
     * @param synthetic machine in hwloc's notation, or empty
     * @param xml file in hwloc's format, or empty
     * @return a {@link TopologyText}
     */
    @Descriptor("shows the topology of this or a described machine: packages, memory, caches, cores")
    public View topo(
            CommandSession session,
            @Descriptor("instead of this machine, one that is described in hwloc's notation, such as 'pack:2 "
                            + "core:8 pu:2'")
                    @Parameter(names = "--synthetic", absentValue = "")
                    String synthetic,
            @Descriptor("instead of this machine, one from a file that lstopo or hwloc wrote as XML")
                    @Parameter(names = "--xml", absentValue = "")
                    String xml) {
        TopologyProvider asked = provider;
        if (asked == null) {
            throw new IllegalStateException(
                    "the topology of this machine is unknown: install the bundle org.asterism.topology.hwloc");
        }
        return new TopologyText(read(asked, session.currentDir(), synthetic, xml));
    }

    private static Topology read(TopologyProvider asked, Path folder, String synthetic, String xml) {
        if (!synthetic.isEmpty() && !xml.isEmpty()) {
            throw new UsageException("give --synthetic or --xml, not both");
        }
        try {
            if (!synthetic.isEmpty()) {
                return asked.synthetic(synthetic);
            }
            return xml.isEmpty() ? asked.machine() : asked.xml(folder.resolve(xml));
        } catch (IllegalArgumentException | UnsupportedOperationException refused) {
            throw new StatusException(Failure.BAD_USAGE, SCOPE + ":topo: " + Failure.line(refused), refused);
        }
    }
}
