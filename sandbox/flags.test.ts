import { expect, test } from '#unit-test';
import { FlagError, parseFlags } from './flags.js';

const noFaults = { faults: [], plantable: false, listFaults: false, world: undefined, listWorlds: false };

test('without flags the defaults hold', () => {
  const defaults = {
    port: 0,
    host: '127.0.0.1',
    speed: 1,
    seed: 1,
    logLevel: 'info',
    control: true,
    ...noFaults,
  };
  expect(parseFlags([])).toEqual(defaults);
});

test('every flag is read', () => {
  const args = '--port 8080 --host 0.0.0.0 --speed 2.5 --seed 42 --log-level silent --no-control'.split(' ');
  expect(parseFlags(args)).toEqual({
    port: 8080,
    host: '0.0.0.0',
    speed: 2.5,
    seed: 42,
    logLevel: 'silent',
    control: false,
    ...noFaults,
  });
});

test('what cannot be understood is refused in one sentence', () => {
  for (const line of [
    '--unknown',
    'positional',
    '--port',
    '--port 65536',
    '--port -1',
    '--port x',
    '--speed 0',
    '--speed 1e3',
    '--seed 1.5',
    '--log-level loud',
  ]) {
    expect(() => parseFlags(line.split(' ')), line).toThrow(FlagError);
    expect(() => parseFlags(line.split(' ')), line).toThrow(/^[^\n]+\.$/);
  }
});

test('faults can be named several times', () => {
  const args = '--fault a --fault b@listBrands --list-faults'.split(' ');
  expect(parseFlags(args)).toMatchObject({
    faults: ['a', 'b@listBrands'],
    listFaults: true,
  });
});

test('a world can be named, with faults in it', () => {
  const args = '--world names --fault a --list-worlds'.split(' ');
  expect(parseFlags(args)).toMatchObject({ world: 'names', faults: ['a'], listWorlds: true });
});

for (const line of ['--plantable --no-control', '--plantable --fault a', '--port 8080 --fault a --fault b'])
  test(`${line} makes no sense, and is refused in one sentence`, () => {
    expect(() => parseFlags(line.split(' '))).toThrow(FlagError);
    expect(() => parseFlags(line.split(' '))).toThrow(/^[^\n]+\.$/);
  });
