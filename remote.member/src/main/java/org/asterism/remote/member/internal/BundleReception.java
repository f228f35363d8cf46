package org.asterism.remote.member.internal;

import java.io.ByteArrayInputStream;
import java.util.function.Consumer;
import org.asterism.kit.remote.CodeletSource;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Bundle;
import org.asterism.kit.remote.Message.Installed;
import org.asterism.kit.remote.Message.Part;
import org.asterism.kit.remote.Message.Wanted;
import org.asterism.kit.remote.Peers;

/**
 * Receives the bundles of one coordinator, one at a time. The link's thread brings the messages; a thread of the
 * installer does what takes time, and answers. What is received is at most {@link BundleInstaller#mostBytes} long.
 */
final class BundleReception {
    private final BundleInstaller installer;
    private final Runnable announcement;
    private final Consumer<Message> answers;

    /** The bundle that was offered, until it is answered; else null. Guarded by this object, like the others. */
    private Bundle offered;

    /** All of it, of which {@link #received} bytes have come; null if nothing may come. */
    private byte[] content;

    private int received;

    private boolean hasEnded;

    /**
     * Makes it.
     *
     * @param announcement tells the coordinator the codelets that there are now
     * @param answers sends the answers; both are called without a lock
     */
    BundleReception(BundleInstaller installer, Runnable announcement, Consumer<Message> answers) {
        this.installer = installer;
        this.announcement = announcement;
        this.answers = answers;
    }

    /**
     * A bundle is offered.
     *
     * @throws MalformedMessageException if the member has not permitted it
     */
    void offered(Bundle bundle) {
        check(bundle);
        synchronized (this) {
            if (offered != null) {
                throw new MalformedMessageException("a bundle is offered before the last one was answered");
            }
            offered = bundle;
        }
        installer.execute(() -> {
            String obstacle = obstacle(bundle.source());
            if (obstacle == null) {
                want(bundle);
            } else {
                answer(bundle, obstacle);
            }
        });
    }

    private String obstacle(CodeletSource source) {
        if (!source.name().matches("[A-Za-z0-9._-]{1,200}") // they become parts of a location and of messages
                || !source.version().matches("[A-Za-z0-9._-]{1,100}")
                || !source.hash().matches("[0-9a-f]{64}")) {
            return "its symbolic name and version have too many characters, or others than letters, digits, '.', '_'"
                    + " and '-': give it others";
        }
        try {
            return installer.obstacle(source);
        } catch (RuntimeException | Error thrown) { // the coordinator must not wait for an answer
            return "the bundles there cannot be compared with it: " + thrown;
        }
    }

    private void check(Bundle bundle) {
        if (bundle.bytes() <= 0 || bundle.bytes() > installer.mostBytes()) {
            throw new MalformedMessageException(
                    "bundle " + Peers.line(bundle.source().toString()) + " of " + bundle.bytes()
                            + " bytes exceeds the limit of " + installer.mostBytes() + " bytes");
        }
    }

    private void want(Bundle bundle) {
        byte[] room;
        try {
            room = new byte[Math.toIntExact(bundle.bytes())];
        } catch (OutOfMemoryError full) {
            answer(bundle, "the member has not enough memory for its " + bundle.bytes() + " bytes");
            return;
        }
        synchronized (this) {
            if (hasEnded) {
                return;
            }
            content = room;
            received = 0;
        }
        answers.accept(new Wanted(bundle.source()));
    }

    /**
     * Some bytes have come.
     *
     * @throws MalformedMessageException if the member does not expect them
     */
    void part(Part part) {
        int length = part.content().length;
        Bundle complete;
        byte[] jar;
        synchronized (this) {
            if (content == null || length == 0 || length > content.length - received) {
                throw new MalformedMessageException("a part of a bundle that nobody waits for");
            }
            System.arraycopy(part.content(), 0, content, received, length);
            received += length;
            if (received < content.length) {
                return;
            }
            complete = offered;
            jar = content;
            content = null;
        }
        installer.execute(() -> answer(complete, install(complete.source(), jar)));
    }

    private String install(CodeletSource source, byte[] jar) {
        try {
            return installer.install(source, new ByteArrayInputStream(jar));
        } catch (RuntimeException | Error thrown) { // whatever it is, the coordinator must not wait for an answer
            return "it cannot be installed: " + thrown;
        }
    }

    private void answer(Bundle bundle, String obstacle) {
        synchronized (this) {
            if (hasEnded) {
                return;
            }
            offered = null; // before the answer, after which another one may come
        }
        announcement.run(); // the coordinator looks at them when it has the answer
        answers.accept(new Installed(bundle.source(), obstacle));
    }

    /** The link is closed: what was received in part is dropped. */
    synchronized void end() {
        hasEnded = true;
        content = null;
    }
}
