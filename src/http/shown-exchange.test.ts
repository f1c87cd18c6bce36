import { expect, test } from '#unit-test';
import { exampleExchange } from './example-exchange.js';
import { Secrets } from './secrets.js';
import { shownBody, shownExchange } from './shown-exchange.js';

const key = 'sk-good-1';
const secrets = new Secrets();
secrets.add(key);
const redact = (text: string) => secrets.redact(text);

test('an exchange is shown with its request, its response, its time and its command', () => {
  const exchange = exampleExchange({ method: 'POST', status: 400, requestBody: '{"a":1}', body: 'no' });
  expect(shownExchange(exchange, redact)).toEqual({
    startedAt: '1970-01-01T00:00:00.000Z',
    milliseconds: 12.4,
    request: {
      method: 'POST',
      url: exchange.request.url,
      headers: exchange.request.headers,
      body: { bytes: 7, text: '{"a":1}', isCut: false },
    },
    response: {
      status: 400,
      headers: exchange.response.headers,
      body: { bytes: 2, text: 'no', isCut: false },
    },
    curl: expect.stringMatching(/^curl .*--data-raw '\{"a":1\}'$/),
  });
});

test('no part of a shown exchange contains a secret', () => {
  const exchange = exampleExchange({
    url: `https://shop.example.com/?k=${key}`,
    requestHeaders: { 'x-other': key },
    requestBody: key,
    headers: { [key]: key },
    body: `${'x'.repeat(16_380)}${key}`,
  });
  expect(JSON.stringify(shownExchange(exchange, redact))).not.toContain(key.slice(0, 6));
});

test('a long text is cut after its secrets are replaced, never through one', () => {
  for (let before = 16_370; before <= 16_390; before += 1) {
    const body = shownBody(Buffer.from(`${'x'.repeat(before)}${key}${'y'.repeat(100_000)}`), redact);
    expect(body).toMatchObject({ bytes: before + key.length + 100_000, isCut: true });
    expect(body.text).toHaveLength(16_384);
    expect(body.text).not.toContain('sk-');
  }
});

test('a text that is cut between the bytes of a character is still text', () => {
  expect(shownBody(Buffer.from(`x${'ä'.repeat(40_000)}`), redact).text).toMatch(/^xä+$/);
});

test('bytes that are not text are shown in hex, without the secrets in them', () => {
  const body = shownBody(Buffer.from([0x25, 0x50, 0, 0xff]), redact);
  expect(body).toEqual({ bytes: 4, hex: `0000  25 50 00 ff${' '.repeat(38)}%P..`, isCut: false });
  const hiding = shownBody(Buffer.concat([Buffer.from([0xff]), Buffer.from(key), Buffer.alloc(900)]), redact);
  expect(hiding).toMatchObject({ bytes: 910, isCut: true });
  expect(hiding.hex?.split('\n')).toHaveLength(16);
  expect(hiding.hex).toContain('[redacted]');
  expect(hiding.hex).not.toContain('sk-good');
});
