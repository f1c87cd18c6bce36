import { expect, test } from '#unit-test';
import { deniedBy, readDeniedHosts } from './denied-hosts.js';

/** An entry of the list, a URL, and whether the entry forbids the URL. */
const cases: readonly (readonly [entry: string, url: string, isDenied: boolean])[] = [
  ['shop.example.com', 'https://shop.example.com', true],
  ['shop.example.com', 'http://shop.example.com:8443/base', true],
  ['shop.example.com', 'https://SHOP.Example.COM.', true],
  ['Shop.Example.Com.', 'https://shop.example.com', true],
  ['shop.example.com:443', 'https://shop.example.com:9000', true],
  ['shop.example.com', 'https://eu.shop.example.com', false],
  ['shop.example.com', 'https://myshop.example.com', false],
  ['shop.example.com', 'https://shop.example.com.evil.example', false],
  ['shop.example.com', 'https://other.example.com/shop.example.com', false],
  ['*.example.com', 'https://shop.example.com', true],
  ['*.example.com', 'https://eu.shop.example.com.', true],
  ['*.example.com', 'https://example.com', true],
  ['*.example.com', 'https://myexample.com', false],
  ['bücher.example', 'https://xn--bcher-kva.example', true],
  ['xn--bcher-kva.example', 'https://BÜCHER.example', true],
  ['*.bücher.example', 'https://shop.xn--bcher-kva.example', true],
  ['10.1.2.3', 'http://10.1.2.3:80', true],
  ['10.1.2.3', 'http://0x0a010203/', true],
  ['10.1.2.3', 'http://10.1.2.30', false],
  ['::1', 'http://[::1]:8080', true],
  ['[::1]', 'http://[0:0:0:0:0:0:0:1]', true],
  ['[2001:DB8::1]:443', 'https://[2001:db8:0::1]', true],
  ['::1', 'http://[::2]', false],
];

for (const [entry, url, isDenied] of cases) {
  test(`${entry} ${isDenied ? 'forbids' : 'does not forbid'} ${url}`, () => {
    const hosts = readDeniedHosts(entry);
    if ('wrong' in hosts) throw new Error(`${hosts.wrong} was refused.`);
    expect(deniedBy(hosts, url) !== undefined).toBe(isDenied);
  });
}

test('of several entries, the one that forbids a URL is reported, and empty ones are ignored', () => {
  expect(readDeniedHosts(' a.example , ,*.B.example,')).toEqual(['a.example', '*.b.example']);
  expect(deniedBy(['a.example', '*.b.example'], 'https://x.b.example')).toBe('*.b.example');
  expect(readDeniedHosts('')).toEqual([]);
});

for (const entry of [
  'https://shop.example.com',
  'shop.example.com/api',
  'a b',
  '*',
  '*.',
  '*.0.0.1',
  '*.[::1]',
  'a.*.example',
  'a@b',
  '%',
  '[::1',
])
  test(`${JSON.stringify(entry)} is not a host`, () => {
    expect(readDeniedHosts(`fine.example,${entry}`)).toEqual({ wrong: entry });
  });
