import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run merge -- FOLDER...`: makes one Playwright report and one conformance report of runs with `--shard`, from
 * their files below the folders. The exit code is that of the run as a whole, and 2 if they are not of the same run.
 */
const folders = process.argv.slice(2);
process.env.TARGET_NAME = targetOfShards(folders);
await import('./chosen-target.js');
// The report shows the contract of the target, which is read when it is first imported.
const { mergeShards } = await import('./merge-shards.js');
process.exitCode = await mergeShards(folders, {
  environment: process.env,
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (sentence) => process.stderr.write(`${sentence}\n`),
});

/** The name of the target in the first journal below the folders; empty if there is none, which merging reports. */
function targetOfShards(below: readonly string[]): string {
  try {
    const journals = below.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => /(^|[\\/])evidence\.jsonl$/.test(path))
        .map((path) => join(folder, path)),
    );
    const [first = '{}'] = readFileSync(journals[0] ?? '', 'utf8').split('\n');
    return String(JSON.parse(first).run.target.name);
  } catch {
    return '';
  }
}
