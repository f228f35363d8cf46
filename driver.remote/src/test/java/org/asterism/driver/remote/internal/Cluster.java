package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.kernels.blas.internal.DenseCatalogue;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.CodeletSource;
import org.asterism.kit.remote.Endpoint;
import org.asterism.remote.member.internal.Member;
import org.asterism.remote.member.internal.MemberSession;
import org.asterism.remote.member.internal.MemberSettings;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.remote.CodeletCatalogue;

/** A coordinator and members in one virtual machine. */
final class Cluster implements AutoCloseable {
    static final CodeletSource BLAS = new CodeletSource("org.asterism.kernels.blas", "1.0.0", "0123456789abcdef");
    static final CodeletSource TESTS = new CodeletSource("tests", "1.0.0", "fedcba9876543210");
    static final long MEMORY = 64L << 20;
    private static final long PATIENCE_SECONDS = 60;

    /** A member with its link. */
    record Node(MemberSession session, LinkPair link, CodeletIndex codelets) {}

    final Laboratory laboratory = new Laboratory();
    final CodeletIndex codelets = new CodeletIndex();
    final Members members;
    final RemoteDriver driver;
    final Map<String, Node> nodes = new LinkedHashMap<>();
    final Streets streets = new Streets();

    /** Makes a coordinator without members. */
    Cluster(int localWorkers) {
        this(localWorkers, Duration.ofSeconds(PATIENCE_SECONDS));
    }

    /** Makes a coordinator with a time limit for members that let go of data of a lost one. */
    Cluster(int localWorkers, Duration patience) {
        members = new Members("coordinator", codelets, patience);
        driver = new RemoteDriver(members, codelets);
        codelets.add(new DenseCatalogue(), BLAS);
        codelets.add(TestCodelets.CATALOGUE, TESTS);
        if (localWorkers > 0) {
            laboratory.addDriver("cpu", new InlineDriver(localWorkers));
        }
        laboratory.addDriver("remote", driver);
    }

    /** Adds a member with all codelets, and waits until it has made its offer. */
    Node add(String name, int units) {
        return add(name, units, MEMORY, Map.of(new DenseCatalogue(), BLAS, TestCodelets.CATALOGUE, TESTS));
    }

    Node add(String name, int units, long memory, Map<CodeletCatalogue, CodeletSource> catalogues) {
        CodeletIndex index = new CodeletIndex();
        catalogues.forEach(index::add);
        Driver inline = new InlineDriver(units);
        Member member = new Member(new MemberSettings(name, 2 * memory, OptionalInt.empty()), List.of(inline), index);
        MemberSession session = member.connecting(Endpoint.Presence.UNWATCHED);
        Node node = new Node(session, LinkPair.connect(members, session, name + ":2"), index);
        nodes.put(name, node);
        await(() -> members.present().stream().anyMatch(link -> link.name().equals(name)), name + " makes no offer");
        return node;
    }

    /** Adds a member that copies to others directly, and waits until it has made its offer. */
    Node addReachable(String name, int units) {
        return addReachable(name, new InlineDriver(units));
    }

    /** Adds a member that copies to others directly and has the units of some drivers. */
    Node addReachable(String name, Driver... drivers) {
        CodeletIndex index = new CodeletIndex();
        index.add(TestCodelets.CATALOGUE, TESTS);
        Member member = new Member(new MemberSettings(name, 2 * MEMORY, OptionalInt.empty()), List.of(drivers), index);
        Streets.Resident resident = streets.settle(members, member);
        Node node = new Node(resident.session(), resident.link(), index);
        nodes.put(name, node);
        await(() -> link(name) != null, name + " makes no offer");
        return node;
    }

    /** Returns the coordinator's link to a member that is present; null if there is none. */
    MemberLink link(String name) {
        return members.present().stream()
                .filter(link -> link.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    static void await(BooleanSupplier condition, String otherwise) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, otherwise);
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        laboratory.close();
        List<Node> all = new ArrayList<>(nodes.values());
        all.forEach(node -> node.link().cut());
        for (Node node : all) {
            try {
                node.session().awaitEnd();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            await(() -> node.session().memoryInUse() == 0, "memory is left on a member that has ended");
        }
    }
}
