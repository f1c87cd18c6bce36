import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** A password as it is kept: what scrypt makes of it, with a salt of its own. */
export interface PasswordHash {
  salt: Buffer;
  hash: Buffer;
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** Bytes of a hash. */
const LENGTH = 64;
/** What is compared where there is no user: no password leads to it. */
const NOBODY = hashOfNothing();

/** A new password: 128 bits from the system's random source. */
export function newPassword(): string {
  return `pw_sandbox_${randomBytes(16).toString('base64url')}`;
}

/** What is kept of a password; the same one is kept differently each time. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16);
  return { salt, hash: await derive(password, salt, LENGTH) };
}

/** Whether a password is the one that is kept. Takes the same work, and is false, where none is. */
export async function isPassword(password: string, kept: PasswordHash = NOBODY): Promise<boolean> {
  return timingSafeEqual(await derive(password, kept.salt, LENGTH), kept.hash);
}

function hashOfNothing(): PasswordHash {
  return { salt: randomBytes(16), hash: randomBytes(LENGTH) };
}
