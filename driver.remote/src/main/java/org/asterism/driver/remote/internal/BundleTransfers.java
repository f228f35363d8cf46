package org.asterism.driver.remote.internal;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.asterism.kit.remote.BundleArchive;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.CodeletReference;
import org.asterism.kit.remote.CodeletSource;
import org.asterism.kit.remote.Message.Bundle;
import org.asterism.kit.remote.Message.Part;
import org.asterism.kit.remote.Peers;

/**
 * Sends a member the bundles with codelets that it lacks, one after the other and each once, by a thread that lives as
 * long as there are some. The link's thread brings the answers; it may be asked by any thread.
 */
final class BundleTransfers {
    /** While one part is being sent, the next one is handed over. */
    private static final int PARTS_AHEAD = 2;

    /** Jar files are made in memory, whatever a member offers to take. */
    private static final long MOST_BYTES = 1 << 30;

    private static final System.Logger LOG = System.getLogger(BundleTransfers.class.getName());

    /** What the member says of a bundle; both are false and empty when the link closes. */
    private record Exchange(
            CodeletSource source, CompletableFuture<Boolean> isWanted, CompletableFuture<String> obstacle) {
        Exchange(CodeletSource source) {
            this(source, new CompletableFuture<>(), new CompletableFuture<>());
        }
    }

    private final MemberLink link;
    private final CodeletIndex codelets;
    private final long patienceSeconds;
    private final Runnable whenReady;

    /** The greatest number of bytes of a bundle; written under this object's lock. */
    private volatile long most;

    /** Bundles that the member lacks and that tasks would have used. */
    private final Set<CodeletSource> missed = ConcurrentHashMap.newKeySet();

    /** Ends the notifications of new catalogues; null before and afterwards. Guarded by this object, as the others. */
    private Runnable listening;

    private final Set<CodeletSource> offered = new HashSet<>();
    private boolean isBusy;
    private boolean hasEnded;
    private boolean isReady;

    /** The bundle that was offered last, until the member has answered; else null. */
    private Exchange exchange;

    /**
     * Makes it; nothing is sent before {@link #begin}.
     *
     * @param link to the member
     * @param codelets the codelets of this side
     * @param patienceSeconds after how long a member that does not answer is used without what it lacks
     * @param whenReady is run once, by any thread, when the member has what it can get
     */
    BundleTransfers(MemberLink link, CodeletIndex codelets, long patienceSeconds, Runnable whenReady) {
        this.link = link;
        this.codelets = codelets;
        this.patienceSeconds = patienceSeconds;
        this.whenReady = whenReady;
    }

    /**
     * The member has made its offer.
     *
     * @param largest the greatest number of bytes of a bundle that it installs; 0 if it installs none
     */
    void begin(long largest) {
        if (largest <= 0) {
            ready();
            return;
        }
        synchronized (this) {
            most = Math.min(largest, MOST_BYTES);
        }
        Runnable end = codelets.listen(this::send);
        boolean isLate;
        synchronized (this) {
            isLate = hasEnded;
            listening = isLate ? null : end;
        }
        if (isLate) {
            end.run();
        }
        if (!send()) {
            ready();
        }
    }

