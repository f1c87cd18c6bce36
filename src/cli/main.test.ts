import { expect, test } from '#unit-test';
import { runCommand } from './conformance-process.js';

test('a command prints nothing that a terminal would obey', async () => {
  const args = ['src/cli/main.ts', 'report', 'a\u001b]0;owned\u0007\u202e.json'];
  const { exitCode, output } = await runCommand(args, {}, 60_000);
  expect(exitCode).toBe(2);
  expect(output).toContain(String.raw`a␛]0;owned␇\u{202e}.json`);
  expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
