package org.asterism.remote.member.internal;

import java.util.function.Consumer;

/**
 * Learns once, perhaps by another thread and later, what has become of a request.
 *
 * @param <T> the type of what was requested
 */
interface Outcome<T> {
    /** It is there. */
    void ready(T wanted);

    /** It cannot be had. */
    void failed(Throwable reason);

    /** Combines what to do in both cases. */
    static <T> Outcome<T> of(Consumer<? super T> ready, Consumer<Throwable> failed) {
        return new Outcome<>() {
            @Override
            public void ready(T wanted) {
                ready.accept(wanted);
            }

            @Override
            public void failed(Throwable reason) {
                failed.accept(reason);
            }
        };
    }
}
