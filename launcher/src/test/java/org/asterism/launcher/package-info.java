/** Tests of the launcher; those named {@code ...IT} start the built distribution as a user would. */
package org.asterism.launcher;
