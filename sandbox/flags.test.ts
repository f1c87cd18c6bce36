import { CommanderError } from 'commander';
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

test('flags that are not given have their defaults', () => {
  for (const [line, flags] of [
    ['', {}],
    ['--port 8080 --host 0.0.0.0', { port: 8080, host: '0.0.0.0' }],
    ['--speed 2.5 --log-level silent --no-control', { speed: 2.5, logLevel: 'silent', control: false }],
    ['--seed 42 --fault a --fault b@listBrands', { seed: 42, fault: ['a', 'b@listBrands'] }],
    ['--world values --list-worlds', { world: 'values', listWorlds: true }],
    ['--list-faults', { listFaults: true }],
  ] as const)
    expect(
      parseFlags(line.split(' ').filter(Boolean), () => {}),
      line,
    ).toEqual({ ...defaults, ...flags });
});

const refused = `
--unknown
positional
--port
--port 65536
--speed 0
--speed 1000001
--seed 1.5
--log-level loud
--port 8080 --fault a --fault b`;

test('wrong flags are refused in one sentence, with the way to the help', () => {
  for (const line of refused.trim().split('\n')) {
    let said = '';
    const complain = (text: string) => {
      said += text;
    };
    expect(() => parseFlags(line.split(' '), complain), line).toThrow(CommanderError);
    expect(said, line).toMatch(/^error: [^\n]+\n\(npm run sandbox -- --help lists the options\)\n$/);
  }
});
