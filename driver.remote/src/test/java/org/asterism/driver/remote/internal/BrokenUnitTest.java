package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Codelet;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.CodeletReference;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Bye;
import org.asterism.kit.remote.Message.Codelets;
import org.asterism.kit.remote.Message.Failed;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Peers;
import org.asterism.remote.member.internal.Member;
import org.asterism.remote.member.internal.MemberSession;
import org.asterism.remote.member.internal.MemberSettings;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a coordinator hears of units that do not start, and of kernels that throw what cannot be told. */
@Timeout(60)
class BrokenUnitTest {
    /** Has a message that cannot be read. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("thrown by getMessage() of the test");
        }
    }

    private final StalledLink link = new StalledLink();
    private final CodeletIndex codelets = new CodeletIndex();

    /** Opens a unit for each action, which runs when the unit is started. */
    private record Units(List<Runnable> starts) implements Driver {
        @Override
        public List<ComputeUnit> open(DriverRequest request) {
            List<ComputeUnit> units = new ArrayList<>();
            List<ComputeUnit> inline = new InlineDriver(starts.size()).open(request);
            for (int number = 0; number < starts.size(); number++) {
                units.add(unit(inline.get(number), starts.get(number)));
            }
            return units;
        }

        private static ComputeUnit unit(ComputeUnit inline, Runnable start) {
            return (ComputeUnit) Proxy.newProxyInstance(
                    ComputeUnit.class.getClassLoader(), new Class<?>[] {ComputeUnit.class}, (_, method, arguments) -> {
                        if (method.getName().equals("start")) {
                            start.run();
                            return null;
                        }
                        try {
                            return method.invoke(inline, arguments);
                        } catch (InvocationTargetException thrown) {
                            throw thrown.getCause();
                        }
                    });
        }
    }

    private MemberSession greet(Runnable... starts) {
        Member member = new Member(
                new MemberSettings("node1", 1 << 20, OptionalInt.empty()),
                List.of(new Units(List.of(starts))),
                codelets);
        MemberSession session = member.connecting(Endpoint.Presence.UNWATCHED);
        link.deliver(session, Peers.hello("test"), 0);
        return session;
    }

    private void awaitOffer() {
        Cluster.await(() -> !link.sent(Offer.class).isEmpty(), "no offer comes");
    }

    private static void fail(Throwable thrown) {
        BrokenUnitTest.<RuntimeException>sneak(thrown);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private void launch(MemberSession session, long number, String codelet) {
        link.deliver(session, launch(number, codelet), 0);
    }

    private static Launch launch(long number, String codelet) {
        byte[] none = new byte[5]; // no argument, and no data
        return new Launch(number, 0, new CodeletReference(Cluster.TESTS, codelet), 0, 1, 0, none);
    }

    @Test
    void shouldOfferOnlyUnitsThatStart() throws Exception {
        codelets.add(TestCodelets.CATALOGUE, Cluster.TESTS);
        MemberSession session = greet(() -> fail(new IllegalStateException("of the test")), () -> {});
        awaitOffer();
        Offer offer = link.sent(Offer.class).getFirst();
        assertEquals(
                List.of("cpu-1"), offer.units().stream().map(Message.Unit::name).toList());
        launch(session, 1, "fail");
        Cluster.await(() -> !link.sent(Failed.class).isEmpty(), "no answer comes");
        assertEquals(
                ArithmeticException.class.getName(),
                link.sent(Failed.class).getFirst().type());
        session.closed(link, "test");
        session.awaitEnd();
    }

    @Test
    void shouldLeaveWhenNoUnitStarts() {
        greet(() -> fail(new IllegalStateException("of the test")));
        Cluster.await(() -> !link.sent(Bye.class).isEmpty(), "the member does not leave");
        assertTrue(link.sent(Bye.class).getFirst().reason().contains("of the test"));
    }

    @Test
    void shouldCloseTheLinkWhenAUnitEndsByAnError() {
        greet(() -> {}, () -> fail(new AssertionError("of the test")));
        Cluster.await(link::isClosed, "the coordinator waits for ever");
        assertTrue(link.sent(Bye.class).getFirst().reason().contains("AssertionError: of the test"));
    }

    @Test
    void shouldAnswerWhenTheMessageOfAnExceptionCannotBeRead() {
        Codelet codelet = Codelet.named("unreadable")
                .cpu(_ -> {
                    throw new Unreadable();
                })
                .build();
        codelets.add(() -> Map.of("unreadable", codelet), Cluster.TESTS);
        MemberSession session = greet(() -> {});
        awaitOffer();
        launch(session, 1, "unreadable");
        Cluster.await(() -> !link.sent(Failed.class).isEmpty(), "the coordinator waits for ever");
        assertTrue(link.sent(Failed.class).getFirst().text().contains("cannot be read"));
        session.closed(link, "test");
    }

    @Test
    void shouldEndTheLinkWhenTooManyKernelsWait() throws Exception {
        codelets.add(TestCodelets.CATALOGUE, Cluster.TESTS);
        CountDownLatch go = new CountDownLatch(1);
        TestCodelets.go = go;
        MemberSession session = greet(() -> {});
        awaitOffer();
        for (int number = 0; number < Message.MOST_LAUNCHES; number++) {
            launch(session, number, "wait");
        }
        assertTrue(!link.isClosed());
        launch(session, -1, "wait");
        assertTrue(link.isClosed());
        go.countDown();
        session.awaitEnd();
    }

    @Test
    void shouldTellOfChangedCodeletsOnlyAfterTheOffer() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        MemberSession session = greet(() -> {
            started.countDown();
            try {
                go.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
        started.await();
        codelets.add(TestCodelets.CATALOGUE, Cluster.TESTS);
        assertTrue(link.sent(Codelets.class).isEmpty());
        go.countDown();
        awaitOffer();
        assertEquals(codelets.references(), link.sent(Offer.class).getFirst().codelets());
        codelets.remove(TestCodelets.CATALOGUE);
        assertEquals(List.of(), link.sent(Codelets.class).getLast().codelets());
        session.closed(link, "test");
    }
}
