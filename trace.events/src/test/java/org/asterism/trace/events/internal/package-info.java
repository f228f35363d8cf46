/** Tests with a stand-in for EventAdmin. */
package org.asterism.trace.events.internal;
