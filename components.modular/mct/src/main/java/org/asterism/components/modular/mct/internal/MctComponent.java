package org.asterism.components.modular.mct.internal;

import java.util.List;
import org.asterism.api.Task;
import org.asterism.kit.component.EarliestCompletion;
import org.asterism.kit.component.Spares;
import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Component that pushes each task to the child with the lowest cost for it: see {@link EarliestCompletion}. If that
 * child refuses, the component refuses as well and the task waits above, because the second best child may be much
 * slower.
 *
 * <p><b>Threads.</b> Any. No lock is held during calls to children, predictor, data management or the program.
 */
final class MctComponent extends SchedulingComponent {
    private final EarliestCompletion completion;
    private final boolean always;

    private final Spares<EarliestCompletion.Decision> decisions;

    /** Replaced only while no thread pushes. */
    private SchedulingComponent only;

    private boolean onlyIsDirect;

    MctComponent(ComponentContext context) {
        super(context);
        completion = new EarliestCompletion(context, CostWeights.USUAL.with(context.parameters()));
        decisions = new Spares<>(completion::decision);
        always = context.parameters().flag(MctFactory.ALWAYS);
    }

    @Override
    public void changed() {
        completion.changed();
        List<SchedulingComponent> children = context().children();
        only = children.size() == 1 && !always ? children.get(0) : null;
        onlyIsDirect = only != null && only.isDirect();
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean push(Task task) {
        if (only != null) {
            if (onlyIsDirect) {
                only.canPull(task);
                return false;
            }
            return only.push(task);
        }
        EarliestCompletion.Decision decision = decisions.take();
        boolean accepted = decision.place(task);
        decision.forget();
        decisions.give(decision);
        return accepted;
    }
}
