package org.asterism.shell.gogo.internal.command;

import java.util.List;
import java.util.Locale;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Rows;
import org.asterism.spi.remote.Cluster;
import org.asterism.spi.remote.ClusterMember;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Command {@code asterism:members}, which lists the members whose workers this process uses. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "members")
public final class MembersCommand extends Command {
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile Cluster cluster;

    /** Called by Declarative Services. */
    @Activate
    public MembersCommand() {}

    /**
     * Lists the members.
     *
     * @return one row per member
     */
    @Descriptor(
            "lists the Java virtual machines whose workers this one uses: their places, workers and memory in bytes")
    public Rows members() {
        Cluster present = cluster;
        return listing(present == null ? List.of() : present.members());
    }

    static Listing<ClusterMember> listing(List<ClusterMember> members) {
        boolean anyRemark = members.stream().anyMatch(member -> !member.remark().isEmpty());
        List<Column<ClusterMember>> columns = List.of(
                Column.of("name", ClusterMember::name),
                Column.of("address", ClusterMember::address),
                Column.of("state", member -> member.state().name().toLowerCase(Locale.ROOT)),
                Column.of("workers", ClusterMember::units),
                Column.of("memory", ClusterMember::memory),
                new Column<>(anyRemark ? "remark" : "", "remark", ClusterMember::remark));
        return new Listing<>(
                members,
                columns,
                "No member has joined: start some for a run with --members N, or say in the configuration"
                        + " org.asterism.cluster where others join.");
    }
}
