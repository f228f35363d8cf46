/** Tests of the service and its configuration. */
package org.asterism.trace.internal.service;
