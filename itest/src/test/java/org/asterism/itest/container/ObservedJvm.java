package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.PlatformManagedObject;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A Java virtual machine in which bundles run, this one or another of this machine. */
final class ObservedJvm implements Closeable {
    /** Threads of Gogo's sessions, which stay for a minute after the last command, and those that observe. */
    private static final Pattern PASSING = Pattern.compile("session-.*|RMI .*|JMX .*|Attach Listener");

    private static final Pattern ADDRESS = Pattern.compile("0x([0-9a-f]+)");
    private static final long NAP_NANOS = 20_000_000;

    private final long pid;
    private final ProcessMemory memory;
    private final MBeanServerConnection beans;
    private final Closeable connection;

    private ObservedJvm(long pid, MBeanServerConnection beans, Closeable connection) {
        this.pid = pid;
        this.memory = new ProcessMemory(pid);
        this.beans = beans;
        this.connection = connection;
    }

    static ObservedJvm own() {
        return new ObservedJvm(ProcessHandle.current().pid(), ManagementFactory.getPlatformMBeanServer(), () -> {});
    }

    /** Begins to observe another one, which belongs to the same user. */
    static ObservedJvm attach(long pid) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            String address;
            try {
                address = machine.startLocalManagementAgent();
            } finally {
                machine.detach();
            }
            JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
            return new ObservedJvm(pid, connector.getMBeanServerConnection(), connector);
        } catch (AttachNotSupportedException refused) {
            throw new IOException("process " + pid + " cannot be observed", refused);
        }
    }

    private <T extends PlatformManagedObject> T bean(Class<T> type) {
        try {
            return ManagementFactory.getPlatformMXBean(beans, type);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    /** Collects what is not used any more, then measures. */
    Footprint footprint() throws IOException {
        bean(MemoryMXBean.class).gc();
        return new Footprint(
                bean(MemoryMXBean.class).getHeapMemoryUsage().getUsed(),
                bean(ClassLoadingMXBean.class).getLoadedClassCount(),
                threads(),
                residentKilobytes(),
                memory.mappedFiles());
    }

    /** The names of all threads that live but those that soon end by themselves, by number. */
    Map<Long, String> threads() {
        ThreadMXBean bean = bean(ThreadMXBean.class);
        Map<Long, String> threads = new TreeMap<>();
        for (ThreadInfo each : bean.getThreadInfo(bean.getAllThreadIds())) {
            if (each != null && !PASSING.matcher(each.getThreadName()).matches()) {
                threads.put(each.getThreadId(), each.getThreadName());
            }
        }
        return threads;
    }

    /** What the process has in main memory besides the heap, whose size the collector chooses. */
    private long residentKilobytes() throws IOException {
        LongSummaryStatistics heap = ADDRESS.matcher(command("gcHeapInfo"))
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1), 16))
                .summaryStatistics();
        return memory.residentOutside(heap.getMin(), heap.getMax());
    }

    /**
     * How many class loaders have each class whose name begins with a prefix.
     *
     * @param prefix such as a package
     */
    Map<String, Integer> classes(String prefix) {
        Map<String, Integer> classes = new TreeMap<>();
        Pattern.compile("\\b" + Pattern.quote(prefix) + "[\\w.$]+")
                .matcher(command("vmClassloaders", "show-classes=true", "fold=false"))
                .results()
                .forEach(found -> classes.merge(found.group(), 1, Integer::sum));
        return classes;
    }

    /** What a command of {@code jcmd} prints. */
    private String command(String command, String... arguments) {
        try {
            return (String) beans.invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    command,
                    new Object[] {arguments},
                    new String[] {String[].class.getName()});
        } catch (JMException failed) {
            throw new IllegalStateException(command, failed);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    /**
     * Waits until nothing is left of what collections should remove. It takes many of them on a busy machine: the
     * compiler keeps the classes that it compiles code for until it has done so.
     *
     * @param what is counted
     * @param kept how many there are still
     */
    void awaitCollection(String what, Supplier<Map<String, Integer>> kept) {
        long begin = System.nanoTime();
        while (!kept.get().isEmpty() && System.nanoTime() - begin < Await.PATIENCE.toNanos()) {
            bean(MemoryMXBean.class).gc();
            LockSupport.parkNanos(NAP_NANOS); // framework and collector end their work on threads of their own
        }
        assertEquals(Map.of(), kept.get(), () -> what + ", and how many; " + dumpHeap());
    }

    /** Writes the heap into a file, in which the way to what is kept can be found. */
    private String dumpHeap() {
        Path file = Path.of("target", "kept-" + pid + ".hprof").toAbsolutePath();
        try {
            Files.deleteIfExists(file);
            bean(HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
            return "the heap is in " + file;
        } catch (IOException e) {
            return "the heap could not be written to " + file + ": " + e;
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
