/** The recorder as a service, and the recording that the configuration asks for. */
package org.asterism.trace.internal.service;
