package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.kit.remote.BundleArchive;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.CodeletReference;
import org.asterism.kit.remote.CodeletSource;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Installed;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Message.Part;
import org.asterism.kit.remote.Message.Wanted;
import org.asterism.kit.remote.Peers;
import org.asterism.remote.member.internal.BundleInstaller;
import org.asterism.remote.member.internal.Member;
import org.asterism.remote.member.internal.MemberSession;
import org.asterism.remote.member.internal.MemberSettings;
import org.asterism.spi.remote.CodeletCatalogue;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A coordinator sends a member the bundles that it lacks. */
@Timeout(60)
class BundleTransferTest {
    private static final int LIMIT = 3 * Part.USUAL;
    private static final CodeletSource SENT = new CodeletSource("sent", "1.0.0", "0123456789abcdef".repeat(4));
    private static final CodeletSource LATER = new CodeletSource("later", "1.0.0", "fedcba9876543210".repeat(4));
    private static final CodeletCatalogue ANOTHER = () -> Map.of("unnamed", TestCodelets.UNNAMED);

    /** Adds the test's codelets to the member's, as a bundle that starts would. */
    private final class Installer implements BundleInstaller {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();

        @Override
        public long mostBytes() {
            return LIMIT;
        }

        @Override
        public void execute(Runnable work) {
            thread.execute(work);
        }

        @Override
        public String obstacle(CodeletSource source) {
            try {
                mayAnswer.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return refusal;
        }

        @Override
        public String install(CodeletSource source, InputStream jar) {
            try {
                got.add(jar.readAllBytes());
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
            membersCodelets.add(source.equals(SENT) ? TestCodelets.CATALOGUE : ANOTHER, source);
            return "";
        }

        @Override
        public void close() {
            thread.shutdown();
        }
    }

    private final BlockingQueue<byte[]> got = new LinkedBlockingQueue<>();
    private final CodeletIndex membersCodelets = new CodeletIndex();
    private final Installer installer = new Installer();
    private final Cluster cluster = new Cluster(0);
    private final CodeletIndex codelets = new CodeletIndex();
    private final Members members = new Members("coordinator", codelets);
    private volatile String refusal;
    private volatile CountDownLatch mayAnswer = new CountDownLatch(0);
    private LinkPair link;
    private MemberSession session;

    @AfterEach
    void close() throws Exception {
        mayAnswer.countDown();
        if (link != null) {
            link.cut();
            session.awaitEnd();
        }
        cluster.close();
        installer.close();
    }

    private void connect(BundleInstaller used) {
        Member member = new Member(
                new MemberSettings("node1", 2 << 20, OptionalInt.empty()),
                List.of(new InlineDriver(1)),
                membersCodelets,
                used);
        session = member.connecting(Endpoint.Presence.UNWATCHED);
        link = LinkPair.connect(members, session, "node1:2");
    }

    private void awaitPresence() {
        Cluster.await(() -> !members.present().isEmpty(), "the member does not come");
    }

    private boolean hasCodelet(CodeletSource source, String name) {
        return members.present().getFirst().has(new CodeletReference(source, name));
    }

    private static BundleArchive archive(byte[] jar) {
        return most -> {
            if (jar.length > most) {
                throw new BundleArchive.TooLarge(most);
            }
            return jar;
        };
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void shouldSendAMemberTheBundlesThatItLacksBeforeItIsUsed() throws Exception {
        byte[] jar = random(2 * Part.USUAL + 5);
        codelets.add(TestCodelets.CATALOGUE, SENT, archive(jar));
        mayAnswer = new CountDownLatch(1);
        connect(installer);
        assertTrue(members.present().isEmpty());
        mayAnswer.countDown();
        awaitPresence();
        assertArrayEquals(jar, got.take());
        assertTrue(hasCodelet(SENT, "fail"));
    }

    @Test
    void shouldRunTasksOfABundleThatTheMemberHasGot() throws Exception {
        codelets.add(TestCodelets.CATALOGUE, SENT, archive(random(10)));
        connect(installer);
        awaitPresence();
        cluster.laboratory.addDriver("remote", new RemoteDriver(members, codelets));
        try (TaskRuntime runtime = cluster.laboratory.runtime()) {
            runtime.task(TestCodelets.WAIT).submitAndAwait();
        }
    }

    @Test
    void shouldSendABundleThatComesLaterAndEachOnce() throws Exception {
        codelets.add(TestCodelets.CATALOGUE, SENT, archive(random(10)));
        connect(installer);
        awaitPresence();
        codelets.add(ANOTHER, LATER, archive(random(20)));
        Cluster.await(() -> hasCodelet(LATER, "unnamed"), "it is not sent");
        codelets.remove(ANOTHER);
        membersCodelets.remove(TestCodelets.CATALOGUE);
        codelets.add(ANOTHER, LATER, archive(random(20)));
        Cluster.await(() -> !hasCodelet(SENT, "fail"), "the member's codelets stay");
        assertEquals(List.of(10, 20), got.stream().map(jar -> jar.length).toList());
    }

    @Test
    void shouldUseAMemberThatRefusesABundleWithoutIt() {
        refusal = "there is another one";
        codelets.add(TestCodelets.CATALOGUE, SENT, archive(random(10)));
        try (CapturedLog log = CapturedLog.of(BundleTransfers.class)) {
            connect(installer);
            awaitPresence();
            assertEquals(
                    List.of("member node1 cannot run the codelets of bundle sent 1.0.0 (01234567):"
                            + " there is another one"),
                    log.messages());
        }
        assertFalse(hasCodelet(SENT, "fail"));
        assertTrue(got.isEmpty());
    }

    @Test
    void shouldNotSendABundleThatIsTooLargeOrThatTheMemberDoesNotTake() {
        codelets.add(TestCodelets.CATALOGUE, SENT, archive(random(LIMIT + 1)));
        try (CapturedLog log = CapturedLog.of(BundleTransfers.class)) {
            connect(installer);
            awaitPresence();
            String line = String.join("|", log.messages());
            assertTrue(line.contains("more than " + LIMIT + " bytes: raise the member's property 'install'"), line);
        }
        link.cut();
        Cluster.await(() -> members.present().isEmpty(), "the member stays");
        connect(BundleInstaller.NONE);
        awaitPresence();
        assertFalse(hasCodelet(SENT, "fail"));
        assertTrue(got.isEmpty());
    }

    @Test
    void shouldEndWhenTheMemberIsLostMeanwhile() {
        codelets.add(TestCodelets.CATALOGUE, SENT, archive(random(10)));
        mayAnswer = new CountDownLatch(1);
        connect(installer);
        Cluster.await(() -> isSending("node1"), "nothing is sent");
        link.cut();
        Cluster.await(() -> !isSending("node1"), "the thread that sends waits for ever");
        assertTrue(members.present().isEmpty());
    }

    private static boolean isSending(String member) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("asterism-bundles-for-" + member));
    }

