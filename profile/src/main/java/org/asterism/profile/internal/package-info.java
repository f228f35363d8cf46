/** The tallies that a profiler keeps while it observes a runtime. */
package org.asterism.profile.internal;
