/** Tests of what checks the files of watched folders. */
package org.asterism.deploy.fileinstall.internal;
