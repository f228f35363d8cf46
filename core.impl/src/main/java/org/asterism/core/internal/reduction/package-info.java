/** Memory that each worker has of its own for some data: to work in, and for its contribution to a reduction. */
package org.asterism.core.internal.reduction;