    @Test
    void shouldUseAMemberThatDoesNotAnswerInTime() {
        StalledLink stalled = new StalledLink();
        MemberLink member = members.connecting(Endpoint.Presence.UNWATCHED);
        stalled.deliver(member, Peers.hello("node1"), 0);
        codelets.add(TestCodelets.CATALOGUE, SENT, archive(random(10)));
        CountDownLatch ready = new CountDownLatch(1);
        BundleTransfers transfers = new BundleTransfers(member, codelets, 1, ready::countDown);
        try (CapturedLog log = CapturedLog.of(BundleTransfers.class)) {
            transfers.begin(LIMIT);
            Cluster.await(() -> ready.getCount() == 0, "the member is never used");
            assertTrue(log.messages().getFirst().contains("has not said within 1 s"), log.messages()::toString);
        }
        assertTrue(transfers.wanted(SENT), "it may answer late");
        assertFalse(transfers.wanted(SENT), "it answers twice");
        Cluster.await(() -> !stalled.sent(Part.class).isEmpty(), "nothing is sent");
        assertTrue(transfers.installed(SENT, ""));
        transfers.end();
    }

    @Test
    void shouldUseAMemberThatStopsToTakeABundle() {
        StalledLink stalled = new StalledLink();
        MemberLink member = members.connecting(Endpoint.Presence.UNWATCHED);
        stalled.deliver(member, Peers.hello("node1"), 0);
        codelets.add(TestCodelets.CATALOGUE, SENT, archive(random(LIMIT)));
        CountDownLatch ready = new CountDownLatch(1);
        BundleTransfers transfers = new BundleTransfers(member, codelets, 1, ready::countDown);
        try (CapturedLog log = CapturedLog.of(BundleTransfers.class)) {
            transfers.begin(LIMIT);
            Cluster.await(() -> transfers.wanted(SENT), "nothing is offered");
            Cluster.await(() -> ready.getCount() == 0, "the member is never used");
            assertTrue(
                    log.messages().getFirst().contains("has not taken more of it within 1 s"),
                    log.messages()::toString);
        }
        assertTrue(stalled.sent(Part.class).size() < 3, "all of it is sent");
        member.close("the test ends");
        stalled.close();
        transfers.end();
        Cluster.await(() -> !isSending("node1"), "the thread that sends waits for ever");
    }

