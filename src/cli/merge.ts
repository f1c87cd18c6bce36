import { mergeShards } from './merge-shards.js';

/**
 * `npm run merge -- FOLDER...`: one Playwright report and one conformance report of runs with `--shard`, from what they
 * left below the folders. The exit code is that of the run as a whole, and 2 where they are not of one run.
 */
process.exitCode = await mergeShards(process.argv.slice(2), {
  environment: process.env,
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (sentence) => process.stderr.write(`${sentence}\n`),
});
