package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.model.ModelCase;
import org.asterism.api.model.ModelDescription;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;

/** Table of the models with a row per architecture and implementation. */
final class ModelListing {
    /** Row for a model and an architecture; means and spreads cover all samples. */
    record Row(
            String model,
            ModelDescription.Unit unit,
            String architecture,
            int implementation,
            long cases,
            long calibrated,
            long samples,
            double least,
            double most,
            double spread) {}

    private ModelListing() {}

    /**
     * Lists models.
     *
     * @param models models, in the order of the table
     * @return one row per model, architecture and implementation
     */
    static Listing<Row> of(Collection<ModelDescription> models) {
        List<Row> rows = new ArrayList<>();
        for (ModelDescription model : models) {
            Map<String, List<ModelCase>> places = new TreeMap<>();
            for (ModelCase one : model.cases()) {
                places.computeIfAbsent(
                                one.architecture().name() + " " + one.implementation(), place -> new ArrayList<>())
                        .add(one);
            }
            places.values().forEach(cases -> rows.add(row(model, cases)));
        }
        List<Column<Row>> columns = List.of(
                Column.of("model", Row::model),
                new Column<>("arch", "architecture", Row::architecture),
                new Column<>("impl", "implementation", Row::implementation),
                Column.of("cases", Row::cases),
                Column.of("calibrated", Row::calibrated),
                Column.of("samples", Row::samples),
                new Column<>("mean", "", ModelListing::range),
                new Column<>("spread", "", row -> ModelText.relative(row.spread(), 1)),
                new Column<>("", "unit", row -> row.unit().name().toLowerCase(Locale.ROOT)),
                new Column<>("", "least_mean", Row::least),
                new Column<>("", "most_mean", Row::most),
                new Column<>("", "relative_spread", Row::spread));
        return new Listing<>(
                rows, columns, "There are no models: run tasks whose codelets have one, with calibration on.");
    }

    private static String range(Row row) {
        String least = ModelText.quantity(row.unit(), row.least());
        String most = ModelText.quantity(row.unit(), row.most());
        return least.equals(most) ? least : least + " to " + most;
    }

    private static Row row(ModelDescription model, List<ModelCase> cases) {
        ModelCase first = cases.getFirst();
        double weighted = 0;
        long samples = 0;
        double least = Double.MAX_VALUE;
        double most = 0;
        for (ModelCase one : cases) {
            samples += one.samples();
            weighted += one.mean() > 0 ? one.samples() * one.spread() / one.mean() : 0;
            least = Math.min(least, one.mean());
            most = Math.max(most, one.mean());
        }
        return new Row(
                model.symbol(),
                model.unit(),
                first.architecture().name(),
                first.implementation(),
                cases.size(),
                cases.stream().filter(ModelCase::calibrated).count(),
                samples,
                least,
                most,
                samples == 0 ? 0 : weighted / samples);
    }
}
