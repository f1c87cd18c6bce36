import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#unit-test';
import { serveSecurely } from '../../http/loopback-server.js';
import { profileIn } from '../profile.js';
import { readSettings, type Settings } from '../settings.js';
import { preflight as preflightWith } from './preflight.js';

const file = (name: string) => fileURLToPath(new URL(`../../../proof/certificates/${name}`, import.meta.url));
const identity = {
  key: readFileSync(file('server-key.pem'), 'utf8'),
  cert: readFileSync(file('server.pem'), 'utf8'),
};
const authority = file('authority.pem');

function preflight(settings: Settings) {
  return preflightWith(settings, { profile: profileIn({}) });
}

function settingsFor(url: string, caFile?: string) {
  return readSettings({ TARGET_URL: url, TARGET_API_KEY: 'sk-good-1', TARGET_CA_FILE: caFile });
}

test('a certificate of a private authority is accepted where TARGET_CA_FILE names that, and only there', async () => {
  await using server = await serveSecurely(identity, (_request, response) => response.end('{}'));
  await preflight(settingsFor(server.url, authority));
  await expect(preflight(settingsFor(server.url))).rejects.toThrow(
    '(its certificate is from an authority that this machine does not know): set TARGET_CA_FILE to the file of that authority',
  );
});

test('whose certificate it is counts, whoever signed it', async () => {
  await using server = await serveSecurely(identity, (_request, response) => response.end('{}'));
  const url = server.url.replace('127.0.0.1', 'localhost');
  await expect(preflight(settingsFor(url, authority))).rejects.toThrow(
    '(its certificate is for another host name)',
  );
});

test('the control interface is reached by the same authorities', async () => {
  await using server = await serveSecurely(identity, (_request, response) => response.writeHead(200).end());
  const settings = {
    TARGET_URL: server.url,
    TARGET_CONTROL_URL: server.url,
    TARGET_CONTROL_TOKEN: 'token-6',
  };
  await preflight(readSettings({ ...settings, TARGET_CA_FILE: authority }));
});
