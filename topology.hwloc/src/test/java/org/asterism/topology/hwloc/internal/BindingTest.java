package org.asterism.topology.hwloc.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.TopologyObject;
import org.asterism.spi.topology.TopologyProvider;
import org.junit.jupiter.api.Test;

/** Binding on the machine that runs the tests, by both providers. */
class BindingTest {
    private static final Path STATUS = Path.of("/proc/thread-self/status");

    @Test
    void shouldBindAThreadWithoutHwloc() throws Exception {
        assumeTrue(Files.exists(STATUS), "no Linux: nothing tells where a thread is bound");
        bindsToEachUnitAndBack(JdkProvider.here());
    }

    @Test
    void shouldBindAThreadThroughHwloc() throws Exception {
        assumeTrue(Files.exists(STATUS), "no Linux: nothing tells where a thread is bound");
        HwlocProvider provider = HwlocProviderTest.hwloc();
        try {
            bindsToEachUnitAndBack(provider);
        } finally {
            provider.close();
        }
    }

    @Test
    void shouldSayNoWhenTheMachineHasNoSuchUnit() throws Exception {
        assumeTrue(Files.exists(STATUS), "no Linux: nothing tells where a thread is bound");
        assertFalse(onThread(() -> JdkProvider.here().bindCurrentThread(unit(8000))));
        HwlocProvider provider = HwlocProviderTest.hwloc();
        try {
            assertFalse(onThread(() -> provider.bindCurrentThread(unit(8000))));
        } finally {
            provider.close();
        }
    }

    @Test
    void shouldRefuseVirtualThreadsAndEmptySets() throws Exception {
        TopologyProvider provider = JdkProvider.here();
        assertThrows(IllegalArgumentException.class, () -> provider.bindCurrentThread(new BitSet()));
        FutureTask<Boolean> task = new FutureTask<>(() -> provider.bindCurrentThread(unit(0)));
        Thread.ofVirtual().name("light").start(task);
        ExecutionException e = assertThrows(ExecutionException.class, task::get);
        assertTrue(e.getCause() instanceof IllegalStateException, e.toString());
        assertTrue(e.getCause().getMessage().contains("'light'"), e.toString());
    }

    private static void bindsToEachUnitAndBack(TopologyProvider provider) throws Exception {
        BitSet whole = provider.machine().root().processingUnits();
        onThread(() -> {
            for (TopologyObject unit : provider.machine().objects(TopologyType.PU)) {
                assertTrue(provider.bindCurrentThread(unit.processingUnits()));
                assertEquals("" + unit.osIndex(), allowed());
            }
            assertTrue(provider.bindCurrentThread(whole));
            assertEquals(ProcessorSets.text(whole), allowed());
            return null;
        });
    }

    private static BitSet unit(int number) {
        BitSet unit = new BitSet();
        unit.set(number);
        return unit;
    }

    private static String allowed() throws IOException {
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith("Cpus_allowed_list:")) {
                return line.substring(line.indexOf(':') + 1).strip();
            }
        }
        return fail("no Cpus_allowed_list in " + STATUS);
    }

    /** On a thread that ends with the test, so that the others stay unbound. */
    private static <T> T onThread(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "to be bound");
        thread.start();
        return task.get();
    }
}
