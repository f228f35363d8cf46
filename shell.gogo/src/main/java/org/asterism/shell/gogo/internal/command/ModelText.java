package org.asterism.shell.gogo.internal.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.api.model.ModelCase;
import org.asterism.api.model.ModelDescription;
import org.asterism.api.model.ModelFit;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Quantity;
import org.asterism.report.text.View;

/**
 * Details of a model: its cases and curves.
 *
 * @param model the model
 */
record ModelText(ModelDescription model) implements View {
    /** Formats a number of a model with its unit. */
    static String quantity(ModelDescription.Unit unit, double value) {
        return unit == ModelDescription.Unit.NANOSECONDS ? Quantity.text(value / 1e9, "s") : Quantity.text(value, "J");
    }

    /** Formats a spread relative to its mean. */
    static String relative(double spread, double mean) {
        return mean > 0 ? "\u00b1" + Math.round(100 * spread / mean) + " %" : "";
    }

    private String numberField(String name) {
        return name + (model.unit() == ModelDescription.Unit.NANOSECONDS ? "_ns" : "_j");
    }

    /** Whether the model has measurements of several workers together. */
    private boolean hasTeams() {
        return model.cases().stream().anyMatch(one -> one.members() > 1)
                || model.fits().stream().anyMatch(one -> one.members() > 1);
    }

    private Listing<ModelCase> cases() {
        List<Column<ModelCase>> columns = List.of(
                new Column<>("arch", "architecture", one -> one.architecture().name()),
                Column.of("device", ModelCase::device),
                new Column<>(hasTeams() ? "members" : "", "members", ModelCase::members),
                new Column<>("impl", "implementation", ModelCase::implementation),
                new Column<>("footprint", "footprint", one -> String.format("%08x", one.footprint())),
                new Column<>("size", "", one -> Quantity.text(one.bytes(), "B")),
                new Column<>("", "bytes", ModelCase::bytes),
                Column.of("samples", ModelCase::samples),
                new Column<>("left out", "rejected", ModelCase::rejected),
                new Column<>("mean", "", one -> quantity(model.unit(), one.mean())),
                new Column<>("spread", "", one -> relative(one.spread(), one.mean())),
                new Column<>("", numberField("mean"), ModelCase::mean),
                new Column<>("", numberField("spread"), ModelCase::spread),
                Column.of("calibrated", ModelCase::calibrated));
        return new Listing<>(model.cases(), columns, "Nothing was measured yet.");
    }

    private Listing<ModelFit> fits() {
        List<Column<ModelFit>> columns = List.of(
                new Column<>("arch", "architecture", fit -> fit.architecture().name()),
                Column.of("device", ModelFit::device),
                new Column<>(hasTeams() ? "members" : "", "members", ModelFit::members),
                new Column<>("impl", "implementation", ModelFit::implementation),
                new Column<>("curve", "curve", fit -> fit.curve().name().toLowerCase(Locale.ROOT)),
                new Column<>(
                        "coefficients",
                        "",
                        fit -> fit.coefficients().stream()
                                .map(number -> String.format(Locale.ROOT, "%.4g", number))
                                .collect(Collectors.joining(", "))),
                new Column<>("", "coefficients", ModelFit::coefficients),
                new Column<>("from", "", fit -> Quantity.text(fit.smallest(), "B")),
                new Column<>("to", "", fit -> Quantity.text(fit.largest(), "B")),
                new Column<>("", "smallest", ModelFit::smallest),
                new Column<>("", "largest", ModelFit::largest),
                Column.of("samples", ModelFit::samples),
                Column.of("valid", ModelFit::valid));
        return new Listing<>(model.fits(), columns, "");
    }

    private Map<String, Object> head() {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("symbol", model.symbol());
        head.put("unit", model.unit().name().toLowerCase(Locale.ROOT));
        head.put("learning", model.learning());
        head.put("source", model.source().orElse(null));
        return head;
    }

    @Override
    public String text(int width) {
        StringBuilder text = new StringBuilder(model.symbol())
                .append(": ")
                .append(model.unit() == ModelDescription.Unit.NANOSECONDS ? "times" : "energy")
                .append(model.learning() ? ", learning" : "");
        model.source().ifPresent(source -> text.append(", from ").append(source));
        text.append('\n').append(cases().text(width));
        if (!model.fits().isEmpty()) {
            text.append("\n\n").append(fits().text(width));
        }
        return text.toString();
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> object = head();
        object.put("cases", cases().json());
        object.put("fits", fits().json());
        return object;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
