package org.asterism.core.internal.coherence;

import java.util.List;
import java.util.function.Supplier;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.data.Converter;
import org.asterism.core.internal.data.Forms;
import org.asterism.core.internal.data.Handle;

/**
 * Predicts how long it takes until data of several forms are available in a worker's own form. The time includes the
 * copy of the form that will be brought, and its conversions.
 *
 * <p>It follows the route that {@link Conversions} will choose. A conversion counts nothing if its time is unknown or
 * another worker will have to make it.
 *
 * <p>Any thread may ask, without a lock, so the answer is a hint.
 */
final class FormTravel {
    private final Sources sources;
    private final Predictor predictor;
    private final Supplier<? extends List<? extends Worker>> workers;

    /** @param predictor null on a described machine, where conversions take no time */
    FormTravel(Sources sources, Predictor predictor, Supplier<? extends List<? extends Worker>> workers) {
        this.sources = sources;
        this.predictor = predictor;
        this.workers = workers;
    }

    /**
     * Returns the predicted time.
     *
     * @param reader worker that will see the data; null for any worker of the node's architecture
     * @return nanoseconds; {@link Long#MAX_VALUE} if the data have no value
     */
    long nanos(Forms forms, NodeMemory target, Worker reader) {
        Architecture architecture = reader == null ? target.architecture() : reader.architecture();
        Handle form = forms.of(architecture);
        Replicates wanted = Replicates.of(form);
        Replicates standard = Replicates.of(forms.standard());
        if (wanted.bytes() == 0) {
            return 0;
        }
        if (wanted.validCopies() > 0) {
            return way(wanted, target);
        }
        Converter last = wanted == standard ? null : forms.fromStandard(wanted.form());
        if (last != null && !runsOn(last, architecture)) {
            return way(wanted.movedTo(target), target);
        }
        if (last != null && standard.validCopies() > 0) {
            return plus(way(standard, target), last, null, target, reader);
        }
        for (int source = 1; source < forms.all().size(); source++) {
            Replicates copies = Replicates.of(forms.all().get(source));
            if (copies.validCopies() > 0 && runsOn(forms.toStandard(source), architecture)) {
                return plus(way(copies, target), forms.toStandard(source), last, target, reader);
            }
        }
        return way(wanted.movedTo(target), target);
    }

    private boolean runsOn(Converter converter, Architecture architecture) {
        return predictor == null || converter.codelet().runsOn(architecture);
    }

    private long way(Replicates copies, NodeMemory target) {
        return copies.isValidOrRequested(target.id()) ? 0 : sources.nanos(copies, target);
    }

    private long plus(long way, Converter first, Converter second, NodeMemory target, Worker reader) {
        return way == Long.MAX_VALUE ? way : way + time(first, target, reader) + time(second, target, reader);
    }

    private long time(Converter converter, NodeMemory target, Worker reader) {
        if (predictor == null || converter == null || converter.asTask() == null) {
            return 0;
        }
        Worker worker = reader == null ? workerOn(target) : reader;
        double nanos = worker == null ? 0 : predictor.executionNanos(converter.asTask(), worker, 0);
        return nanos > 0 ? Math.round(nanos) : 0; // not a number if it is not known yet
    }

    private Worker workerOn(NodeMemory node) {
        for (Worker worker : workers.get()) {
            if (worker.memoryNode() == node.id() && worker.architecture() == node.architecture()) {
                return worker;
            }
        }
        return null;
    }
}
