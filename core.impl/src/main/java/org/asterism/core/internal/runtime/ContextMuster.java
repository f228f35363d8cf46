package org.asterism.core.internal.runtime;

import java.util.function.Supplier;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.core.internal.stepping.BackgroundRunner;
import org.asterism.core.internal.use.Muster;

/** Looks at the workers of a runtime's contexts between two changes of who belongs where. */
record ContextMuster(Contexts contexts, BackgroundRunner background) implements Muster {
    @Override
    public void ask(Supplier<Runnable> look) {
        background.run("asterism-muster", () -> contexts.whileNobodyMoves(look).run());
    }
}
