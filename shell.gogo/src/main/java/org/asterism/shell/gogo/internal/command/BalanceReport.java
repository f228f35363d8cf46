package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.BalancerChoice;
import org.asterism.api.BalancerDescription;
import org.asterism.api.Balancing;
import org.asterism.api.WorkerMove;
import org.asterism.report.text.Column;
import org.asterism.report.text.Fields;
import org.asterism.report.text.Listing;
import org.asterism.report.text.View;

/**
 * Report on the balancing of a runtime's contexts.
 *
 * @param runtime name of the runtime
 * @param now the active balancer, if any
 * @param nanoTime time of the runtime's clock
 * @param there available balancers
 * @param explains whether the text lists the available balancers with their properties
 */
record BalanceReport(String runtime, Balancing now, long nanoTime, List<BalancerDescription> there, boolean explains)
        implements View {
    private static final int MOST_SHOWN = 10;

    @Override
    public String text(int width) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("balancer", now.wanted().map(BalanceReport::inWords).orElse(BalanceCommand.OFF));
        now.trouble().ifPresent(trouble -> fields.put("not in charge", trouble));
        fields.put("looks", now.looks());
        fields.put("moves", now.moves());
        fields.put("refused", now.refused());
        List<String> parts = new ArrayList<>();
        parts.add(new Fields(fields).text(width));
        List<WorkerMove> last = now.lastMoves();
        if (!last.isEmpty()) {
            parts.add(moves(last.subList(Math.max(0, last.size() - MOST_SHOWN), last.size()))
                    .text(width));
        }
        if (explains) {
            parts.add(balancers().text(width));
            Listing<ParameterListing.Row> parameters =
                    ParameterListing.of("balancer", there, BalancerDescription::name, BalancerDescription::parameters);
            if (!parameters.isEmpty()) {
                parts.add(parameters.whole(width));
            }
        }
        return String.join("\n\n", parts);
    }

    private Listing<WorkerMove> moves(List<WorkerMove> moves) {
        return new Listing<>(
                moves,
                List.of(
                        Column.of("seconds_ago", this::secondsAgo),
                        Column.of("worker", move -> move.worker().name()),
                        Column.of("from", move -> move.from().orElse(null)),
                        Column.of("to", move -> move.to().orElse(null))),
                "");
    }

    private Listing<BalancerDescription> balancers() {
        return new Listing<>(
                there,
                List.of(
                        Column.of("name", BalancerDescription::name),
                        Column.of("description", BalancerDescription::description),
                        new Column<>("", "parameters", BalancerDescription::parameters),
                        Column.of("provider", BalancerDescription::provider)),
                "There are no balancers: install a balancer's bundle.");
    }

    private static String inWords(BalancerChoice choice) {
        StringBuilder words = new StringBuilder(choice.name());
        new TreeMap<>(choice.properties())
                .forEach((name, value) ->
                        words.append(' ').append(name).append('=').append(value));
        return words.toString();
    }

    private double secondsAgo(WorkerMove move) {
        return Math.round((nanoTime - move.nanoTime()) / 1e6) / 1e3;
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", runtime);
        fields.put("balancer", now.wanted().map(BalancerChoice::name).orElse(null));
        fields.put(
                "properties",
                now.wanted().map(choice -> new TreeMap<>(choice.properties())).orElseGet(TreeMap::new));
        fields.put("in_charge", now.isInCharge());
        fields.put("trouble", now.trouble().orElse(null));
        fields.put("looks", now.looks());
        fields.put("moves", now.moves());
        fields.put("refused", now.refused());
        fields.put("last_moves", moves(now.lastMoves()).records());
        fields.put("balancers", balancers().records());
        return fields;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
