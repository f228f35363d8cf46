package org.asterism.cluster.internal;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCPPING;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.Responses;

/**
 * The engine's discovery: asks those that are at some places now, over the group's own connections; all at once, so
 * that one that cannot be reached holds up no other. To others it is the engine's {@link TCPPING}.
 */
final class CoordinatorSearch extends TCPPING {
    private final Supplier<List<InetSocketAddress>> places;
    private final Set<Address> asking = ConcurrentHashMap.newKeySet();

    /**
     * Makes it.
     *
     * @param places where processes of the group may be; the engine's threads ask for them, so it must not block
     */
    CoordinatorSearch(Supplier<List<InetSocketAddress>> places) {
        this.places = places;
        setId(ClassConfigurator.getProtocolId(TCPPING.class));
        setPortRange(0);
    }

    @Override
    public void findMembers(List<Address> members, boolean initialDiscovery, Responses responses) {
        initial_hosts = places.get().stream() // the setter ignores an empty list
                .<PhysicalAddress>map(place -> new IpAddress(place.getAddress(), place.getPort()))
                .toList();
        super.findMembers(members, initialDiscovery, responses);
    }

    /** Connects if need be, which may take seconds; until then, a place is not asked once more. */
    @Override
    protected void sendDiscoveryRequest(Message request) {
        Address place = request.getDest();
        if (asking.add(place)) {
            Thread.startVirtualThread(() -> {
                try {
                    super.sendDiscoveryRequest(request);
                } finally {
                    asking.remove(place);
                }
            });
        }
    }
}
