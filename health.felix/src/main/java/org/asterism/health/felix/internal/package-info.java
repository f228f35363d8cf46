/** Health checks for Apache Felix Health Checks: what keeps a runtime from working, its cause and its remedy. */
package org.asterism.health.felix.internal;
