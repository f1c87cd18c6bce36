import { expect, test } from '#testing/unit-test';
import { parseFlags } from './flags.js';

const defaults = {
  port: 0,
  host: '127.0.0.1',
  speed: 1,
  seed: 1,
  logLevel: 'warn',
  control: true,
  fault: [],
};

for (const [line, flags] of [
  ['', {}],
  ['--port 8080 --host 0.0.0.0', { port: 8080, host: '0.0.0.0' }],
  [
    '--speed 2.5 --seed 42 --log-level silent --no-control',
    { speed: 2.5, seed: 42, logLevel: 'silent', control: false },
  ],
  ['--fault a --fault b@listBrands --list-faults', { fault: ['a', 'b@listBrands'], listFaults: true }],
  ['--world names --plantable --list-worlds', { world: 'names', plantable: true, listWorlds: true }],
] as const)
  test(`flags that are not given have their defaults: "${line}"`, () => {
    expect(parseFlags(line.split(' ').filter(Boolean))).toEqual({ ...defaults, ...flags });
  });

for (const line of [
  '--unknown',
  'positional',
  '--port',
  '--port 65536',
  '--port -1',
  '--port x',
  '--speed 0',
  '--speed 0.0',
  '--speed 1e3',
  '--speed 1000001',
  '--seed 1.5',
  '--log-level loud',
  '--plantable --no-control',
  '--plantable --fault a',
  '--port 8080 --fault a --fault b',
])
  test(`the flags "${line}" are refused in one sentence`, () => {
    expect(() => parseFlags(line.split(' '))).toThrow(/^error: [^\n]+$/);
  });
