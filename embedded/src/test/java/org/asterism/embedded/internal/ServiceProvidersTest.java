package org.asterism.embedded.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceProvidersTest {
    private static final Logger LOG = Logger.getLogger(ServiceProviders.class.getName());

    @TempDir
    private Path folder;

    private final List<String> messages = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            messages.add(new SimpleFormatter().formatMessage(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** A policy that no annotation describes. */
    public static final class Undescribed implements SchedulingPolicyFactory {
        @Override
        public SchedulingPolicy create(PolicyContext context) {
            throw new AssertionError("nobody can ask for it");
        }
    }

    @BeforeEach
    void listen() {
        LOG.addHandler(handler);
    }

    @AfterEach
    void listenNoMore() {
        LOG.removeHandler(handler);
    }

    private Plugins found(String entries) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(SchedulingPolicyFactory.class.getName()), entries);
        Plugins plugins = new Plugins();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            new ServiceProviders(loader).addTo(plugins);
        }
        return plugins;
    }

    @Test
    void shouldLeaveOutAPolicyThatNothingDescribes() throws IOException {
        assertEquals(
                List.of("dmda", "eager", "prio", "random", "ws"),
                found(Undescribed.class.getName()).policyNames());
        assertEquals(1, messages.size(), messages::toString);
        assertTrue(
                messages.getFirst().contains(Undescribed.class.getName())
                        && messages.getFirst().contains(SchedulingPolicyFactory.NAME)
                        && messages.getFirst().contains("@Component"),
                messages::toString);
    }

    @Test
    void shouldGoOnWithTheOthersWhenOneThrowsAnError() {
        List<String> seen = new ArrayList<>();
        new ServiceProviders(getClass().getClassLoader())
                .forEach(SchedulingPolicyFactory.class, "factory", provider -> {
                    seen.add(provider.type().getName());
                    throw new AssertionError("on purpose");
                });
        assertTrue(seen.size() > 1, seen::toString);
        assertEquals(seen.size(), messages.size(), messages::toString);
    }

    @Test
    void shouldLeaveOutAClassThatIsNotThereAndKeepTheOthers() throws IOException {
        assertEquals(
                List.of("dmda", "eager", "prio", "random", "ws"),
                found("org.example.Absent").policyNames());
        assertTrue(messages.getFirst().contains("org.example.Absent"), messages::toString);
    }
}
