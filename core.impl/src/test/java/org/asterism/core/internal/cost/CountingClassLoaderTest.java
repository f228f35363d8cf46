package org.asterism.core.internal.cost;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who relies on a count must know that it counts. */
@Timeout(120)
final class CountingClassLoaderTest {
    @Test
    void shouldCountEveryKindAndNothingElse() throws Exception {
        assertArrayEquals(new long[] {50, 0, 0, 0}, counts(Load.INDEP));
        assertArrayEquals(new long[] {0, 40, 0, 0}, counts(Load.CHAIN));
        assertArrayEquals(new long[] {0, 0, 20, 0}, counts(Load.DATA));
        assertArrayEquals(new long[] {0, 0, 0, 30}, counts(Load.CHAINTASK));
    }

    private static long[] counts(Load load) throws Exception {
        CountingClassLoader loader = new CountingClassLoader(CountingClassLoader.class.getClassLoader());
        Class<?> specimen = loader.loadClass(SynchronisationSpecimen.class.getName());
        assertNotSame(SynchronisationSpecimen.class, specimen, "the class must be loaded anew");
        try (TaskProgram program = (TaskProgram) specimen.getConstructor().newInstance()) {
            Tally.start();
            program.submit(load, 10);
            return Tally.stop();
        }
    }
}
