/** The service and its configuration. */
package org.asterism.profile.internal.metrics;
