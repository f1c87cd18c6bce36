import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, runLine } from '#testing/started-command';
import { expect, test } from '#testing/unit-test';
import { programArguments } from '../contract/documents/folders.js';
import { quote } from '../http/shown/shown-exchange.js';

test('a command prints nothing that a terminal would obey', async () => {
  const args = ['src/cli/main', 'report', 'a\u001b]0;owned\u0007\u202e.json'];
  const { exitCode, output } = await runCommand(args, {}, 60_000);
  expect(exitCode).toBe(2);
  expect(output).toContain(String.raw`a␛]0;owned␇\u{202e}.json`);
  expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('a command that fails by itself ends with 2 and one sentence, which holds no key and no command to a CI server', async () => {
  const key = 'sk_crash-0123456789';
  const message = JSON.stringify(`read ##[error]${key}\u001b[2J\n::error::more`);
  // It throws as soon as the command listens for errors.
  const preload = `process.on('newListener',(name)=>{if(name==='uncaughtException')setImmediate(()=>{throw new Error(${message})})})`;
  const { exitCode, output } = await runCommand(
    ['src/cli/main', 'requirements'],
    { TARGET_API_KEY: key, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` },
    60_000,
  );
  expect(exitCode, output).toBe(2);
  expect(output).toMatch(/^The suite itself failed: read # #\[error\]\[redacted\]␛\[2J \(at .*\)\.\n$/);
});

test('a command hides the keys of every settings file in its folder', async () => {
  const folder = test.info().outputPath('project');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.env.production'), 'TARGET_OTHER_API_KEY=sk_other-0123456789\n');
  const program = [process.execPath, ...programArguments('src/cli/main')];
  const line = [...program, 'report', 'of-sk_other-0123456789.json'].map(quote).join(' ');
  const { exitCode, output } = await runLine(`cd ${quote(folder)} && exec ${line}`, {});
  expect(exitCode, output).toBe(2);
  expect(output).toContain('of-[redacted].json');
});
