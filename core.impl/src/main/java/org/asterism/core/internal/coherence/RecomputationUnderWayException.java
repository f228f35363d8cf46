package org.asterism.core.internal.coherence;

import java.util.concurrent.CompletableFuture;

/** Thrown when a claim needs data that are computed again, or would overwrite what that needs. */
public final class RecomputationUnderWayException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final transient CompletableFuture<Void> end;

    RecomputationUnderWayException(Claim claim, CompletableFuture<Void> end) {
        super(claim + " waits until lost data have been computed again");
        this.end = end;
    }

    /** Completes when the claim may be made again; never exceptionally. */
    public CompletableFuture<Void> end() {
        return end;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this; // nobody sees it: the claim is made again
    }
}
