import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { wrong } from './setting.js';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The authorities to trust if TARGET_CA_FILE names some: those of Node, and those.
 * @param caFile the value of TARGET_CA_FILE
 * @param trustedFile the file that Node trusts in addition to its own: NODE_EXTRA_CA_CERTS
 * @returns the context for connections; undefined if TARGET_CA_FILE is not set
 * @throws SettingsError when the file can't be read, or contains no certificate or a damaged one
 */
export function authoritiesIn(caFile?: string, trustedFile?: string): SecureContext | undefined {
  if (caFile === undefined) return undefined;
  const own = certificatesIn(caFile);
  if (own.length === 0 || !own.every(isIntact))
    throw wrong(
      'TARGET_CA_FILE',
      `${caFile} contains ${own.length === 0 ? 'no certificate' : 'a damaged certificate'}: set it to a file of PEM certificates, which begin with -----BEGIN CERTIFICATE-----.`,
    );
  // Node has already warned of a file that isn't there.
  const others = trustedFile && existsSync(trustedFile) ? certificatesIn(trustedFile) : [];
  return createSecureContext({ ca: [...rootCertificates, ...others.filter(isIntact), ...own] });
}

function certificatesIn(file: string): readonly string[] {
  try {
    return readFileSync(file, 'latin1').match(certificate) ?? [];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrong(
      'TARGET_CA_FILE',
      `${file} can't be read (${code}): set it to the path of a file of PEM certificates.`,
    );
  }
}

function isIntact(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}
