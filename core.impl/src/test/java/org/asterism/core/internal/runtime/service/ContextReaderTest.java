package org.asterism.core.internal.runtime.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.ContextDescription;
import org.asterism.api.PriorityRange;
import org.asterism.api.WorkerSelection;
import org.junit.jupiter.api.Test;

class ContextReaderTest {
    static ContextReader reader(String name, Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>(more);
        properties.put("service.pid", "org.asterism.context~" + name);
        properties.put("service.factoryPid", "org.asterism.context");
        properties.put("component.id", 7L);
        return new ContextReader(properties);
    }

    private static String slip(Map<String, Object> properties) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> reader("urgent", properties).read())
                .getMessage();
    }

    @Test
    void shouldReadAllThatDescribesAContext() {
        ContextDescription read = reader(
                        "urgent",
                        Map.of(
                                "policy", "prio, levels=2,deep=yes",
                                "fallback.policy", "",
                                "workers", List.of("cpu-0", "cpu-1"),
                                "share", true,
                                "parent", "outer",
                                "heir", "default",
                                "priorities", "-5..5,refuse",
                                "limit", "10..100",
                                "rank", "2"))
                .read();
        assertEquals(
                ContextDescription.named("urgent")
                        .withPolicy("prio", Map.of("levels", "2", "deep", "yes"))
                        .withFallbackPolicy(Optional.empty())
                        .sharingWorkers(WorkerSelection.named("cpu-0", "cpu-1"))
                        .within("outer")
                        .withHeir("default")
                        .withPriorities(new PriorityRange(-5, 5, PriorityRange.Outside.REFUSE))
                        .withLimit(10, 100)
                        .withRank(2),
                read);
    }

    @Test
    void shouldTakeWhatIsMissingOrEmptyForTheDefault() {
        assertEquals(
                ContextDescription.named("urgent"), reader("urgent", Map.of()).read());
        assertEquals(
                ContextDescription.named("urgent"),
                reader("urgent", Map.of("policy", "", "workers", " ", "heir", "", "limit", "", "share", ""))
                        .read());
        assertEquals("other", reader("urgent", Map.of("name", "other")).read().name());
    }

    @Test
    void shouldNameTheFileOrThePid() {
        assertEquals("org.asterism.context~urgent", reader("urgent", Map.of()).source());
        assertEquals(
                "load/org.asterism.context-urgent.cfg",
                reader(
                                "urgent",
                                Map.of(
                                        "felix.fileinstall.filename",
                                        "file:/opt/a/load/org.asterism.context-urgent.cfg"))
                        .source());
    }

    @Test
    void shouldNamePropertyValueAndWhatIsAllowed() {
        assertEquals(
                "it has the property 'polcy'; allowed are name, policy, fallback.policy, workers, share, parent, heir,"
                        + " priorities, limit, rank",
                slip(Map.of("polcy", "prio")));
        assertTrue(
                slip(Map.of("workers", "(arch=")).startsWith("property 'workers' is '(arch=': '(arch=' is no filter"));
        assertTrue(slip(Map.of("workers", "1/2 of sofa:0")).startsWith("property 'workers' is '1/2 of sofa:0': "));
        assertEquals("property 'share' is 'maybe': allowed are true and false", slip(Map.of("share", "maybe")));
        assertEquals("property 'rank' is 'high': allowed are whole numbers", slip(Map.of("rank", "high")));
        assertTrue(slip(Map.of("priorities", "5")).contains("'5' is no range of priorities"));
        assertTrue(slip(Map.of("limit", "9")).contains("'9' is no limit of submitted tasks"));
        assertTrue(slip(Map.of("policy", "prio,fast")).contains("'fast' is no property of a policy"));
        assertEquals(
                "property 'heir' is 'urgent': context 'urgent' cannot be its own heir: name another one, such as "
                        + "'default'",
                slip(Map.of("heir", "urgent")));
    }
}
