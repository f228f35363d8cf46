package org.asterism.driver.remote.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.CodeletSource;
import org.asterism.remote.member.internal.Member;
import org.asterism.remote.member.internal.MemberSettings;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;

/** A driver with a member in the same virtual machine, which knows whatever kernels a contract makes. */
final class RemoteContract implements AutoCloseable {
    private static final long MEMORY = 256L << 20;

    private final CodeletIndex codelets = new CodeletIndex();
    private final Members members = new Members("coordinator", new CodeletIndex());
    private final Streets streets = new Streets();
    private final AtomicInteger names = new AtomicInteger();
    private final List<LinkPair> links = new ArrayList<>();
    private final RemoteDriver driver = new RemoteDriver(members, codelets);

    RemoteContract(int units) {
        add("node1", new InlineDriver(units));
    }

    /** Makes one with a member of some drivers. */
    RemoteContract(Driver... drivers) {
        add("node1", drivers);
    }

    /** Adds a member, to which the others copy directly. */
    RemoteContract and(String name) {
        add(name, new InlineDriver(1));
        return this;
    }

    private void add(String name, Driver... drivers) {
        Member member =
                new Member(new MemberSettings(name, 2 * MEMORY, OptionalInt.empty()), List.of(drivers), codelets);
        links.add(streets.settle(members, member).link());
        Cluster.await(() -> members.present().size() == links.size(), "no offer comes");
    }

    RemoteDriver driver() {
        return driver;
    }

    /** Makes a kernel known on both sides. */
    Kernel known(Kernel kernel) {
        String name = "kernel-" + names.incrementAndGet();
        Codelet codelet = Codelet.named(name).cpu(kernel).build();
        codelets.add(() -> Map.of(name, codelet), new CodeletSource("contract", name, ""));
        return kernel;
    }

    /** What a kernel has thrown arrives as text. */
    static boolean reports(Throwable reported, Exception failure) {
        return reported.getMessage().contains(failure.getClass().getName() + ": " + failure.getMessage());
    }

    /** Cuts the link of a unit's member. */
    static void lose(RemoteContract contract, ComputeUnit unit) {
        contract.links.forEach(LinkPair::cut);
        Cluster.await(((RemoteUnit) unit).link()::isLost, "the link is still there");
    }

    @Override
    public void close() {
        links.forEach(LinkPair::cut);
    }
}
