package org.asterism.console.web.internal.view;

import java.util.List;
import java.util.Locale;
import org.asterism.api.TaskRuntime;
import org.asterism.api.model.ModelCase;
import org.asterism.api.model.ModelDescription;
import org.asterism.api.model.ModelFit;
import org.asterism.console.web.internal.http.RequestFailure;

/** {@code /api/models} and {@code /api/models/SYMBOL}. */
final class ModelsView {
    private static final int NOT_FOUND = 404;

    /** Points of a fitted curve, evenly spread over the logarithm of the size. */
    private static final int POINTS = 40;

    private ModelsView() {}

    static List<String> symbols(TaskRuntime runtime) {
        return runtime.models().symbols();
    }

    static JsonObject model(TaskRuntime runtime, String symbol) {
        ModelDescription model = runtime.models()
                .describe(symbol)
                .orElseThrow(() ->
                        new RequestFailure(NOT_FOUND, "there is no model '" + symbol + "'; /api/models lists them"));
        return new JsonObject()
                .with("symbol", model.symbol())
                .with("unit", model.unit().name().toLowerCase(Locale.ROOT))
                .with("learning", model.learning())
                .with("cases", model.cases().stream().map(ModelsView::measured).toList())
                .with("fits", model.fits().stream().map(ModelsView::fit).toList());
    }

    private static JsonObject measured(ModelCase each) {
        return new JsonObject()
                .with("architecture", each.architecture().name())
                .with("device", each.device())
                .with("members", each.members())
                .with("implementation", each.implementation())
                .with("bytes", each.bytes())
                .with("samples", each.samples())
                .with("rejected", each.rejected())
                .with("mean", each.mean())
                .with("deviation", each.spread())
                .with("calibrated", each.calibrated());
    }

    private static JsonObject fit(ModelFit fit) {
        return new JsonObject()
                .with("architecture", fit.architecture().name())
                .with("device", fit.device())
                .with("members", fit.members())
                .with("implementation", fit.implementation())
                .with("curve", fit.curve().name().toLowerCase(Locale.ROOT))
                .with("coefficients", fit.coefficients())
                .with("valid", fit.valid())
                .with("points", points(fit));
    }

    /** Sizes and values in turn; none for a curve over parameters. */
    private static double[] points(ModelFit fit) {
        if (fit.smallest() <= 0 || fit.largest() < fit.smallest()) {
            return new double[0];
        }
        double[] points = new double[2 * POINTS];
        for (int point = 0; point < POINTS; point++) {
            double part = point / (POINTS - 1.0);
            double size = fit.smallest() * Math.pow((double) fit.largest() / fit.smallest(), part);
            points[2 * point] = size;
            points[2 * point + 1] = fit.at(size);
        }
        return points;
    }
}
