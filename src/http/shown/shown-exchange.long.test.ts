import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { exampleExchange } from '#testing/example-exchange';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import type { Exchange } from '../exchange.js';
import { Secrets } from './secrets.js';
import { asText, shortText, shownExchange, visibleText } from './shown-exchange.js';

const key = 'sk-good-1';
const secrets = new Secrets();
secrets.add(key);
const redact = (text: string) => secrets.redact(text);
const shownBody = (body: Buffer, hide: (text: string) => string) =>
  shownExchange(exampleExchange({ body }), hide).response.body;
const asCurl = (exchange: Exchange) => shownExchange(exchange, (text) => text).curl;

test('a shown exchange has its request, its response, its time and its command', () => {
  const exchange = exampleExchange({ method: 'POST', status: 400, requestBody: '{"a":1}', body: 'no' });
  expectGolden('shown-exchange.txt', { 'a refused write': shownExchange(exchange, redact) });
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

test('a long text is cut after its secrets are replaced, never through one or through a character', () => {
  expect(shownBody(Buffer.from(`x${'ä'.repeat(40_000)}`), redact).text).toMatch(/^xä+$/);
  for (let before = 16_370; before <= 16_390; before += 1) {
    const body = shownBody(Buffer.from(`${'x'.repeat(before)}${key}${'y'.repeat(100_000)}`), redact);
    expect(body).toMatchObject({ bytes: before + key.length + 100_000, isCut: true });
    expect(body.text).toHaveLength(16_384);
    expect(body.text).not.toContain('sk-');
  }
});

test('no part of a secret is shown, however many secrets a string repeats', () => {
  const long = `sk-${'0123456789'.repeat(4)}`;
  const own = new Secrets();
  own.add(long);
  for (let filler = 0; filler < long.length; filler += 1) {
    const body = Buffer.from(`${'-'.repeat(filler)}${long.repeat(2000)}`);
    const text = expect.stringMatching(/^-*(?:\[redacted\])+[redact[]*$/);
    expect(shownBody(body, (each) => own.redact(each))).toMatchObject({ text, isCut: true });
  }
});

test('bytes that are not text are shown in hex, without the secrets in them', () => {
  const body = shownBody(Buffer.from([0x25, 0x50, 0, 0xff]), redact);
  expect(body).toEqual({ bytes: 4, hex: `0000  25 50 00 ff${' '.repeat(38)}%P..`, isCut: false });
  const hiding = shownBody(Buffer.concat([Buffer.from([0xff]), Buffer.from(key), Buffer.alloc(900)]), redact);
  expect(hiding).toMatchObject({ bytes: 910, isCut: true });
  expect(hiding.hex?.split('\n')).toHaveLength(16);
  expect(hiding.hex).toMatch(/^(?!.*sk-good).*\[redacted\]/s);
});

test('a terminal shows the command, status and time, the headers and the body, which it cuts after 2000 characters', () => {
  const headers = { 'content-type': 'application/json', 'x-ratelimit-limit': '100' };
  const shown = (body: unknown) => {
    const exchange = exampleExchange({ status: 404, headers, body });
    const text = asText(shownExchange(exchange, (each) => each));
    const head = `${asCurl(exchange)}\n\n404 after 12 ms\ncontent-type: application/json\nx-ratelimit-limit: 100`;
    expect(text.slice(0, head.length)).toBe(head);
    return text.slice(head.length);
  };
  expect(shown('')).toBe('');
  expect(shown('x'.repeat(2000))).toBe(`\n\n${'x'.repeat(2000)}`);
  expect(shown('x'.repeat(2001))).toBe(`\n\n${'x'.repeat(2000)}\n(cut: 2001 bytes in all)`);
  expect(shown(Buffer.from([0x25, 0x50, 0, 0xff]))).toBe('\n\n(4 bytes that are not text)');
});

test('the command names method, address and headers, and the key only as a variable', () => {
  const requestHeaders = { accept: '*/*', 'x-api-key': 'sk-live-1234', 'content-length': '17' };
  expect(asCurl(exampleExchange({ requestHeaders }))).toBe(
    `curl --include --request GET 'https://shop.example.com/api/v1/countries/'` +
      ` --header 'accept: */*' --header "x-api-key: $API_KEY"`,
  );
});

test('a shell passes any body and any header of the command to curl unchanged', () => {
  const awkward = fc.string({
    unit: fc.constantFrom("'", '"', '\\', '$', '`', '!', '\n', '@', ' ', 'é', 'a'),
  });
  fc.assert(
    fc.property(awkward, (text) => {
      const exchange = exampleExchange({
        method: 'POST',
        requestHeaders: { 'x-a': `a${text}` },
        requestBody: text,
      });
      // --data and --data-binary would read a file if the body begins with @.
      const end = ['content-type:', '--header', `x-a: a${text}`, '--data-raw', text];
      expect(argumentsOf(asCurl(exchange)).slice(-5)).toEqual(end);
    }),
    { numRuns: 20, examples: [['@/etc/hostname'], [`''`]] },
  );
});

test('bytes that are not text reach curl unchanged, and a body too long for a command line is only counted', () => {
  const bytes = Buffer.from([0xff, 0x00, 0x27, 0x22, 0x0a]);
  const command = asCurl(exampleExchange({ method: 'POST', requestBody: bytes }));
  const [feed = '', curl] = command.split(' | curl ');
  expect(curl).toMatch(/ --data-binary @-$/);
  expect(execFileSync('sh', ['-c', feed])).toEqual(bytes);
  const long = exampleExchange({ method: 'POST', requestBody: 'x'.repeat(5000) });
  expect(asCurl(long)).toMatch(/ # with a body of 5000 bytes$/);
});

test('the command makes curl keep dots and brackets, expect no body after a HEAD, and send an empty header', () => {
  const url = 'https://shop.example.com/api/v1/webhooks/../brands/?a[]=1';
  const requestHeaders = { 'x-api-key': '' };
  const command = asCurl(exampleExchange({ method: 'HEAD', url, requestHeaders, credential: 'wrong' }));
  const options = ['--include', '--head', '--path-as-is', '--globoff'];
  expect(argumentsOf(command)).toEqual([...options, url, '--header', 'x-api-key;']);
});

/** The arguments that a real shell passes to curl. */
function argumentsOf(command: string): readonly string[] {
  const shown = execFileSync('sh', ['-c', command.replace(/^curl/, String.raw`printf '%s\0'`)]);
  return shown.toString('utf8').split('\0').slice(0, -1);
}

test('a message shows visible text as it is, and every other character as its symbol or code point', () => {
  const visible = 'Straße café שמלה ジャケット 👗\n\t{"a": "<b>"}';
  for (const [text, shown] of [
    [visible, visible],
    ['a\0b\x1b[31mc\rd\x7f\x85', String.raw`a␀b␛[31mc␍d\u{7f}\u{85}`],
    // They reverse, hide or join their neighbours.
    [
      'a\u202eb\u2066c\u200bd\ufeffe\u00adf\u2028g\u{e0041}',
      String.raw`a\u{202e}b\u{2066}c\u{200b}d\u{feff}e\u{ad}f\u{2028}g\u{e0041}`,
    ],
    // Letters that nobody sees, and code points that are not characters.
    ['a\u3164b\u115fc\u2800d\ufe0fe', String.raw`a\u{3164}b\u{115f}c\u{2800}d\u{fe0f}e`],
    ['a\uffff\ufdd0', String.raw`a\u{ffff}\u{fdd0}`],
    ['a\ud800b', 'a\ufffdb'],
  ] as const)
    expect(visibleText(text)).toBe(shown);
});

test('a long text is cut, and says how long it is', () => {
  expect(shortText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(3000)}… (1000000 characters)`);
  expect(shortText('x'.repeat(3000))).toBe('x'.repeat(3000));
});
