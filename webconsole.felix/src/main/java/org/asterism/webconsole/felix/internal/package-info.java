/** The page of the Apache Felix Web Console: contexts, their policies, and workers. */
package org.asterism.webconsole.felix.internal;
