/** Observation of a runtime while a page shows it. */
package org.asterism.console.web.internal.live;
