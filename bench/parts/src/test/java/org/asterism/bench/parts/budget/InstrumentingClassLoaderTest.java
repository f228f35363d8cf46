package org.asterism.bench.parts.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Tests that every kind of operation is counted, and nothing else. */
final class InstrumentingClassLoaderTest {
    @Test
    void shouldCountEveryKindAndNothingElse() throws Exception {
        Map<Synchronisation, Long> expected = Map.of(
                Synchronisation.READ_MODIFY_WRITE, 5L,
                Synchronisation.VOLATILE_WRITE, 4L,
                Synchronisation.VOLATILE_READ, 6L,
                Synchronisation.MONITOR, 2L,
                Synchronisation.LIBRARY_CALL, 3L);
        InstrumentingClassLoader loader = new InstrumentingClassLoader(true, Tally.class);
        Class<?> specimen = loader.loadClass(SynchronisationSpecimen.class.getName());
        assertNotSame(SynchronisationSpecimen.class, specimen, "the class must be loaded anew");
        IntConsumer counted = (IntConsumer) specimen.getConstructor().newInstance();
        for (Synchronisation kind : Synchronisation.values()) {
            Tally.reset();
            Tally.METER.begin(Part.RUN.ordinal());
            counted.accept(kind.ordinal());
            Tally.METER.end();
            Map<Synchronisation, Long> found = new TreeMap<>();
            for (int site = 0; site < loader.sites().size(); site++) {
                long times = Tally.operations(Part.RUN, site);
                if (times != 0) {
                    found.merge(loader.sites().get(site).kind(), times, Long::sum);
                }
            }
            assertEquals(Map.of(kind, expected.get(kind)), found);
        }
    }

    @Test
    void shouldFindEveryMethodThatAPartBeginsWith() throws ClassNotFoundException {
        for (Part part : Part.values()) {
            for (String beginning : part.beginnings()) {
                int dot = beginning.lastIndexOf('.');
                Class<?> owner = Class.forName(Part.PACKAGES + beginning.substring(0, dot));
                assertTrue(
                        Arrays.stream(owner.getDeclaredMethods())
                                .map(Method::getName)
                                .anyMatch(beginning.substring(dot + 1)::equals),
                        () -> part + " begins with " + beginning + ", which is not there any more: name what has"
                                + " taken its place in Part");
            }
        }
    }
}
