<?xml version="1.0" encoding="UTF-8"?>
<!-- Puts the bundles of the distribution into the features of asterism.xml. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:f="http://karaf.apache.org/xmlns/features/v1.6.0" xmlns="http://karaf.apache.org/xmlns/features/v1.6.0"
    xmlns:list="urn:asterism:bundles" xmlns:m="http://maven.apache.org/POM/4.0.0" exclude-result-prefixes="f list m">
  <xsl:output method="xml" indent="yes"/>
  <xsl:strip-space elements="*"/>
  <xsl:param name="version"/>
  <!-- URIs of cnf/distribution/pom.xml and cnf/pom.xml. -->
  <xsl:param name="distribution"/>
  <xsl:param name="versions"/>

  <xsl:variable name="artifacts"
      select="document($distribution)/m:project/m:dependencies/m:dependency[m:groupId = 'org.asterism']/m:artifactId"/>
  <xsl:variable name="named" select="//list:*/@named"/>

  <xsl:template match="f:features">
    <features name="asterism-{$version}">
      <xsl:apply-templates select="f:feature"/>
      <xsl:for-each select="$artifacts">
        <xsl:variable name="artifact" select="concat(., '-')"/>
        <xsl:if test="not($named[starts-with($artifact, concat('asterism-', ., '-'))])">
          <feature name="{.}" version="{$version}">
            <feature>asterism-runtime</feature>
            <xsl:call-template name="bundle"/>
          </feature>
        </xsl:if>
      </xsl:for-each>
    </features>
  </xsl:template>

  <xsl:template match="f:features/f:feature">
    <feature name="{@name}" version="{$version}" description="{@description}">
      <xsl:apply-templates/>
    </feature>
  </xsl:template>

  <xsl:template match="f:feature/f:feature">
    <feature><xsl:value-of select="."/></feature>
  </xsl:template>

  <xsl:template match="list:bundles">
    <xsl:variable name="prefix" select="concat('asterism-', @named, '-')"/>
    <xsl:for-each select="$artifacts[starts-with(concat(., '-'), $prefix)]">
      <xsl:call-template name="bundle"/>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="list:library">
    <xsl:variable name="version"
        select="document($versions)/m:project/m:properties/*[local-name() = current()/@version]"/>
    <bundle>
      <xsl:if test="not(@use)"><xsl:attribute name="dependency">true</xsl:attribute></xsl:if>
      <xsl:value-of select="concat('mvn:', @group, '/', @artifact, '/', $version)"/>
    </bundle>
  </xsl:template>

  <xsl:template name="bundle">
    <bundle><xsl:value-of select="concat('mvn:org.asterism/', ., '/', $version)"/></bundle>
  </xsl:template>
</xsl:stylesheet>
