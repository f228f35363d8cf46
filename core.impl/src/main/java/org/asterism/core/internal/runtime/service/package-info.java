/** The OSGi services of the core: the runtime factory, the shared runtime, and its configured contexts. */
package org.asterism.core.internal.runtime.service;
