/** The service and its configuration. */
package org.asterism.metrics.internal;