    @Test
    void shouldNotRepeatALongTextOfAMember() {
        StalledLink stalled = new StalledLink();
        MemberLink member = members.connecting(Endpoint.Presence.UNWATCHED);
        stalled.deliver(member, Peers.hello("node1"), 0);
        stalled.deliver(member, new Offer(1, List.of(), List.of(), List.of(), LIMIT), 0);
        try (CapturedLog log = CapturedLog.of(MemberLink.class)) {
            stalled.deliver(member, new Installed(SENT, "\n" + "x".repeat(10_000)), 0);
            assertTrue(stalled.isClosed());
            String line = log.messages().getFirst();
            assertTrue(line.length() < 1_000 && !line.contains("\n"), line);
        }
    }

    @Test
    void shouldEndTheLinkWhenAMemberAnswersWhatNobodyHasAsked() {
        for (Message answer : List.of(new Wanted(SENT), new Installed(SENT, ""))) {
            StalledLink stalled = new StalledLink();
            MemberLink member = members.connecting(Endpoint.Presence.UNWATCHED);
            stalled.deliver(member, Peers.hello("node1"), 0);
            stalled.deliver(member, new Offer(1, List.of(), List.of(), List.of(), LIMIT), 0);
            stalled.deliver(member, answer, 0);
            assertTrue(stalled.isClosed(), answer::toString);
        }
    }

    @Test
    void shouldRefuseBundlesBeyondTheLimitAndPartsThatNobodyWaitsFor() {
        Message bundle = new Message.Bundle(SENT, 10);
        expectEnd("exceeds the limit of " + LIMIT + " bytes", new Message.Bundle(SENT, LIMIT + 1L));
        expectEnd("exceeds the limit of " + LIMIT + " bytes", new Message.Bundle(SENT, 0));
        expectEnd("that nobody waits for", new Part(new byte[1]));
        expectEnd("that nobody waits for", bundle, new Part(new byte[11]));
        expectEnd("that nobody waits for", bundle, new Part(new byte[0]));
        expectEnd("before the last one was answered", bundle, bundle);
        assertTrue(got.isEmpty());
    }

    /** Lets a coordinator say something, parts when they are wanted, and waits for the end. */
    private void expectEnd(String reason, Message... messages) {
        Member member = new Member(
                new MemberSettings("node1", 2 << 20, OptionalInt.empty()),
                List.of(new InlineDriver(1)),
                membersCodelets,
                installer);
        StalledLink stalled = new StalledLink();
        MemberSession target = member.accepted(stalled).session();
        stalled.deliver(target, Peers.hello("test"), 0);
        Cluster.await(() -> !stalled.sent(Offer.class).isEmpty(), "no offer comes");
        assertEquals(LIMIT, stalled.sent(Offer.class).getFirst().bundle());
        for (Message message : messages) {
            if (message instanceof Part && messages.length > 1) {
                Cluster.await(() -> !stalled.sent(Wanted.class).isEmpty(), "it is not wanted");
            }
            stalled.deliver(target, message, 0);
        }
        assertTrue(stalled.isClosed(), reason);
        String given = stalled.sent(Message.Bye.class).getFirst().reason();
        assertTrue(given.contains(reason), given);
        target.closed(stalled, "test");
    }
}
