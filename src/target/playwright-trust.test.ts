import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '#unit-test';
import { serveSecurely } from '../http/loopback-server.js';
import { trustInWorkers } from './authorities.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const certificates = `${root}proof/certificates/`;
const identity = {
  key: readFileSync(`${certificates}server-key.pem`, 'utf8'),
  cert: readFileSync(`${certificates}server.pem`, 'utf8'),
};

/** A process like a worker: it prints the answer that Playwright's request context gets. */
const program = `
  import { request } from '@playwright/test';
  const context = await request.newContext();
  const answer = await context.get(process.argv[1]).catch((error) => ({ status: () => error.message.split('\\n')[0] }));
  process.stdout.write(String(answer.status()));
  await context.dispose();
`;

test("Playwright's requests in a worker trust the authority of TARGET_CA_FILE, and no other", async () => {
  await using server = await serveSecurely(identity, (_request, response) => response.end('{}'));
  const answers = ['authority.pem', ''].map(async (name) => {
    const environment: NodeJS.ProcessEnv = {
      ...process.env,
      TARGET_URL: server.url,
      TARGET_CA_FILE: name && certificates + name,
    };
    trustInWorkers(environment);
    const args = ['--input-type=module', '--eval', program, server.url];
    return (await promisify(execFile)(process.execPath, args, { cwd: root, env: environment })).stdout;
  });
  expect(await Promise.all(answers)).toEqual(['200', expect.stringContaining('unable to verify')]);
});
