package org.asterism.core.internal.plugin;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.ComponentServiceObjects;

/**
 * The registration of a service as Declarative Services shows it; counts how often the service is held.
 *
 * @param <S> what the service is
 */
final class Registration<S> implements ComponentServiceObjects<S> {
    final ServiceReference<S> reference;

    /** Null if it cannot be had. */
    S service;

    int held;
    int fetched;

    /** Runs while the service is obtained. */
    Runnable whenFetched = () -> {};

    Registration(S service, Map<String, Object> properties) {
        this.service = service;
        reference = referenceTo(properties);
    }

    @SuppressWarnings("unchecked") // a proxy has no type parameter
    private static <S> ServiceReference<S> referenceTo(Map<String, Object> properties) {
        return (ServiceReference<S>) Proxy.newProxyInstance(
                Registration.class.getClassLoader(),
                new Class<?>[] {ServiceReference.class},
                (proxy, method, arguments) ->
                        method.getName().equals("getProperty") ? properties.get((String) arguments[0]) : null);
    }

    @Override
    public S getService() {
        fetched++;
        if (service != null) {
            held++;
        }
        whenFetched.run();
        return service;
    }

    @Override
    public void ungetService(S given) {
        assertSame(service, given);
        held--;
    }

    @Override
    public ServiceReference<S> getServiceReference() {
        return reference;
    }
}
