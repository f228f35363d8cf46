package org.asterism.report.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.asterism.api.model.ModelCase;
import org.asterism.api.model.ModelDescription;
import org.asterism.api.model.ModelFit;
import org.asterism.report.text.Quantity;

/** Chart of a model: measurements over the size of data, with one series per place and implementation. */
public final class ModelChart {
    private static final double NANOS_PER_SECOND = 1e9;

    private ModelChart() {}

    /**
     * Place of a measurement.
     *
     * @param architecture the kind of processor
     * @param device number of the device
     * @param members number of workers that ran a task together
     * @param implementation number of the codelet's implementation
     */
    private record Place(String architecture, int device, int members, int implementation)
            implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return Comparator.comparing(Place::architecture)
                    .thenComparing(Place::device)
                    .thenComparing(Place::members)
                    .thenComparing(Place::implementation)
                    .compare(this, other);
        }
    }

    /**
     * Creates a chart.
     *
     * @param model the model
     * @return chart of all cases with a mean and a size
     * @throws IllegalArgumentException if there is no such case
     */
    public static Chart of(ModelDescription model) {
        boolean times = model.unit() == ModelDescription.Unit.NANOSECONDS;
        double unit = times ? NANOS_PER_SECOND : 1;
        Map<Place, List<ModelCase>> cases = new TreeMap<>();
        for (ModelCase one : model.cases()) {
            if (one.bytes() > 0 && one.mean() > 0) {
                cases.computeIfAbsent(
                                new Place(one.architecture().name(), one.device(), one.members(), one.implementation()),
                                place -> new ArrayList<>())
                        .add(one);
            }
        }
        if (cases.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured for model '" + model.symbol()
                    + "' that has a size: there is nothing to draw; run tasks of it with calibration on");
        }
        List<Series> series = new ArrayList<>();
        cases.forEach((place, measured) -> series.add(new Series(
                name(place, cases.keySet()),
                measured.stream()
                        .map(one ->
                                new Series.Point(one.bytes(), one.mean() / unit, one.spread() / unit, one.calibrated()))
                        .toList(),
                curve(model, place, unit))));
        long samples = cases.values().stream()
                .flatMap(List::stream)
                .mapToLong(ModelCase::samples)
                .sum();
        int number = cases.values().stream().mapToInt(List::size).sum();
        return new Chart(
                model.symbol(),
                String.format(
                        Locale.ROOT,
                        "%s over the size of data; %,d samples in %d %s; bars are one standard deviation%s",
                        times ? "time" : "energy",
                        samples,
                        number,
                        number == 1 ? "case" : "cases",
                        series.stream().flatMap(one -> one.points().stream()).allMatch(Series.Point::trusted)
                                ? ""
                                : ", rings are not calibrated yet"),
                "size of the task's data",
                times ? "time of the task" : "energy of the task",
                value -> Quantity.text(value, "B"),
                value -> Quantity.text(value, times ? "s" : "J"),
                series);
    }

    /** Returns the architecture, with the properties that distinguish the place from others. */
    private static String name(Place place, Set<Place> all) {
        boolean devices =
                all.stream().anyMatch(other -> other.architecture().equals(place.architecture()) && other.device() > 0);
        boolean implementations = all.stream()
                .anyMatch(other -> other.architecture().equals(place.architecture()) && other.implementation() > 0);
        return place.architecture()
                + (devices ? " " + place.device() : "")
                + (place.members() > 1 ? ", " + place.members() + " together" : "")
                + (implementations ? ", implementation " + place.implementation() : "");
    }

    /** Returns the curve that predicts tasks, if there is one. Of several, it is the one with a constant. */
    private static Optional<Series.Curve> curve(ModelDescription model, Place place, double unit) {
        return model.fits().stream()
                .filter(ModelFit::valid)
                .filter(fit -> fit.curve() != ModelFit.Curve.PARAMETERS)
                .filter(fit -> place.equals(
                        new Place(fit.architecture().name(), fit.device(), fit.members(), fit.implementation())))
                .max(Comparator.comparing(ModelFit::curve))
                .map(fit -> new Series.Curve(
                        formula(fit, unit), fit.smallest(), fit.largest(), size -> fit.at(size) / unit));
    }

    private static String formula(ModelFit fit, double unit) {
        String power = String.format(
                Locale.ROOT,
                "%.3g \u00b7 size^%.3f",
                fit.coefficients().get(0) / unit,
                fit.coefficients().get(1));
        return fit.curve() == ModelFit.Curve.POWER
                ? power
                : power + " + " + Quantity.text(fit.coefficients().get(2) / unit, unit == 1 ? "J" : "s");
    }
}
