package org.asterism.policy.graph.internal;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.PolicyProperties;

/** Makes the policy as its properties want it. */
final class Configured {
    private Configured() {}

    static GraphPolicy policy(PolicyContext context) {
        PolicyProperties properties = context.properties().allowOnly("rank", "collect");
        return new GraphPolicy(context, ranking(properties.values().get("rank")), properties.flag("collect", true));
    }

    private static Ranking ranking(String text) {
        return switch (text == null ? "depth" : text.strip()) {
            case "depth" -> Ranking.DEPTH;
            case "descendants" -> Ranking.DESCENDANTS;
            default ->
                throw new IllegalArgumentException(
                        "property 'rank' is '" + text + "'; allowed are depth and descendants");
        };
    }
}
