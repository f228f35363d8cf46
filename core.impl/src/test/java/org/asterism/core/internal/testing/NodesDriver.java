package org.asterism.core.internal.testing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.Task;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.driver.Transfer;

/**
 * CPU units on several memory nodes: unit i works on node i modulo the number of nodes, of which the first is main
 * memory. A copy takes a number of nanoseconds of the runtime's clock per byte; its bytes move when it ends, so that
 * whoever does not wait for it is found out. A kernel takes as many nanoseconds as its task's argument says, if that is
 * a Long.
 */
public final class NodesDriver implements Driver {
    private final int units;
    private final int nodes;
    private final long capacity;
    private final long nanosPerByte;
    private final boolean peers;
    private final List<Memory> memories = new ArrayList<>();
    private final List<Copy> copies = Collections.synchronizedList(new ArrayList<>());

    private final Map<String, Speed> speeds = new HashMap<>();
    private boolean devices;
    private Architecture[] architectures;
    private int pipeline = 1;
    private boolean synchronous;
    private long viewAlignment = 1;
    private long largestAllocation = Long.MAX_VALUE;

    /** How fast a link is said to be. */
    private record Speed(long latency, long nanosPerByte) {}

    /** A copy that was begun: from where to where, how much, and when. */
    public record Copy(String from, String to, long bytes, long time) {}

    public NodesDriver(int units, int nodes, long capacity, long nanosPerByte, boolean peers) {
        this.units = units;
        this.nodes = nodes;
        this.capacity = capacity;
        this.nanosPerByte = nanosPerByte;
        this.peers = peers;
    }

    /** Has the driver expect another time of copies than they take; 0 for a link that it does not know. */
    public NodesDriver expecting(String from, String to, long latency, long perByte) {
        speeds.put(from + ">" + to, new Speed(latency, perByte));
        return this;
    }

    /** Has each unit take several tasks at a time, whose kernels run one after the other. */
    public NodesDriver withPipeline(int tasks) {
        pipeline = tasks;
        return this;
    }

    /** Has kernels keep their workers busy. */
    public NodesDriver withSynchronousKernels() {
        synchronous = true;
        return this;
    }

    /** Has views begin at multiples of so many bytes only. */
    public NodesDriver withViewAlignment(long bytes) {
        viewAlignment = bytes;
        return this;
    }

    /** Has memories give no more than so many bytes in one piece. */
    public NodesDriver withLargestAllocation(long bytes) {
        largestAllocation = bytes;
        return this;
    }

    /** Makes the memories those of devices. */
    public NodesDriver withDevices() {
        devices = true;
        return this;
    }

    /** Says what the units on each node are. */
    public NodesDriver withArchitectures(Architecture... byNode) {
        architectures = byNode;
        return this;
    }

    /** A kernel that takes so long on the runtime's clock, whatever the task's argument says. */
    public record Lasting(Kernel kernel, long nanos) implements Kernel {
        @Override
        public void run(KernelContext context) throws Exception {
            kernel.run(context);
        }
    }

    /** The memories that were opened, without main memory. */
    public List<Memory> memories() {
        return memories;
    }

    /** The copies that were begun, in that order. */
    public List<Copy> begun() {
        return List.copyOf(copies);
    }

