package org.asterism.driver.cuda.internal.unit;

import java.util.Map;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceKernel;
import org.asterism.driver.cuda.internal.kernel.KernelLauncher;
import org.asterism.driver.cuda.internal.library.CudaContext;
import org.asterism.driver.cuda.internal.library.CudaFailure;
import org.asterism.driver.cuda.internal.library.CudaLibrary;
import org.asterism.kit.device.Attachments;
import org.asterism.kit.device.CompletionWatch;
import org.asterism.kit.device.UntouchableMemory;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Execution;

/** A compute unit with a stream of a device. It puts kernels there and does not wait for them. */
final class CudaUnit implements ComputeUnit {
    private final String name;
    private final Map<String, Object> properties;
    private final int pipeline;
    private final OpenDevice device;
    private final CudaContext context;
    private final CudaLibrary library;
    private boolean opened;
    private long stream;
    private CompletionWatch watch;
    private KernelLauncher launcher;
    private Attachments attachments;
    private PinnedSlots slots;

    CudaUnit(String name, Map<String, Object> properties, int pipeline, OpenDevice device) {
        this.name = name;
        this.properties = Map.copyOf(properties);
        this.pipeline = pipeline;
        this.device = device;
        this.context = device.context();
        this.library = context.library();
    }

    @Override
    public Architecture architecture() {
        return Architecture.CUDA;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> properties() {
        return properties;
    }

    @Override
    public Optional<DeviceMemory> memory() {
        return Optional.of(device.memory());
    }

    @Override
    public int pipeline() {
        return pipeline;
    }

    @Override
    public void start() {
        try {
            library.setCurrent(context.handle());
            if (!opened) {
                stream = library.createStream();
                watch = new CompletionWatch("asterism " + name + " waits", () -> library.setCurrent(context.handle()));
                slots = new PinnedSlots(context, stream);
                launcher = new KernelLauncher(library, device.programs(), stream);
                opened = true;
            }
            attachments = new Attachments(name);
        } catch (CudaFailure failed) {
            throw context.explain(failed);
        }
    }

    /**
     * Makes the device's context current, where it stays, as code of tasks may call libraries that look for it. A
     * program's thread may drive workers of several devices by turns, so it may have been another one's.
     */
    @Override
    public Execution launch(Implementation implementation, KernelContext task) throws Exception {
        try {
            library.setCurrent(context.handle());
            return switch (implementation) {
                case DeviceKernel kernel -> launch(kernel, task);
                case DeviceCode code -> run(code, task);
                case null, default ->
                    throw new IllegalArgumentException(name + " runs implementations of type "
                            + DeviceKernel.class.getName() + " and " + DeviceCode.class.getName()
                            + ", but was given "
                            + (implementation == null
                                    ? "null"
                                    : implementation.getClass().getName())
                            + ": give the codelet one of these with Codelet.Builder.implementation(CUDA, ...)");
            };
        } catch (CudaFailure failed) {
            throw context.explain(failed);
        }
    }

    private Execution launch(DeviceKernel kernel, KernelContext task) {
        if (!launcher.prepare(kernel, task)) {
            return Execution.FINISHED;
        }
        long begin = record();
        try {
            launcher.launch();
        } catch (CudaFailure failed) {
            context.giveBackTimer(begin);
            throw failed;
        }
        return new CudaExecution(context, watch, begin, record(), null, null, () -> {});
    }

    /**
     * Runs the code. Even if the code throws an exception, the work in the stream must end first, because it uses the
     * task's data.
     */
    private Execution run(DeviceCode code, KernelContext task) {
        long begin = record();
        Workspace workspace = new Workspace(context, device.workspaces());
        Inspections inspections = new Inspections(slots);
        Exception failure = null;
        try {
            code.run(new CudaTaskContext(task, device, stream, launcher, attachments, workspace, inspections));
        } catch (CudaFailure failed) {
            failure = context.explain(failed);
        } catch (RuntimeException thrown) {
            failure = UntouchableMemory.explain(thrown, "code", task);
        } catch (Exception thrown) {
            failure = thrown;
        } catch (Error thrown) {
            failure = new IllegalStateException("the code of " + task.task() + " has thrown " + thrown, thrown);
        }
        return new CudaExecution(context, watch, begin, record(), failure, inspections, workspace::giveBack);
    }

    private long record() {
        return context.recordedTimer(stream);
    }

    @Override
    public void stop() {
        if (attachments != null) {
            context.giveBack("what is attached to " + name, attachments::close);
            attachments = null;
        }
        try {
            // Another thread than that of the launches may call this, and have use for another context.
            if (library.current() == context.handle()) {
                library.setCurrent(0);
            }
        } catch (CudaFailure failed) {
            // The thread ends, or has no use for the device: it does not matter to it.
            System.getLogger(CudaUnit.class.getName())
                    .log(System.Logger.Level.DEBUG, name + " could not let go of its context: " + failed);
        }
    }

    @Override
    public void close() {
        if (opened) {
            watch.close();
            launcher.close();
            slots.close();
            context.giveBack("a stream", () -> library.destroyStream(stream));
            opened = false;
        }
        device.release();
    }

    @Override
    public String toString() {
        return name;
    }

    /** Returns the device of this unit. */
    OpenDevice openDevice() {
        return device;
    }
}
