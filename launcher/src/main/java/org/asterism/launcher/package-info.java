/**
 * The program behind {@code bin/asterism}: starts an OSGi framework with the distribution's bundles and hands over to
 * the shell or to a subcommand. Nothing in here is seen by bundles, and no bundle needs it.
 */
package org.asterism.launcher;
