package org.asterism.shell.gogo.internal.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.Fields;
import org.asterism.report.text.View;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code asterism:machine}. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "machine")
public final class MachineCommand extends Command {
    private final Runtimes runtimes;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile TopologyProvider provider;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes whose workers, memories and links are shown
     */
    @Activate
    public MachineCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /**
     * Shows everything about the machine. Links are not measured for it.
     *
     * @return a page with the Java machine, the topology, devices, workers, memories and links
     */
    @Descriptor("shows the machine on one page: Java, topology, devices and drivers, workers, memories, links")
    public View machine() {
        List<NamedRuntime> all = runtimes.all();
        Page page = new Page().add("Java", "java", java(), true);
        TopologyProvider asked = provider;
        if (asked == null) {
            page.say("Topology: nobody knows it; install the bundle org.asterism.topology.hwloc");
        } else {
            page.add("Topology", "topology", new TopologyText(asked.machine()), true);
        }
        return page.add("Devices", "devices", DevicesCommand.listing(all), true)
                .add("Workers", "workers", WorkersCommand.listing(all), true)
                .add("Memories", "memories", NodesCommand.listing(all), true)
                .add("Links", "links", BusListing.of(all), true);
    }

    private static Fields java() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("version", System.getProperty("java.vm.version"));
        fields.put("vendor", System.getProperty("java.vendor"));
        fields.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        fields.put("processors", Runtime.getRuntime().availableProcessors());
        fields.put("heap", Bytes.text(Runtime.getRuntime().maxMemory()));
        return new Fields(fields);
    }
}
