/** How plug-ins are found without a container. */
package org.asterism.embedded.internal;
