package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.asterism.api.Clock;
import org.asterism.spi.driver.DriverRequest;
import org.junit.jupiter.api.RepeatedTest;

/** The first look for devices, in a JVM of its own, as a platform makes its devices then. */
class FirstLookTest {
    private static final int RUNTIMES = 4;

    /** Run in the other JVM. */
    public static final class Main {
        public static void main(String... arguments) {
            CyclicBarrier together = new CyclicBarrier(RUNTIMES);
            IntStream.range(0, RUNTIMES)
                    .mapToObj(any -> Thread.ofPlatform().start(() -> look(together)))
                    .toList()
                    .forEach(Main::join);
            System.out.println("all have looked");
        }

        private static void look(CyclicBarrier together) {
            OpenClDriver driver = new OpenClDriver(Map.of("cpu.devices", "true"));
            try {
                together.await();
                driver.report(new DriverRequest(OptionalInt.empty(), Clock.system(), Map.of()));
            } catch (Exception unexpected) {
                throw new IllegalStateException(unexpected);
            }
        }

        private static void join(Thread thread) {
            try {
                thread.join();
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException(unexpected);
            }
        }
    }

    @RepeatedTest(5)
    void shouldBePossibleForSeveralRuntimesAtOnce() throws Exception {
        Pocl.assumeThere();
        assertEquals("all have looked", OtherJvm.run(Main.class, Map.of()));
    }
}
