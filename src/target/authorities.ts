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
 * @throws SettingsError when the file can't be read, or contains no certificate or a damaged one
 */
export function authoritiesIn(caFile?: string, trustedFile?: string): SecureContext | undefined {
  if (caFile === undefined) return undefined;
  const own = certificatesIn(caFile);
  const others = textIn(trustedFile)?.match(certificate) ?? [];
  return createSecureContext({ ca: [...rootCertificates, ...others.filter(isIntact), ...own] });
}

function textIn(file: string | undefined): string | undefined {
  try {
    return file ? readFileSync(file, 'latin1') : undefined;
  } catch {
    return undefined;
  }
}

function certificatesIn(file: string): readonly string[] {
  const certificates = textOf(file).match(certificate) ?? [];
  if (certificates.length > 0 && certificates.every(isIntact)) return certificates;
  throw wrong(
    'TARGET_CA_FILE',
    `${file} contains ${certificates.length === 0 ? 'no certificate' : 'a damaged certificate'}: set it to a file of PEM certificates, which begin with -----BEGIN CERTIFICATE-----.`,
  );
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
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
