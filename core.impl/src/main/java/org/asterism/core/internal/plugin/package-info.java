/** Tracking of the drivers and policies that come and go. */
package org.asterism.core.internal.plugin;
