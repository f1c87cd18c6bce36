import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { type AnswerLimits, answerLimits } from '../../src/http/answer.js';
import { serve } from '../../src/http/loopback-server.js';
import { stepped, type Transport, TransportError, undiciTransport } from '../../src/http/transport.js';
import { badNetworks } from './bad-network.js';
import { startNetworkProxy } from './network-proxy.js';

// One process for all of them: their imports take longer than they do.
test.describe.configure({ mode: 'default' });

const short = { connecting: 1500, milliseconds: 1500, bytes: 1024 * 1024 };
const authority = readFileSync(fileURLToPath(new URL('../certificates/authority.pem', import.meta.url)));
/** The largest number of milliseconds until the sentence appears, on a busy machine. */
const atMost = 5_000;
const megabyte = 1024 * 1024;

function transport(limits: AnswerLimits = answerLimits): Transport {
  return undiciTransport(1, createSecureContext({ ca: authority }), limits);
}

for (const { name, meets, says } of badNetworks) {
  // A lossy line sometimes carries an answer, and one redirect is not a loop: whole runs test both.
  if (meets.kind === 'lossy' || name === 'redirect loop') continue;

  test(`${name}: both transports end soon, use little memory, and report it`, async () => {
    await using target = await serve((_request, response) => response.end('[]'));
    await using proxy = await startNetworkProxy(target.url, meets.kind === 'certificate');
    const url = `${meets.kind === 'url' ? meets.url : proxy.url}/api/v1/brands/`;
    const request = { method: 'GET', url, headers: { 'x-api-key': 'sk-good-1' } };
    if (meets.kind !== 'url') {
      // The network is bad, not the transport.
      const before = transport();
      expect(await before.send(request)).toMatchObject({ status: 200 });
      await before.close();
      proxy.turn(meets);
    }

    const transports = [transport(short), transport(short)] as const;
    const ways = [transports[0], stepped(transports[1])];
    const [began, held] = [performance.now(), process.memoryUsage().rss];
    const errors = await Promise.all(ways.map((way) => way.send(request).catch((thrown: unknown) => thrown)));
    for (const error of errors) {
      expect(error).toBeInstanceOf(TransportError);
      expect(String(error)).toMatch(says);
      expect(String(error)).toContain(new URL(url).host);
      expect(String(error)).not.toContain('sk-good-1');
    }
    expect(performance.now() - began).toBeLessThan(atMost);
    expect(process.memoryUsage().rss - held).toBeLessThan(60 * megabyte);
    await Promise.all(transports.map((each) => each.close()));
  });
}

test('a repaired network works again', async () => {
  await using target = await serve((_request, response) => response.end('[]'));
  await using proxy = await startNetworkProxy(target.url, false);
  const send = async () => {
    const once = transport();
    try {
      return await once.send({ method: 'GET', url: `${proxy.url}/`, headers: {} });
    } finally {
      await once.close();
    }
  };
  await send();
  proxy.turn({ kind: 'nobody' });
  await expect(send()).rejects.toThrow('connection refused');
  await proxy.mend();
  expect(await send()).toMatchObject({ status: 200 });
  expect(proxy.requests).toBe(2);
});
