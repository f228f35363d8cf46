/** Many tasks in little memory. */
package org.asterism.core.internal.soak;
