/** Programs without a container. */
package org.asterism.itest.plain;
