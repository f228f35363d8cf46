package org.asterism.core.internal.prediction;

import org.asterism.api.Task;
import org.asterism.api.data.Footprint;
import org.asterism.api.model.MeasuredModel;
import org.asterism.api.model.ParameterModel;
import org.asterism.api.model.PerformanceModel;
import org.asterism.core.internal.prediction.ModelContent.Curve;

/** What a codelet says of its model, and what was learnt under the model's symbol: asks the one with the other. Any thread. */
sealed interface Binding {
    /** The codelet's model. */
    PerformanceModel model();

    /** What was learnt; null if nothing can be, as the symbol stands for something else. */
    LearntModel learnt();

    /** What is predicted; NaN if it is not known, 0 or less if there is no telling. */
    double expected(Task task, int place, int implementation);

    /** Adds a measurement, 0 or more. */
    void learn(Task task, int place, int implementation, double value);

    /** Has nothing to do with what is known under its symbol. */
    record Refused(PerformanceModel model) implements Binding {
        @Override
        public LearntModel learnt() {
            return null;
        }

        @Override
        public double expected(Task task, int place, int implementation) {
            return 0;
        }

        @Override
        public void learn(Task task, int place, int implementation, double value) {
            throw new IllegalArgumentException(
                    "symbol '" + model.symbol() + "' stands for another model: give this one a symbol of its own");
        }
    }

    /** Learns and predicts by footprint and size. */
    record Measured(MeasuredModel model, LearntModel learnt) implements Binding {
        private long size(Task task) {
            return model.size() == null ? task.dataBytes() : model.size().applyAsLong(task);
        }

        private int footprint(Task task, long size) {
            if (model.footprint() != null) {
                return model.footprint().applyAsInt(task);
            }
            return model.size() == null
                    ? task.footprint()
                    : Footprint.mix(size >>> Integer.SIZE, Footprint.mix(size, 0));
        }

        @Override
        public double expected(Task task, int place, int implementation) {
            LearntSheet sheet = learnt.sheet(place, implementation);
            if (sheet == null) {
                return Double.NaN;
            }
            long size = size(task);
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
                    : sheet.expected(footprint(task, size), size);
        }

        @Override
        public void learn(Task task, int place, int implementation, double value) {
            long size = size(task);
            int footprint = footprint(task, size);
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
    record Parametric(ParameterModel model, LearntModel learnt) implements Binding {
        @Override
        public double expected(Task task, int place, int implementation) {
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
        public void learn(Task task, int place, int implementation, double value) {
            double[] parameters = new double[model.names().size()];
            model.parameters().of(task, parameters);
            double[] sample = new double[parameters.length + 1];
            sample[0] = value;
            System.arraycopy(parameters, 0, sample, 1, parameters.length);
            learnt.sheetToLearn(place, implementation).learn(sample, model.exponents());
        }
    }
}
