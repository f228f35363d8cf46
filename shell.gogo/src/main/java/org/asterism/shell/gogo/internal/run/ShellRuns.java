package org.asterism.shell.gogo.internal.run;

import org.asterism.run.RunRegistry;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** The runs that the shell has begun, until it stops. */
@Component(service = RunRegistry.class, immediate = true)
public final class ShellRuns extends RunRegistry {
    /** Called by Declarative Services. */
    public ShellRuns() {}

    @Override
    @Activate
    protected void open(BundleContext context) {
        super.open(context);
    }

    @Override
    @Deactivate
    protected void close() {
        super.close();
    }
}
