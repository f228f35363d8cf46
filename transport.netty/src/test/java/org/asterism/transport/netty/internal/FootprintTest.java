package org.asterism.transport.netty.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;
import org.asterism.testsupport.GarbageCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a transport leaves behind, and what the JVM says of it. */
@Timeout(120)
final class FootprintTest {
    private static final String OURS = "org.asterism.transport.netty.";
    private static final String EVENTS = "io.netty.jfr.enabled";

    /** Finds Netty and the transport in a class loader of their own, like bundles. */
    private static URLClassLoader ownLoader() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), FootprintTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.startsWith("io.netty.") && !name.startsWith(OURS)) {
                    return super.loadClass(name, resolve);
                }
                synchronized (getClassLoadingLock(name)) {
                    Class<?> loaded = findLoadedClass(name);
                    return loaded == null ? findClass(name) : loaded;
                }
            }
        };
    }

    private static WeakReference<ClassLoader> useAndClose() throws Exception {
        try (URLClassLoader loader = ownLoader()) {
            // Netty's listener of the flight recorder would keep Netty's classes, though not ours.
            System.setProperty(EVENTS, "false");
            Class<?> type = loader.loadClass(OURS + "internal.NettyTransport");
            Constructor<?> constructor = type.getDeclaredConstructor(int.class, Duration.class);
            constructor.setAccessible(true);
            Transport transport = (Transport) constructor.newInstance(2, Duration.ofSeconds(30));
            exchange(transport);
            Method close = type.getDeclaredMethod("close");
            close.setAccessible(true);
            close.invoke(transport);
            return new WeakReference<>(loader);
        } finally {
            System.clearProperty(EVENTS);
        }
    }

    /** Sends a body there and back. */
    static void exchange(Transport transport) throws Exception {
        CountDownLatch back = new CountDownLatch(1);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (Transport.Listening listening = transport.listen(address, LinkSecurity.NONE, _ -> new Echo(true, back))) {
            Link link = transport.connect(listening.address(), LinkSecurity.NONE, new Echo(false, back));
            link.send(ByteBuffer.allocate(10), List.of(Arena.ofAuto().allocate(1 << 20)), () -> {});
            assertTrue(back.await(30, TimeUnit.SECONDS), "nothing came back");
        }
    }

    private record Echo(boolean answers, CountDownLatch came) implements Receiver {
        @Override
        public List<MemorySegment> head(Link link, ByteBuffer head, long bytes) {
            return List.of(Arena.ofAuto().allocate(bytes));
        }

        @Override
        public void body(Link link) {
            if (answers) {
                link.send(ByteBuffer.allocate(10), List.of(Arena.ofAuto().allocate(1 << 20)), () -> {});
            } else {
                came.countDown();
            }
        }

        @Override
        public void closed(Link link, String reason) {}
    }

    /**
     * Waits for the threads of the transport. Stack traces keep the classes of their frames: they must be out of reach
     * when classes are awaited, so this is a method of its own.
     */
    private static void awaitThreads() throws InterruptedException {
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each.getName().startsWith("asterism-netty")) {
                // A loop has ended a little before its thread.
                assertTrue(each.join(Duration.ofSeconds(30)), each + " was left behind");
            }
            assertTrue(!each.getName().startsWith("globalEventExecutor"), each + " was left behind");
        }
    }

    @Test
    void shouldLeaveNeitherThreadsNorClasses() throws Exception {
        WeakReference<ClassLoader> loader = useAndClose();
        awaitThreads();
        GarbageCollection.awaitCollected("class loader of the transport", List.of(loader));
    }

    /** The program of the next test. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            NettyTransport transport = new NettyTransport(1, Duration.ofSeconds(30));
            exchange(transport);
            transport.close();
            System.out.print("done");
        }
    }

    @Test
    void shouldLetTheJvmSayNothing() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals("done", output);
        assertEquals(0, process.waitFor());
    }
}
