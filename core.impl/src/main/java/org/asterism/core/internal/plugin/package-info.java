/** Tracking of the drivers, policies, balancers and layouts that come and go. */
package org.asterism.core.internal.plugin;