    /** From where to where the copies went that were begun, such as {@code main>ram-1}. */
    public List<String> ways() {
        return begun().stream().map(copy -> copy.from() + ">" + copy.to()).toList();
    }

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        for (int node = 1; node < nodes; node++) {
            memories.add(new Memory("ram-" + node, request.clock()));
        }
        List<ComputeUnit> opened = new ArrayList<>();
        for (int unit = 0; unit < units; unit++) {
            int node = unit % nodes;
            opened.add(new Unit(
                    "cpu-" + unit,
                    node == 0 ? null : memories.get(node - 1),
                    request.clock(),
                    architecture(node),
                    pipeline,
                    synchronous));
        }
        return opened;
    }

    private Architecture architecture(int node) {
        if (architectures != null) {
            return architectures[node];
        }
        return devices && node > 0 ? Architecture.CUDA : Architecture.CPU;
    }

    /** A memory that keeps account of what is taken, and checks that it is given back. */
    public final class Memory implements DeviceMemory {
        private final String name;
        private final Clock clock;
        private final Map<Long, Arena> taken = new HashMap<>();
        private long used;
        private long mostUsed;
        private int allocations;
        private boolean closed;
        private volatile Exception failure;

        Memory(String name, Clock clock) {
            this.name = name;
            this.clock = clock;
        }

        /** Has all further copies fail; null to end it. */
        public void failWith(Exception given) {
            failure = given;
        }

        public synchronized long used() {
            return used;
        }

        public synchronized long mostUsed() {
            return mostUsed;
        }

        /** How often memory was taken. */
        public synchronized int allocations() {
            return allocations;
        }

        public synchronized boolean isClosed() {
            return closed;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long capacity() {
            return capacity;
        }

        @Override
        public synchronized MemorySegment allocate(long bytes) {
            if (used + bytes > capacity) {
                return null;
            }
            Arena arena = Arena.ofShared();
            MemorySegment segment = arena.allocate(bytes, 64);
            segment.fill((byte) 0x5a); // who reads what nobody wrote shall notice
            taken.put(segment.address(), arena);
            used += bytes;
            allocations++;
            mostUsed = Math.max(mostUsed, used);
            return segment;
        }

        @Override
        public synchronized void free(MemorySegment memory) {
            Arena arena = taken.remove(memory.address());
            if (arena == null) {
                throw new IllegalStateException("memory that was not taken, or was given back, is given back");
            }
            used -= memory.byteSize();
            arena.close();
        }

        @Override
        public Transfer copyIn(List<BufferCopy> list) {
            return begin("main", name, list);
        }

        @Override
        public Transfer copyOut(List<BufferCopy> list) {
            return begin(name, "main", list);
        }

        @Override
        public long largestAllocation() {
            return Math.min(capacity, largestAllocation);
        }

        @Override
        public long viewAlignment() {
            return viewAlignment;
        }

        @Override
        public boolean reaches(DeviceMemory peer) {
            return peers && peer instanceof Memory;
        }

        @Override
        public Transfer copyTo(DeviceMemory peer, List<BufferCopy> list) {
            return begin(name, peer.name(), list);
        }

        @Override
        public long expectedNanos(DeviceMemory peer, long bytes) {
            return expected(name, peer == null ? "main" : peer.name(), bytes);
        }

        @Override
        public long expectedNanosFromMain(long bytes) {
            return expected("main", name, bytes);
        }

        private synchronized Transfer begin(String from, String to, List<BufferCopy> list) {
            long bytes = list.stream().mapToLong(copy -> copy.shape().bytes()).sum();
            long begin = clock.nanoTime();
            long end = begin + nanosPerByte * bytes;
            copies.add(new Copy(from, to, bytes, begin));
            Exception thrown = failure;
            return new Transfer() {
                private boolean done;

                @Override
                public boolean isFinished() throws Exception {
                    if (thrown != null) {
                        throw thrown;
                    }
                    if (!done && clock.nanoTime() >= end) {
                        list.forEach(copy -> copy(copy.shape(), 0, copy.from(), 0, copy.to(), 0));
                        done = true;
                    }
                    return done;
                }

                @Override
                public long nextPoll() {
                    return end;
                }
            };
        }

        @Override
        public synchronized void close() {
            if (!taken.isEmpty()) {
                throw new IllegalStateException(name + " is closed with " + used + " bytes in use");
            }
            closed = true;
        }
    }

    private long expected(String from, String to, long bytes) {
        Speed speed = speeds.getOrDefault(from + ">" + to, new Speed(0, nanosPerByte));
        return speed.latency() + speed.nanosPerByte() * bytes;
    }

    private static void copy(BufferShape shape, int dimension, Buffer from, long fromByte, Buffer to, long toByte) {
        if (dimension == shape.dimensions()) {
            MemorySegment.copy(from.segment(), fromByte, to.segment(), toByte, shape.runBytes());
            return;
        }
        for (long index = 0; index < shape.count(dimension); index++) {
            long fromNext = fromByte + index * from.stride(dimension);
            copy(shape, dimension + 1, from, fromNext, to, toByte + index * to.stride(dimension));
        }
    }

    private static final class Unit implements ComputeUnit {
        private final String name;
        private final Memory where;
        private final Clock clock;
        private final Architecture architecture;
        private final int pipeline;
        private final boolean synchronous;
        private long lastEnd;

        Unit(String name, Memory where, Clock clock, Architecture architecture, int pipeline, boolean synchronous) {
            this.name = name;
            this.where = where;
            this.clock = clock;
            this.architecture = architecture;
            this.pipeline = pipeline;
            this.synchronous = synchronous;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Architecture architecture() {
            return architecture;
        }

        @Override
        public boolean isSynchronous(Task task) {
            return synchronous;
        }

        @Override
        public int pipeline() {
            return pipeline;
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public Optional<DeviceMemory> memory() {
            return Optional.ofNullable(where);
        }

        @Override
        public void start() {
            // Nothing to prepare.
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) throws Exception {
            ((Kernel) implementation).run(context);
            Object argument =
                    implementation instanceof Lasting lasting ? lasting.nanos() : context.argument(Object.class);
            if (!(argument instanceof Long nanos)) {
                return Execution.FINISHED;
            }
            long end = Math.max(clock.nanoTime(), lastEnd) + nanos;
            lastEnd = end;
            return new Execution() {
                @Override
                public boolean isFinished() {
                    return clock.nanoTime() >= end;
                }

                @Override
                public long nextPoll() {
                    return end;
                }
            };
        }

        @Override
        public void stop() {
            // Nothing was taken.
        }
    }
}
