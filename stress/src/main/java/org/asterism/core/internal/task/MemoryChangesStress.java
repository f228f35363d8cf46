package org.asterism.core.internal.task;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The end of a shortage is noted while the memory changes: the policy sees that it has passed, or the workers are
 * woken.
 */
@JCStressTest
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "the task waits and nobody is woken")
@Outcome(expect = Expect.ACCEPTABLE, desc = "somebody sees that the shortage has passed")
@State
public class MemoryChangesStress {
    private final MemoryChanges changes = new MemoryChanges();
    private boolean woken;

    public MemoryChangesStress() {
        changes.whenPassed(() -> woken = true);
    }

    @Actor
    public void failing(ZZ_Result result) {
        changes.await(1);
        result.r1 = changes.hasPassed(1);
    }

    @Actor
    public void changing(ZZ_Result result) {
        changes.changed();
        result.r2 = woken;
    }
}
