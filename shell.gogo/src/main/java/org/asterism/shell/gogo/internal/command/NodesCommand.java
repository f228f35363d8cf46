package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.MemoryNode;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Rows;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:nodes}, which lists the memory nodes. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "nodes")
public final class NodesCommand extends Command {
    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose memory nodes are shown
     */
    @Activate
    public NodesCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /** Row of the listing; sizes in bytes. The capacity is null if there is no limit. */
    record Row(
            String runtime,
            int id,
            String name,
            List<String> devices,
            Long capacity,
            long used,
            long cached,
            List<String> workers,
            long validHandles) {}

    /**
     * Lists the memory nodes.
     *
     * @return one row per node
     */
    @Descriptor("lists the memory nodes: their sizes in bytes, their workers, how many handles have a valid copy there")
    public Rows nodes() {
        return listing(runtimes.all());
    }

    static Listing<Row> listing(List<NamedRuntime> runtimes) {
        List<Row> rows = new ArrayList<>();
        for (NamedRuntime runtime : runtimes) {
            Collection<DataHandle> handles = runtime.runtime().data().handles();
            for (MemoryNode node : runtime.runtime().memoryNodes()) {
                List<Worker> workers = runtime.runtime().workers().stream()
                        .filter(worker -> worker.memoryNode() == node.id())
                        .toList();
                rows.add(new Row(
                        runtime.name(),
                        node.id(),
                        node.name(),
                        workers.stream()
                                .map(Device::of)
                                .filter(Objects::nonNull)
                                .distinct()
                                .toList(),
                        node.capacity() == Long.MAX_VALUE ? null : node.capacity(),
                        node.used(),
                        node.cached(),
                        workers.stream().map(Worker::name).toList(),
                        handles.stream()
                                .filter(handle -> handle.stateOn(node.id()).isValid())
                                .count()));
            }
        }
        boolean limited = rows.stream().anyMatch(row -> row.capacity() != null);
        boolean anyDevice = rows.stream().anyMatch(row -> !row.devices().isEmpty());
        List<Column<Row>> columns = List.of(
                new Column<>(runtimes.size() > 1 ? "runtime" : "", "runtime", Row::runtime),
                Column.of("id", Row::id),
                Column.of("name", Row::name),
                new Column<>(anyDevice ? "device" : "", "devices", Row::devices),
                new Column<>(limited ? "capacity" : "", "capacity", Row::capacity),
                Column.of("used", Row::used),
                Column.of("cached", Row::cached),
                Column.of("valid_handles", Row::validHandles),
                Column.of("workers", Row::workers));
        return new Listing<>(rows, columns, "There are no memory nodes.");
    }
}
