import { CommanderError } from 'commander';
import { expect, test } from '#testing/unit-test';
import { parseFlags } from './flags.js';

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

test('invalid flags are refused in one sentence that points to the help', () => {
  for (const line of refused.trim().split('\n')) {
    let said = '';
    const complain = (text: string) => {
      said += text;
    };
    expect(() => parseFlags(line.split(' '), complain), line).toThrow(CommanderError);
    expect(said, line).toMatch(/^error: [^\n]+\n\(npm run sandbox -- --help lists the options\)\n$/);
  }
});
