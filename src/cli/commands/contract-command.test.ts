import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { contractCommand } from './contract-command.js';

/** What the command prints for a target with a file and this URL. */
async function printed(url: string): Promise<string> {
  const workingFolder = test.info().outputPath('project');
  mkdirSync(join(workingFolder, 'targets'), { recursive: true });
  writeFileSync(join(workingFolder, 'targets', 'shop.yaml'), 'contract: 1.3.0\nrefusal: 422\n');
  writeFileSync(join(workingFolder, '.env.shop'), `TARGET_URL=${url}\n`);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const exitCode = await contractCommand('shop', {
    workingFolder,
    environment: {},
    print,
    complain: print,
  } as Parameters<typeof contractCommand>[1]);
  expect(exitCode, lines.join('\n')).toBe(0);
  return lines.join('\n');
}

test("a target's contract names its server, but no user or password", async () => {
  expect(await printed('https://shop.example.com/')).toContain('- url: https://shop.example.com/api/v1');
  const refused = await printed('https://admin:hunter2@shop.example.com');
  expect(refused).toContain('- url: /api/v1');
  expect(refused).not.toContain('hunter2');
});
