/** Takes the files of watched folders from File Install. */
package org.asterism.deploy.fileinstall.internal;
