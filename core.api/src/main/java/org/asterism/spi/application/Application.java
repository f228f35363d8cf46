package org.asterism.spi.application;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The service for an application that {@code asterism run NAME} runs. Register it with the property {@link #NAME}, and
 * {@link #DESCRIPTION} for people. It may be run several times, also at the same time.
 */
@ConsumerType
public interface Application {
    /** The service property that names the application (String, required). */
    String NAME = "app.name";

    /** The service property that says in a sentence what the application does (String). */
    String DESCRIPTION = "app.description";

    /**
     * The options it understands beyond those that every application has.
     *
     * @return in the order in which help shows them
     */
    List<ApplicationOption> options();

    /**
     * Does the work once.
     *
     * @param run options, runtime and the target of reports
     * @return the result
     * @throws UsageException if the options or an input file make no sense: exit status 2
     * @throws Exception if the work fails: exit status 1
     */
    ApplicationResult run(ApplicationRun run) throws Exception;
}
