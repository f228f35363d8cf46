/** Tracking of drivers, policies, balancers, layouts and topologies as their bundles come and go. */
package org.asterism.core.internal.plugin;
