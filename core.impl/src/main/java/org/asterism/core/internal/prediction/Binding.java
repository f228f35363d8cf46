package org.asterism.core.internal.prediction;

import org.asterism.api.Task;
import org.asterism.api.data.Footprint;
import org.asterism.api.model.MeasuredModel;
import org.asterism.api.model.ParameterModel;
import org.asterism.api.model.PerformanceModel;
import org.asterism.core.internal.prediction.ModelContent.Curve;

/**
 * Connects what was learnt under a model's symbol with the parameters that the codelet gives for that model.
 *
 * <p>It does not keep the model, because the model's functions would keep the program's class loader in memory. Any
 * thread may use it.
 */
sealed interface Binding {
    /** The learnt model; null if the symbol stands for another model, so that nothing can be learnt. */
    LearntModel learnt();

    /**
     * The prediction; NaN if it is not known yet, 0 or less if none is possible.
     *
     * @param model the one that this was made for
     */
    double expected(PerformanceModel model, Task task, int place, int implementation);

    /**
     * Adds a measurement, 0 or more.
     *
     * @param model the one that this was made for
     */
    void learn(PerformanceModel model, Task task, int place, int implementation, double value);

    /** The binding of a model that contradicts the model known under its symbol. It neither predicts nor learns. */
    record Refused() implements Binding {
        @Override
        public LearntModel learnt() {
            return null;
        }

        @Override
        public double expected(PerformanceModel given, Task task, int place, int implementation) {
            return 0;
        }

        @Override
        public void learn(PerformanceModel given, Task task, int place, int implementation, double value) {
            throw new IllegalArgumentException(
                    "symbol '" + given.symbol() + "' stands for another model: give this one a symbol of its own");
        }
    }

    /** Learns and predicts by footprint and size. */
    record Measured(LearntModel learnt) implements Binding {
        private static long size(MeasuredModel model, Task task) {
            return model.size() == null ? task.dataBytes() : model.size().applyAsLong(task);
        }

        private static int footprint(MeasuredModel model, Task task, long size) {
            if (model.footprint() != null) {
                return model.footprint().applyAsInt(task);
            }
            return model.size() == null
                    ? task.footprint()
                    : Footprint.mix(size >>> Integer.SIZE, Footprint.mix(size, 0));
        }

        @Override
        public double expected(PerformanceModel given, Task task, int place, int implementation) {
            MeasuredModel model = (MeasuredModel) given;
            LearntSheet sheet = learnt.sheet(place, implementation);
            if (sheet == null) {
                return Double.NaN;
            }
            long size = size(model, task);
            Curve curve = switch (model.method()) {
                case HISTORY -> null;
                case POWER -> sheet.power();
                case POWER_AND_CONSTANT -> sheet.powerAndConstant();
            };
            if (curve != null && curve.reaches(size)) {
                return curve.at(size);
            }
            return model.method() == MeasuredModel.Method.POWER
                    ? Double.NaN
                    : sheet.expected(footprint(model, task, size), size);
        }

        @Override
        public void learn(PerformanceModel given, Task task, int place, int implementation, double value) {
            MeasuredModel model = (MeasuredModel) given;
            long size = size(model, task);
            int footprint = footprint(model, task, size);
            LearntSheet sheet = learnt.sheetToLearn(place, implementation);
            if (model.method() == MeasuredModel.Method.HISTORY) {
                if (!sheet.learn(footprint, size, value)) {
                    learnt.reportTooManyCases();
                }
            } else {
                sheet.learnForCurves(footprint, size, value, model.method() == MeasuredModel.Method.POWER_AND_CONSTANT);
            }
        }
    }

    /** Learns and predicts by parameters. */
    record Parametric(LearntModel learnt) implements Binding {
        @Override
        public double expected(PerformanceModel given, Task task, int place, int implementation) {
            ParameterModel model = (ParameterModel) given;
            LearntSheet sheet = learnt.sheet(place, implementation);
            Curve curve = sheet == null ? null : sheet.parameters();
            if (curve == null
                    || curve.coefficients().length != model.exponents().size() + 1) {
                return Double.NaN; // none, or one that was kept when the program had other products
            }
            double[] parameters = new double[model.names().size()];
            model.parameters().of(task, parameters);
            return ParameterFit.value(curve.coefficients(), ParameterFit.products(parameters, 0, model.exponents()));
        }

        @Override
        public void learn(PerformanceModel given, Task task, int place, int implementation, double value) {
            ParameterModel model = (ParameterModel) given;
            double[] parameters = new double[model.names().size()];
            model.parameters().of(task, parameters);
            double[] sample = new double[parameters.length + 1];
            sample[0] = value;
            System.arraycopy(parameters, 0, sample, 1, parameters.length);
            learnt.sheetToLearn(place, implementation).learn(sample, model.exponents());
        }
    }
}
