package org.asterism.components.modular.userchoice.internal;

import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.FakeTask;
import org.asterism.tck.SchedulingComponentContract;

class UserChoiceContractTest extends SchedulingComponentContract {
    @Override
    protected SchedulingComponentFactory factory() {
        return new UserChoiceFactory();
    }

    @Override
    protected boolean everyChildHasAllWorkers() {
        return true;
    }

    @Override
    protected void prepare(FakeTask task) {
        task.hint(task.id() % 2 == 0 ? 0 : null); // there need not be more than one child
    }
}
