import { execFileSync } from 'node:child_process';
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

test('no part of a shown exchange contains a secret', () => {
  const exchange = exampleExchange({
    url: `https://shop.example.com/?k=${key}`,
    requestHeaders: { 'x-other': key },
    requestBody: key,
    headers: { [key]: key },
    body: `${'x'.repeat(16_380)}${key}`,
  });
  expect(JSON.stringify(shownExchange(exchange, redact))).not.toContain(key.slice(0, 6));
  const bytes = shownBody(Buffer.concat([Buffer.from([0xff]), Buffer.from(key), Buffer.alloc(900)]), redact);
  expect(bytes).toMatchObject({ bytes: 910, isCut: true });
  expect(bytes.hex?.split('\n')).toHaveLength(16);
  expect(bytes.hex).toMatch(/^(?!.*sk-good).*\[redacted\]/s);
});

test('a long text is cut after its secrets are replaced, never through one or through a character', () => {
  expect(shownBody(Buffer.from(`x${'ä'.repeat(40_000)}`), redact).text).toMatch(/^xä+$/);
  for (let before = 16_370; before <= 16_390; before += 1) {
    const { text, isCut } = shownBody(Buffer.from('x'.repeat(before) + key + 'y'.repeat(100_000)), redact);
    expect([text?.length, isCut, text?.includes('sk-')]).toEqual([16_384, true, false]);
  }
  // However many secrets a string repeats.
  const long = `sk-${'0123456789'.repeat(4)}`;
  const own = new Secrets();
  own.add(long);
  for (let filler = 0; filler < long.length; filler += 1) {
    const body = Buffer.from(`${'-'.repeat(filler)}${long.repeat(2000)}`);
    const text = expect.stringMatching(/^-*(?:\[redacted\])+[redact[]*$/);
    expect(shownBody(body, (each) => own.redact(each))).toMatchObject({ text, isCut: true });
  }
});

test('an exchange as a report and as a terminal show it, with the key of the command as a variable', () => {
  const requestHeaders = { accept: '*/*', 'x-api-key': 'sk-live-1234', 'content-length': '17' };
  const shown = (body: unknown) =>
    shownExchange(exampleExchange({ status: 404, requestHeaders, body }), (text) => text);
  const write = exampleExchange({ method: 'POST', status: 400, requestBody: '{"a":1}', body: 'no' });
  expectGolden('shown-exchange.txt', {
    'a refused write': shownExchange(write, redact),
    'in a terminal': asText(shown('x'.repeat(2001))).replace(/x{2000}/, '(2000 times x)'),
    'a body that is not text': asText(shown(Buffer.from([0x25, 0x50, 0, 0xff]))),
  });
});

test('a shell passes each part of the command to curl unchanged, whatever it contains', () => {
  for (const text of [`'"\\$HOME\`id\`!\n@ é`, '@/etc/hostname', `''`]) {
    const requestHeaders = { 'x-a': `a${text}` };
    const exchange = exampleExchange({ method: 'POST', requestHeaders, requestBody: text });
    // --data and --data-binary would read a file if the body begins with @.
    const end = ['content-type:', '--header', `x-a: a${text}`, '--data-raw', text];
    expect(argumentsOf(asCurl(exchange)).slice(-5)).toEqual(end);
  }
  const bytes = Buffer.from([0xff, 0x00, 0x27, 0x22, 0x0a]);
  const [feed = '', curl] = asCurl(exampleExchange({ method: 'POST', requestBody: bytes })).split(' | curl ');
  expect(curl).toMatch(/ --data-binary @-$/);
  expect(execFileSync('sh', ['-c', feed])).toEqual(bytes);
  // A body may be too long for a command line.
  const long = exampleExchange({ method: 'POST', requestBody: 'x'.repeat(5000) });
  expect(asCurl(long)).toMatch(/ # with a body of 5000 bytes$/);
  // curl keeps dots and brackets, expects no body after a HEAD, and sends an empty header.
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

/** Texts that look otherwise than they are, and how a message shows them. */
const texts: Readonly<Record<string, string>> = {
  'Straße café שמלה ジャケット 👗\n\t{"a": "<b>"}': 'Straße café שמלה ジャケット 👗\n\t{"a": "<b>"}',
  'a\0b\x1b[31mc\rd\x7f\x85': String.raw`a␀b␛[31mc␍d\u{7f}\u{85}`,
  // They reverse, hide or join their neighbours.
  'a\u202eb\u2066c\u200bd\ufeffe\u00adf': String.raw`a\u{202e}b\u{2066}c\u{200b}d\u{feff}e\u{ad}f`,
  // Letters that nobody sees, and code points that are not characters.
  'g\u2028h\u{e0041}i\u3164b\u115fc\u2800d\ufe0fe': String.raw`g\u{2028}h\u{e0041}i\u{3164}b\u{115f}c\u{2800}d\u{fe0f}e`,
  'a\uffff\ufdd0b\ud800c': String.raw`a\u{ffff}\u{fdd0}b`.concat('\ufffdc'),
};

test('a message shows visible text as it is, and every other character as its symbol or code point', () => {
  for (const [text, shown] of Object.entries(texts)) expect(visibleText(text)).toBe(shown);
  expect(shortText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(3000)}… (1000000 characters)`);
});
