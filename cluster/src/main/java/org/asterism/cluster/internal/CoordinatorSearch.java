package org.asterism.cluster.internal;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCPPING;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.Responses;

/**
 * The engine's discovery: asks those that are at places which a {@link Discovery} finds anew for each search, over the
 * group's own connections. To others it is the engine's {@link TCPPING}.
 */
final class CoordinatorSearch extends TCPPING {
    private static final System.Logger LOG = System.getLogger(CoordinatorSearch.class.getName());

    private final GroupSettings settings;
    private final AtomicBoolean isSearching = new AtomicBoolean();

    /** The result of the last search. */
    private volatile List<PhysicalAddress> found = List.of();

    CoordinatorSearch(GroupSettings settings) {
        this.settings = settings;
        setId(ClassConfigurator.getProtocolId(TCPPING.class));
        setPortRange(0);
    }

    @Override
    public void findMembers(List<Address> members, boolean initialDiscovery, Responses responses) {
        initial_hosts = places(); // the setter ignores an empty list
        super.findMembers(members, initialDiscovery, responses);
    }

    /** One search at a time: a folder that hangs must not take one of the engine's threads after the other. */
    private List<PhysicalAddress> places() {
        if (isSearching.compareAndSet(false, true)) {
            try {
                found = search();
            } finally {
                isSearching.set(false);
            }
        }
        return found;
    }

    private List<PhysicalAddress> search() {
        try {
            return settings.places().stream()
                    .<PhysicalAddress>map(place -> new IpAddress(place.getAddress(), place.getPort()))
                    .toList();
        } catch (IOException unknown) { // a Probe tells people
            LOG.log(System.Logger.Level.DEBUG, "no coordinator is found: {0}", unknown.getMessage());
            return List.of();
        }
    }
}
