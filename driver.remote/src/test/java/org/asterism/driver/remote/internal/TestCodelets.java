package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.DataView;
import org.asterism.api.data.IndexedView;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;
import org.asterism.spi.remote.CodeletCatalogue;

/** Codelets of the tests. */
final class TestCodelets {
    /** A third party's layout of two arrays. */
    record PairLayout(long length) implements Layout {
        @Override
        public String kind() {
            return "pair";
        }

        @Override
        public List<BufferShape> buffers() {
            return List.of(
                    new BufferShape(length * Long.BYTES, Long.BYTES), new BufferShape(length * Long.BYTES, Long.BYTES));
        }

        @Override
        public DataView view(List<Buffer> buffers) {
            return new PairView(buffers.get(0).segment(), buffers.get(1).segment(), length);
        }
    }

    /** A third party's view. */
    record PairView(MemorySegment segment, MemorySegment second, long length) implements DataView {
        @Override
        public MemorySegment buffer(int number) {
            return number == 0 ? segment : second;
        }
    }

    /** A view that cannot travel. */
    static final class OpaqueView implements DataView {
        private final MemorySegment segment;

        OpaqueView(MemorySegment segment) {
            this.segment = segment;
        }

        @Override
        public MemorySegment segment() {
            return segment;
        }
    }

    /** Its layout. */
    record OpaqueLayout() implements Layout {
        @Override
        public String kind() {
            return "opaque";
        }

        @Override
        public List<BufferShape> buffers() {
            return List.of(new BufferShape(Long.BYTES, Long.BYTES));
        }

        @Override
        public DataView view(List<Buffer> buffers) {
            return new OpaqueView(buffers.getFirst().segment());
        }
    }

    /** How numbers are changed. */
    enum Change {
        ADD,
        MULTIPLY
    }

    /** An argument with values within. */
    record Order(Change change, double by, List<String> notes, long[] numbers) {}

    /** A kernel that waits is released by it. */
    static volatile CountDownLatch go = new CountDownLatch(0);

    /** Changes all elements of a matrix; its result tells where. */
    static final Codelet CHANGE = Codelet.named("change")
            .access(Access.RW)
            .cpu(kernel -> {
                MatrixView matrix = kernel.view(0, MatrixView.class);
                Order order = kernel.argument(Order.class);
                for (long row = 0; row < matrix.rows(); row++) {
                    for (long column = 0; column < matrix.columns(); column++) {
                        double old = matrix.getDouble(row, column);
                        matrix.setDouble(
                                row, column, order.change() == Change.ADD ? old + order.by() : old * order.by());
                    }
                }
                kernel.result(
                        List.of(kernel.worker().name(), kernel.task().codelet().name(), order.notes(), (long)
                                order.numbers().length));
            })
            .build();

    /** Adds the second array of a pair to the first. */
    static final Codelet SUM_PAIR = Codelet.named("sum-pair")
            .access(Access.RW)
            .cpu(kernel -> {
                PairView pair = kernel.view(0, PairView.class);
                for (long index = 0; index < pair.length(); index++) {
                    long sum = pair.segment().getAtIndex(ValueLayout.JAVA_LONG, index)
                            + pair.second().getAtIndex(ValueLayout.JAVA_LONG, index);
                    pair.segment().setAtIndex(ValueLayout.JAVA_LONG, index, sum);
                }
            })
            .build();

    /** Fails. */
    static final Codelet FAIL = Codelet.named("fail")
            .cpu(kernel -> {
                throw new ArithmeticException("thrown by a kernel of the test");
            })
            .build();

    /** Submits a task, which only the coordinator can. */
    static final Codelet SUBMIT = Codelet.named("submit")
            .cpu(kernel -> kernel.runtime().task(FAIL).submit())
            .build();

    /** Adds 1 to each element. */
    static final Codelet INCREMENT = Codelet.named("increment")
            .access(Access.RW)
            .cpu(kernel -> {
                IndexedView vector = kernel.view(0, IndexedView.class);
                long length = vector.segment().byteSize() / Double.BYTES;
                for (long index = 0; index < length; index++) {
                    vector.setDouble(index, vector.getDouble(index) + 1);
                }
            })
            .build();

    /** Waits until it is released. */
    static final Codelet WAIT = Codelet.named("wait").cpu(kernel -> go.await()).build();

    /** Does nothing with any data. */
    static final Codelet TOUCH =
            Codelet.named("touch").access(Access.RW).cpu(kernel -> {}).build();

    /** A codelet that no catalogue names. */
    static final Codelet UNNAMED = Codelet.named("unnamed")
            .cpu(kernel -> kernel.result(kernel.worker().name()))
            .build();

    /** x = factor * x + 1, on processors and OpenCL devices. */
    static final Codelet STEP = Codelet.named("step")
            .access(Access.RW)
            .cpu(kernel -> {
                VectorView x = kernel.view(0, VectorView.class);
                double factor = kernel.argument(Double.class);
                for (long index = 0; index < x.length(); index++) {
                    x.setDouble(index, factor * x.getDouble(index) + 1);
                }
            })
            .implementation(
                    Architecture.OPENCL,
                    DeviceKernel.source(KernelLanguage.OPENCL_C, """
                            __kernel void step_up(__global double *x, int n, double factor) {
                                int i = get_global_id(0);
                                if (i < n) x[i] = factor * x[i] + 1;
                            }""")
                            .kernel("step_up")
                            .arguments(
                                    KernelArgument.data(0),
                                    KernelArgument.length(0),
                                    KernelArgument.doubleValue(context -> context.argument(Double.class)))
                            .grid(context ->
                                    Grid.of(context.view(0, VectorView.class).length()))
                            .build())
            .build();

    static final CodeletCatalogue CATALOGUE = new Catalogue();

    private static final class Catalogue implements CodeletCatalogue {
        @Override
        public Map<String, Codelet> codelets() {
            return Map.of(
                    "change",
                    CHANGE,
                    "sum-pair",
                    SUM_PAIR,
                    "fail",
                    FAIL,
                    "submit",
                    SUBMIT,
                    "increment",
                    INCREMENT,
                    "wait",
                    WAIT,
                    "touch",
                    TOUCH,
                    "step",
                    STEP);
        }
    }

    private TestCodelets() {}
}
