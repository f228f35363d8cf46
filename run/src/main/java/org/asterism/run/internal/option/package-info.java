/** Reading and checking of the options of a run. */
package org.asterism.run.internal.option;
