/** The stress tests as part of the build. */
package org.asterism.stress;
