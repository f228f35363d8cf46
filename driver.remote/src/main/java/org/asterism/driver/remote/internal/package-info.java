/** The side of a coordinator: compute units and memories of members, as the core sees them. */
package org.asterism.driver.remote.internal;
