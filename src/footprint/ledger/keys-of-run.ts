import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Secrets, secretsOfProcess } from '../../http/shown/secrets.js';

/** AES in a mode that notices changes, and the bytes of its key, of the nonce before a record and of the tag after it. */
const cipher = 'aes-256-gcm';
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16];

/**
 * The keys and passwords that the target makes during a run, as one of its processes sees them. A service may repeat a
 * key in its responses to any worker, so every process must know it before the first response can contain it. Asking each
 * other would make every test wait for all workers. Therefore a file contains them, encrypted: they are written to it
 * before they are sent, and read from it before anything is redacted.
 */
export class KeysOfRun {
  readonly #file: SharedFile | undefined;

  /** @param address the address of `shareKeys`; undefined if the target makes no keys for this run */
  constructor(address: string | undefined) {
    if (address === undefined) return;
    const file = new SharedFile(address);
    this.#file = file;
    secretsOfProcess.follow(() => file.added());
  }

  /**
   * Hides keys or passwords from everything that a test and all processes of the run print or write, before the first
   * of them is sent.
   * @param secrets those of the test, which also finds the keys that its responses repeat
   */
  add(secrets: Pick<Secrets, 'add'>, ...keys: readonly (string | undefined)[]): void {
    secrets.add(...keys);
    secretsOfProcess.add(...keys);
    this.#file?.add(keys.filter((key) => key !== undefined));
  }

  /** Learns of no further keys, but goes on to hide those that it knows. */
  close(): void {
    secretsOfProcess.follow(() => []);
    this.#file?.close();
  }
}

/** A file to which each process of a run adds keys, as encrypted records, one in each line. */
class SharedFile {
  readonly #secret: Buffer;
  readonly #opened: number;
  #read = 0;

  /** @throws Error when the file of the address is gone */
  constructor(address: string) {
    const [secret = ''] = address.split(':', 1);
    this.#secret = Buffer.from(secret, 'base64url');
    this.#opened = openSync(address.slice(secret.length + 1), constants.O_RDWR | constants.O_APPEND);
  }

  add(keys: readonly string[]): void {
    const nonce = randomBytes(nonceBytes);
    const encryption = createCipheriv(cipher, this.#secret, nonce);
    const encrypted = [encryption.update(JSON.stringify(keys)), encryption.final()];
    const record = Buffer.concat([nonce, ...encrypted, encryption.getAuthTag()]).toString('base64url');
    // A record that another process could not write to its end must not spoil this one.
    appendFileSync(this.#opened, `\n${record}\n`);
  }

  /** The keys that any process has added since the last call. */
  added(): readonly string[] {
    const left = fstatSync(this.#opened).size - this.#read;
    if (left === 0) return [];
    const bytes = Buffer.alloc(left);
    readSync(this.#opened, bytes, 0, left, this.#read);
    const complete = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
    this.#read += complete.length;
    const records = complete.toString('latin1').split('\n');
    return records.flatMap((record) => this.#decrypted(Buffer.from(record, 'base64url')));
  }

  /** The keys of a record; none if it was cut: then its process failed before it sent one of them. */
  #decrypted(record: Buffer): readonly string[] {
    if (record.length < nonceBytes + tagBytes) return [];
    const decryption = createDecipheriv(cipher, this.#secret, record.subarray(0, nonceBytes));
    decryption.setAuthTag(record.subarray(-tagBytes));
    const text = decryption.update(record.subarray(nonceBytes, -tagBytes));
    try {
      return JSON.parse(Buffer.concat([text, decryption.final()]).toString('utf8'));
    } catch {
      return [];
    }
  }

  close(): void {
    closeSync(this.#opened);
  }
}

/** Lets the processes of a run share keys, until it is disposed. @returns the address for `KeysOfRun` */
export function shareKeys(): Disposable & { readonly address: string } {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-keys-'));
  const path = join(folder, 'keys');
  writeFileSync(path, '', { mode: 0o600 });
  const address = `${randomBytes(keyBytes).toString('base64url')}:${path}`;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const end = () => {
    remove();
    process.kill(process.pid, 'SIGTERM');
  };
  process.once('exit', remove);
  process.once('SIGTERM', end);
  // The reports of this process may quote any response.
  const keys = new KeysOfRun(address);
  return {
    address,
    [Symbol.dispose]: () => {
      process.off('exit', remove);
      process.off('SIGTERM', end);
      try {
        keys.close();
      } finally {
        remove();
      }
    },
  };
}
