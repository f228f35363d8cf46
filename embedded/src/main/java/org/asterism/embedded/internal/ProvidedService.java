package org.asterism.embedded.internal;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The object of a provider, made at first use. Threads that need it at the same time may make several, of which one
 * remains; no lock is held while a provider's constructor runs.
 *
 * @param <S> the service's type
 */
final class ProvidedService<S> implements Supplier<S> {
    private final ServiceLoader.Provider<S> provider;
    private final AtomicReference<S> service = new AtomicReference<>();

    ProvidedService(ServiceLoader.Provider<S> provider) {
        this.provider = provider;
    }

    /**
     * The object.
     *
     * @throws IllegalStateException if it cannot be made
     */
    @Override
    public S get() {
        S known = service.get();
        if (known != null) {
            return known;
        }
        try {
            S made = provider.get();
            return service.compareAndSet(null, made) ? made : service.get();
        } catch (ServiceConfigurationError failed) {
            throw new IllegalStateException(
                    provider.type().getName() + " cannot be created: "
                            + (failed.getCause() == null ? failed.getMessage() : failed.getCause()),
                    failed);
        }
    }
}
