import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { SettingsError } from './setting.js';
import type { Settings } from './settings.js';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Makes processes started from now on trust the authorities of TARGET_CA_FILE in addition to the system's: Node reads
 * one more file of authorities when it starts, and uses it for all connections.
 * @param environment changed in place: workers inherit these variables
 */
export function trustInWorkers(environment: NodeJS.ProcessEnv): void {
  const file = environment.TARGET_CA_FILE?.trim();
  if (!file || !environment.TARGET_URL) return;
  const own = textIn(file);
  const others = textIn(environment.NODE_EXTRA_CA_CERTS);
  // The preflight reports an unreadable file. A worker runs this again, and finds that it has nothing to do.
  if (own === undefined || others?.includes(own)) return;
  environment.NODE_EXTRA_CA_CERTS = others === undefined ? resolve(file) : joined(`${others}\n${own}`);
}

/**
 * The authorities that this process trusts to identify hosts: the system's and those of TARGET_CA_FILE.
 * @returns the context for connections; undefined if TARGET_CA_FILE is not set
 * @throws SettingsError when the file can't be read, or contains no certificate or a damaged one
 */
export function authoritiesIn({
  caFile,
  trustedFile,
}: Partial<Pick<Settings, 'caFile' | 'trustedFile'>>): SecureContext | undefined {
  if (caFile === undefined) return undefined;
  const others = textIn(trustedFile)?.match(certificate) ?? [];
  return createSecureContext({
    ca: [...rootCertificates, ...others.filter(isReadable), ...certificatesIn(caFile)],
  });
}

/** Writes a file that lasts as long as this process, in a folder that no other user can write to. @returns its path */
function joined(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'authorities.pem');
  writeFileSync(file, text);
  return file;
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
  if (certificates.length === 0 || !certificates.every(isReadable))
    throw new SettingsError(
      `TARGET_CA_FILE ${file} contains ${certificates.length === 0 ? 'no certificate' : 'a damaged certificate'}: set it to a file of PEM certificates, which begin with -----BEGIN CERTIFICATE-----.`,
    );
  return certificates;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new SettingsError(
      `TARGET_CA_FILE ${file} can't be read (${code}): set it to the path of a file of PEM certificates.`,
    );
  }
}

function isReadable(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}
