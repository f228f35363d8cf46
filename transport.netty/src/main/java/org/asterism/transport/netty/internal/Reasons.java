package org.asterism.transport.netty.internal;

import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** Why a link was closed, in phrases for people. */
final class Reasons {
    static final String THIS_SIDE = "closed by this side";
    static final String PEER = "closed by the peer";
    static final String END = "the transport has ended";

    private static final String ALERT = "fatal alert: ";

    private Reasons() {}

    /** Returns the phrase for an error of the network or of TLS. */
    static String of(Throwable error) {
        Throwable root = error;
        for (Throwable cause = error; cause != null && cause != cause.getCause(); cause = cause.getCause()) {
            if (cause instanceof NotSslRecordException) {
                return "the peer does not use TLS";
            }
            if (cause instanceof CertificateException) {
                return "the peer's certificate is not trusted (" + text(cause) + ")";
            }
            root = cause;
        }
        String text = text(root);
        int alert = text.indexOf(ALERT);
        if (root instanceof SSLException && alert >= 0) {
            return "the peer refuses TLS with this side's certificate (" + text.substring(alert + ALERT.length()) + ")";
        }
        return root instanceof SSLException ? "TLS failed (" + text + ")" : text;
    }

    /** Returns the phrase for an exception of the receiver. */
    static String ofReceiver(Throwable error) {
        return "its receiver threw " + error;
    }

    private static String text(Throwable error) {
        String message = error.getMessage();
        return message == null || message.isBlank()
                ? error.getClass().getSimpleName()
                : message.lines().findFirst().orElseThrow();
    }
}
