package org.asterism.tck;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;
import org.asterism.api.data.VectorView;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;

/** A driver of one device with two units that share its memory and have a queue each; correct, or with one defect. */
final class ToyDevice implements Driver {
    enum Wrong {
        NOTHING,
        COMPUTES_NOTHING,
        IGNORES_WHERE_DATA_BEGIN,
        ENDS_TOO_EARLY,
        FORGETS_ITS_END,
        RAN_LONGER_THAN_THERE_WAS_TIME,
        TELLS_TWICE,
        TELLS_NEVER,
        TELLS_TOO_EARLY,
        TELLS_NO_LATECOMERS,
        ENDS_OUT_OF_ORDER,
        COMPUTES_ON_ANOTHER_UNITS_DATA,
        IS_DEAD_AFTER_A_FAILURE,
        DROPS_WHAT_IS_UNDER_WAY_WHEN_STOPPED,
        BLOCKS_WHO_LAUNCHES,
        BLOCKS_WHO_ASKS,
        HIDES_THAT_IT_IS_LOST
    }

    /** What its units run: it may touch their memory. */
    interface ToyKernel extends Implementation {
        void run(VectorView vector) throws Exception;
    }

    static final int PIPELINE = 3;
    private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().factory();

    private final Wrong wrong;
    private volatile boolean lost;
    private volatile VectorView latest;

    ToyDevice(Wrong wrong) {
        this.wrong = wrong;
    }

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        DeviceMemory memory = new ToyMemory("toy", ToyMemory.Wrong.NOTHING, this::trouble);
        List<ComputeUnit> units = new ArrayList<>();
        for (int number = 0; number < request.mostUnits().orElse(2); number++) {
            units.add(new Unit("toy-" + number, memory));
        }
        return units;
    }

    void lose() {
        lost = true;
    }

    private Optional<RuntimeException> trouble() {
        return lost ? Optional.of(whatToSay()) : Optional.empty();
    }

    private RuntimeException whatToSay() {
        return wrong == Wrong.HIDES_THAT_IT_IS_LOST
                ? new IllegalStateException("it did not work")
                : new DeviceLostException("toy", "it was unplugged", null);
    }

    private final class Unit implements ComputeUnit {
        private final String name;
        private final Optional<DeviceMemory> memory;
        private ExecutorService queue;
        private final List<ExecutorService> dropped = new ArrayList<>();
        private ToyExecution last;
        private ToyExecution.Work late = () -> {};
        private boolean dead;

        Unit(String name, DeviceMemory memory) {
            this.name = name;
            this.memory = Optional.of(memory);
        }

        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of(ComputeUnit.DEVICE, 0);
        }

        @Override
        public Optional<DeviceMemory> memory() {
            return memory;
        }

        @Override
        public int pipeline() {
            return PIPELINE;
        }

        @Override
        public void start() {
            if (queue == null) {
                queue = Executors.newSingleThreadExecutor(THREADS);
            }
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) throws Exception {
            if (lost) {
                throw whatToSay();
            }
            if (dead) {
                throw new IllegalStateException(name + " has failed before");
            }
            VectorView given = context.view(0, VectorView.class);
            if (latest == null || name.endsWith("0")) {
                latest = given;
            }
            VectorView vector = touchable(wrong == Wrong.COMPUTES_ON_ANOTHER_UNITS_DATA ? latest : given);
            ToyExecution execution = new ToyExecution(wrong);
            if (wrong == Wrong.ENDS_OUT_OF_ORDER && last != null) {
                last.endBehind(execution);
            }
            last = execution;
            execution.begin(queue, inTime(() -> {
                if (wrong == Wrong.COMPUTES_NOTHING) {
                    return;
                }
                try {
                    ((ToyKernel) implementation).run(vector);
                } catch (Exception failure) {
                    dead = wrong == Wrong.IS_DEAD_AFTER_A_FAILURE;
                    throw failure;
                }
            }));
            return execution;
        }

        /**
         * What is done for a launch; one that ends too early has what was launched before done, so that nobody is fast
         * enough to hide it.
         */
        private ToyExecution.Work inTime(ToyExecution.Work work) {
            if (wrong != Wrong.ENDS_TOO_EARLY) {
                return work;
            }
            ToyExecution.Work earlier = late;
            late = work;
            return earlier;
        }

        private VectorView touchable(VectorView vector) {
            long address = vector.segment().address();
            if (wrong == Wrong.IGNORES_WHERE_DATA_BEGIN) {
                address = ((ToyMemory) memory.get()).beginOf(address);
            }
            MemorySegment segment =
                    ToyMemory.touchable(address, vector.segment().byteSize());
            return new VectorView(segment, vector.element(), vector.length());
        }

        @Override
        public void stop() {
            if (wrong == Wrong.DROPS_WHAT_IS_UNDER_WAY_WHEN_STOPPED) {
                queue.shutdownNow();
                dropped.add(queue);
                queue = null;
            }
        }

        @Override
        public void close() {
            // Kernels must not outlive the memory.
            dropped.forEach(ExecutorService::close);
            if (queue != null) {
                queue.close();
            }
        }
    }
}
