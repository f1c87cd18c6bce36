import { execFileSync } from 'node:child_process';
import { expect, test } from '#unit-test';
import { asCurl, asText } from './as-text.js';
import { type ExampleExchange, exampleExchange } from './example-exchange.js';
import { type ShownExchange, shownExchange } from './shown-exchange.js';

const unchanged = (text: string) => text;

test('the command comes first, then status and time, the headers and the body', () => {
  const headers = { 'content-type': 'application/json', 'x-ratelimit-limit': '100' };
  const exchange = exampleExchange({ status: 404, headers, body: '{"message":"gone"}' });
  expect(asText(shownExchange(exchange, unchanged))).toBe(
    [
      asCurl(exchange),
      '',
      '404 after 12 ms',
      'content-type: application/json',
      'x-ratelimit-limit: 100',
      '',
      '{"message":"gone"}',
    ].join('\n'),
  );
});

test('without a body it ends with the headers', () => {
  expect(asText(shown({ status: 204, body: '' }))).toMatch(/content-type: application\/json$/);
});

test('a body of 2000 characters is shown whole, a longer one is cut and says so', () => {
  expect(asText(shown({ body: 'x'.repeat(2000) }))).toMatch(/\nx{2000}$/);
  expect(asText(shown({ body: 'x'.repeat(2001) }))).toMatch(/\nx{2000}\n\(cut: 2001 bytes in all\)$/);
});

test('bytes that are not text are counted, not shown', () => {
  expect(asText(shown({ body: Buffer.from([0x25, 0x50, 0, 0xff]) }))).toMatch(
    /\n\(4 bytes that are not text\)$/,
  );
});

function shown(given: ExampleExchange): ShownExchange {
  return shownExchange(exampleExchange(given), unchanged);
}

test('the command names method, address and headers, and the key as a variable', () => {
  expect(asCurl(exampleExchange())).toBe(
    `curl --include --request GET 'https://shop.example.com/api/v1/countries/'` +
      ` --header 'accept: */*' --header "x-api-key: $API_KEY"`,
  );
});

test('a valid key is never shown, whatever the exchange holds', () => {
  const exchange = exampleExchange({ requestHeaders: { 'x-api-key': 'sk-live-1234' } });
  expect(asCurl(exchange)).not.toContain('sk-live-1234');
});

test('a wrong key is shown by what is wrong with it', () => {
  const requestHeaders = { 'x-api-key': '[a random key]' };
  expect(asCurl(exampleExchange({ credential: 'wrong', requestHeaders }))).toContain(
    "--header 'x-api-key: [a random key]'",
  );
});

test('the length is left to curl', () => {
  const requestHeaders = { 'content-length': '17', 'content-type': 'application/json' };
  expect(asCurl(exampleExchange({ requestHeaders }))).not.toContain('content-length');
});

for (const body of [`it's`, `''`, `two\nlines\n`, '$API_KEY `id` "x" \\ \\n !', '@/etc/hostname']) {
  test(`a shell hands on ${JSON.stringify(body)} unchanged`, () => {
    const command = asCurl(
      exampleExchange({ method: 'POST', requestHeaders: { 'x-a': body }, requestBody: body }),
    );
    const [option, sent, header] = [
      argumentsOf(command).at(-2),
      argumentsOf(command).at(-1),
      argumentsOf(command).at(-3),
    ];
    expect(sent).toBe(body);
    expect(header).toBe(`x-a: ${body}`);
    // --data and --data-binary would read a file if the body begins with @.
    expect(option).toBe('--data-raw');
  });
}

test('bytes that are no text reach curl unchanged', () => {
  const bytes = Buffer.from([0xff, 0x00, 0x27, 0x22, 0x0a]);
  const command = asCurl(exampleExchange({ method: 'POST', requestBytes: bytes }));
  expect(command).toMatch(/ --data-binary @-$/);
  const [feed = ''] = command.split(' | curl ');
  expect(execFileSync('sh', ['-c', feed])).toEqual(bytes);
});

test('a body too long for a command line is left out, and said so', () => {
  const command = asCurl(exampleExchange({ method: 'POST', requestBody: 'x'.repeat(5000) }));
  expect(command).toMatch(/ # with a body of 5000 bytes$/);
});

test('curl is told to leave dots and brackets as they are, and to wait for no body of a HEAD', () => {
  const url = 'https://shop.example.com/api/v1/webhooks/../brands/?a[]=1';
  expect(argumentsOf(asCurl(exampleExchange({ url })))).toEqual(
    expect.arrayContaining(['--path-as-is', '--globoff', url]),
  );
  expect(asCurl(exampleExchange({ method: 'HEAD' }))).toMatch(/^curl --include --head /);
  expect(asCurl(exampleExchange({ requestHeaders: { 'x-api-key': '' }, credential: 'wrong' }))).toContain(
    "--header 'x-api-key;'",
  );
});

/** The arguments that a real shell passes to curl. */
function argumentsOf(command: string): readonly string[] {
  const shown = execFileSync('sh', ['-c', command.replace(/^curl/, String.raw`printf '%s\0'`)]);
  return shown.toString('utf8').split('\0').slice(0, -1);
}

test('a body without a type is sent without one', () => {
  const untyped = exampleExchange({ method: 'POST', requestHeaders: {}, requestBody: '{}' });
  expect(asCurl(untyped)).toContain("--header 'content-type:' --data-raw '{}'");
  const typed = exampleExchange({
    requestHeaders: { 'content-type': 'application/json' },
    requestBody: '{}',
  });
  expect(asCurl(typed)).not.toContain("'content-type:'");
  expect(asCurl(exampleExchange({ requestHeaders: {} }))).not.toContain('content-type');
});
