package org.asterism.policy.graph.internal;

import static org.asterism.api.Parameter.AND;

import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.PolicyProperties;

/** Creates the policy with the settings of its properties. */
final class Configured {
    static final String RANK =
            "rank (depth; depth or descendants): what a task's rank is: the longest way to the end of"
                    + " the graph, or how many tasks depend on it";
    static final String COLLECT = "collect (true): whether tasks are kept until the program waits for the first time";
    static final String DECLARED = RANK + AND + COLLECT;

    private Configured() {}

    static GraphPolicy policy(PolicyContext context) {
        PolicyProperties properties = context.properties().allowOnly(DECLARED);
        Ranking ranking = properties.word(RANK).equals("depth") ? Ranking.DEPTH : Ranking.DESCENDANTS;
        return new GraphPolicy(context, ranking, properties.flag(COLLECT));
    }
}
