package org.asterism.shell.gogo.internal.run;

import org.asterism.run.Applications;
import org.asterism.spi.application.Application;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Applications that are registered as services. */
@Component(service = Applications.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class InstalledApplications extends Applications {
    /** Called by Declarative Services. */
    public InstalledApplications() {}

    @Override
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    protected void addApplication(ServiceReference<Application> reference, Application application) {
        super.addApplication(reference, application);
    }

    @Override
    protected void removeApplication(ServiceReference<Application> reference) {
        super.removeApplication(reference);
    }
}
