package org.asterism.topology.hwloc.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.TopologyProvider;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

class TopologyComponentTest {
    private final List<Dictionary<?, ?>> properties = new ArrayList<>();
    private TopologyProvider provider;

    private record Configuration(boolean enabled, String library) implements HwlocConfiguration {
        @Override
        public Class<? extends Annotation> annotationType() {
            return HwlocConfiguration.class;
        }
    }

    @Test
    void shouldOfferHwlocFirst() throws Exception {
        HwlocProviderTest.hwloc().close();
        TopologyComponent component = new TopologyComponent(bundle(), new Configuration(true, ""));
        assertOffered("hwloc", 100);
        assertFalse(provider.machine().objects(TopologyType.PU).isEmpty());
        assertEquals(1, properties.size());
        component.deactivate();
        assertEquals(null, provider);
    }

    @Test
    void shouldOfferTheJdkProviderWhenTheLibraryIsMissing() {
        new TopologyComponent(bundle(), new Configuration(true, "/nowhere/libhwloc.so"));
        assertOffered("jdk", 0);
        assertFalse(provider.machine().objects(TopologyType.PU).isEmpty());
        assertEquals(1, properties.size());
    }

    @Test
    void shouldCorrectItsPropertiesWhenTheLibraryFailsAtTheFirstCall() {
        new TopologyComponent(bundle(), new Configuration(true, ""), configured -> "libnothwloc.so.99");
        assertOffered("hwloc", 100);
        assertEquals(
                JdkProvider.here().machine().root().processingUnits(),
                provider.machine().root().processingUnits());
        assertOffered("jdk", 0);
        provider.machine();
        assertEquals(2, properties.size());
    }

    @Test
    void shouldOfferTheJdkProviderWhenHwlocIsSwitchedOff() {
        new TopologyComponent(bundle(), new Configuration(false, ""));
        assertOffered("jdk", 0);
    }

    private void assertOffered(String name, int ranking) {
        assertEquals(name, properties.getLast().get("topology.provider"));
        assertEquals(ranking, properties.getLast().get("service.ranking"));
    }

    private BundleContext bundle() {
        return fake(BundleContext.class, (proxy, method, arguments) -> {
            assertEquals("registerService", method.getName());
            provider = (TopologyProvider) arguments[1];
            properties.add((Dictionary<?, ?>) arguments[2]);
            return registration();
        });
    }

    private ServiceRegistration<?> registration() {
        return fake(ServiceRegistration.class, (proxy, method, arguments) -> {
            switch (method.getName()) {
                case "setProperties" -> properties.add((Dictionary<?, ?>) arguments[0]);
                case "unregister" -> provider = null;
                default -> throw new UnsupportedOperationException(method.getName());
            }
            return null;
        });
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