    /**
     * A task would use a codelet that the member lacks: warns of each bundle once, unless the member installs bundles.
     */
    void isAskedFor(CodeletReference codelet) {
        if (most == 0 && missed.add(codelet.source())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "member " + link.name() + " lacks bundle " + codelet.source() + ", so it cannot run codelet '"
                            + codelet.name() + "': install the same bundle there, or start the member with --install");
        }
    }

    /** Sends what the member lacks now; returns false if that is nothing. */
    private boolean send() {
        Map.Entry<CodeletSource, BundleArchive> first;
        synchronized (this) {
            if (isBusy) {
                return true;
            }
            first = next();
            if (first == null) {
                return false;
            }
            isBusy = true;
        }
        Thread sender = new Thread(() -> sendAll(first), "asterism-bundles-for-" + link.name());
        sender.setDaemon(true);
        sender.start();
        return true;
    }

    /** Takes a bundle that the member lacks and was not offered; null if there is none. */
    private synchronized Map.Entry<CodeletSource, BundleArchive> next() {
        for (Map.Entry<CodeletSource, BundleArchive> bundle :
                codelets.archives().entrySet()) {
            if (!hasEnded && !link.has(bundle.getKey()) && offered.add(bundle.getKey())) {
                return bundle;
            }
        }
        isBusy = false;
        return null;
    }

    private void sendAll(Map.Entry<CodeletSource, BundleArchive> first) {
        try {
            for (Map.Entry<CodeletSource, BundleArchive> bundle = first; bundle != null; bundle = next()) {
                trySend(bundle.getKey(), bundle.getValue());
            }
        } catch (InterruptedException interrupted) { // by nobody here
            LOG.log(System.Logger.Level.WARNING, "member " + link.name() + " gets no more bundles: " + interrupted);
        } finally {
            ready();
        }
    }

    /** Whatever is wrong with one bundle, such as too little memory for it, the others are sent. */
    private void trySend(CodeletSource source, BundleArchive archive) throws InterruptedException {
        try {
            send(source, archive);
        } catch (RuntimeException | Error thrown) {
            refused(source, "it cannot be sent: " + thrown);
        }
    }

    private void send(CodeletSource source, BundleArchive archive) throws InterruptedException {
        byte[] jar;
        try {
            jar = archive.read(most);
        } catch (BundleArchive.TooLarge large) {
            refused(source, large.getMessage() + ": raise the member's property 'install', or its option --install");
            return;
        } catch (IOException | RuntimeException unreadable) {
            refused(source, "it cannot be read: " + unreadable.getMessage());
            return;
        }
        Exchange asked = offer(source);
        if (asked == null) {
            return;
        }
        link.send(new Bundle(source, jar.length));
        if (await(asked.isWanted(), source)) {
            send(source, jar);
        }
        String obstacle = await(asked.obstacle(), source);
        if (!obstacle.isEmpty()) {
            refused(source, obstacle);
        }
    }

    private synchronized Exchange offer(CodeletSource source) {
        exchange = hasEnded ? null : new Exchange(source);
        return exchange;
    }

    private void send(CodeletSource source, byte[] jar) throws InterruptedException {
        Semaphore room = new Semaphore(PARTS_AHEAD);
        for (int from = 0; from < jar.length && !link.isLost(); from += Part.USUAL) {
            byte[] content = Arrays.copyOfRange(jar, from, Math.min(jar.length, from + Part.USUAL));
            if (!room.tryAcquire(patienceSeconds, TimeUnit.SECONDS)) {
                late(source, "taken more of it within " + patienceSeconds + " s");
                room.acquire();
            }
            link.send(new Part(content), room::release);
        }
    }

    /** Waits for an answer; after a while, the member is used without the bundle. */
    private <T> T await(CompletableFuture<T> answer, CodeletSource source) throws InterruptedException {
        try {
            try {
                return answer.get(patienceSeconds, TimeUnit.SECONDS);
            } catch (TimeoutException late) {
                late(source, "said within " + patienceSeconds + " s that it has installed it");
                return answer.get();
            }
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The member is used without the bundle until it goes on; the next bundles wait. */
    private void late(CodeletSource source, String what) {
        refused(source, "the member has not " + what);
        ready();
    }

    private void refused(CodeletSource source, String obstacle) {
        LOG.log(
                System.Logger.Level.WARNING,
                "member " + link.name() + " cannot run the codelets of bundle " + source + ": " + obstacle);
    }

    private void ready() {
        synchronized (this) {
            if (isReady) {
                return;
            }
            isReady = true;
        }
        whenReady.run();
    }

    /**
     * The member wants a bundle.
     *
     * @return false if it was not offered
     */
    synchronized boolean wanted(CodeletSource source) {
        return exchange != null
                && exchange.source().equals(source)
                && exchange.isWanted().complete(true);
    }

    /**
     * The member has installed a bundle, or refuses it.
     *
     * @param obstacle why it refuses it; empty if it does not
     * @return false if it was not offered
     */
    synchronized boolean installed(CodeletSource source, String obstacle) {
        if (exchange == null || !exchange.source().equals(source)) {
            return false;
        }
        answer(Peers.line(obstacle));
        return true;
    }

    private void answer(String obstacle) {
        exchange.isWanted().complete(false);
        exchange.obstacle().complete(obstacle);
        exchange = null;
    }

    /** The link is closed: nothing more is sent. */
    void end() {
        Runnable heard;
        synchronized (this) {
            hasEnded = true;
            heard = listening;
            listening = null;
            if (exchange != null) {
                answer("");
            }
        }
        if (heard != null) {
            heard.run();
        }
    }
}
