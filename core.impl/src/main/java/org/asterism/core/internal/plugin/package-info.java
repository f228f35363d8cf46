/** Tracking of the drivers, policies and layouts that come and go. */
package org.asterism.core.internal.plugin;
