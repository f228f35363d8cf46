/**
 * What the core registers as OSGi services: the factory, the runtime that programs share, and its contexts, as
 * configuration describes them.
 */
package org.asterism.core.internal.runtime.service;
