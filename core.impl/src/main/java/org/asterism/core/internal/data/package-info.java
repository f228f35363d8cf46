/** Handles of data and their forms. */
package org.asterism.core.internal.data;
