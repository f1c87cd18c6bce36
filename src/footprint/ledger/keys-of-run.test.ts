import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { Secrets, secretsOfProcess } from '../../http/shown/secrets.js';
import { KeysOfRun, shareKeys } from './keys-of-run.js';

test('a process of a run hides the keys that another process has added, and no one else can read them', () => {
  const shared = shareKeys();
  const path = shared.address.slice(shared.address.indexOf(':') + 1);
  const keys = Array.from({ length: 3 }, (_, index) => `sk_other_${index}_ÿ€`);
  try {
    new KeysOfRun(shared.address).add(new Secrets(), keys[0], undefined);
    // A third process has run out of space.
    appendFileSync(path, readFileSync(path, 'utf8').trimEnd().slice(0, -5));
    const module = JSON.stringify(new URL('keys-of-run.ts', import.meta.url).href);
    const script = `import { KeysOfRun } from ${module};
      for (const key of ${JSON.stringify(keys.slice(1))})
        new KeysOfRun(${JSON.stringify(shared.address)}).add({ add: () => {} }, key);`;
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script]);
    expect(secretsOfProcess.redact(`responses with ${keys}`)).toBe(
      'responses with [redacted],[redacted],[redacted]',
    );
    const written = readFileSync(path, 'utf8');
    expect(written.match(/.+/g)).toHaveLength(4);
    expect(written).not.toContain('other');
  } finally {
    shared[Symbol.dispose]();
  }
  expect(existsSync(dirname(path))).toBe(false);
});
