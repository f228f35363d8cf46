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
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceProvidersTest {
    @TempDir
    private Path folder;

    private final CapturedLog log = CapturedLog.of(ServiceProviders.class);
    private final List<String> messages = log.messages();

    /** A policy that no annotation describes. */
    public static final class Undescribed implements SchedulingPolicyFactory {
        @Override
        public SchedulingPolicy create(PolicyContext context) {
            throw new AssertionError("nobody can ask for it");
        }
    }

    @AfterEach
    void listenNoMore() {
        log.close();
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
