import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { wrong } from './setting.js';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The authorities to trust if TARGET_CA_FILE names some: those of Node, and those.
 * @param caFile the value of TARGET_CA_FILE
 * @param trustedFile the file that Node trusts in addition to its own: NODE_EXTRA_CA_CERTS
 * @returns the context for connections; undefined if TARGET_CA_FILE is not set
 * @throws Refusal when the file can't be read, or contains no certificate or a damaged one
 */
export function authoritiesIn(caFile?: string, trustedFile?: string): SecureContext | undefined {
  if (caFile === undefined) return undefined;
  const own = certificatesIn(caFile);
  if (typeof own === 'string') throw wrong('TARGET_CA_FILE', `${caFile} ${own}`);
  // Node itself warns of a file that it can't read.
  const others = [certificatesIn(trustedFile ?? '')].filter((each) => typeof each !== 'string').flat();
  return createSecureContext({ ca: [...rootCertificates, ...others, ...own] });
}

/** The certificates in a file, or what is wrong with it. */
function certificatesIn(file: string): readonly string[] | string {
  try {
    const all = readFileSync(file, 'latin1').match(certificate) ?? [];
    if (all.length > 0 && all.every(isIntact)) return all;
    return `contains ${all.length === 0 ? 'no certificate' : 'a damaged certificate'}: set it to a file of PEM certificates, which begin with -----BEGIN CERTIFICATE-----.`;
  } catch (error) {
    return `can't be read (${(error as NodeJS.ErrnoException).code}): set it to the path of a file of PEM certificates.`;
  }
}

function isIntact(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}
