package org.asterism.shell.gogo.internal.run;

import org.asterism.run.RunRegistry;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;

/** Registry of the runs that the shell has started. */
@Component(service = RunRegistry.class, immediate = true, configurationPolicy = ConfigurationPolicy.IGNORE)
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
