/** Posts rare incidents of runtimes as events, for bundles that react to them without knowing Asterism. */
package org.asterism.trace.events.internal;
