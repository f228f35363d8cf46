/** The application {@code contexts-demo}. */
package org.asterism.examples.contexts.internal;
