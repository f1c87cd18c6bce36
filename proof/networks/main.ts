import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runSpeed, startSandbox } from '../../src/target/sandbox-process.js';
import { type BadNetwork, badNetworks } from './bad-network.js';
import { heading, type Judgement, judge, judgementLines, tryNetwork, type Where } from './trial.js';

/**
 * `npm run selftest:networks`: runs a few specs over each bad network, from the start and in the middle, and prints
 * how each run ended. Exit code 1 if a run has a finding about the service, takes too much time or memory, prints no
 * sentence that names the problem, or loses something verified; 2 if that is unknown.
 */
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const chosen = badNetworks.filter(({ name }) => values.only?.includes(name) ?? true);
if (chosen.length === 0) {
  process.stderr.write(`--only takes one of: ${badNetworks.map(({ name }) => name).join(', ')}.\n`);
  process.exit(2);
}

/** A wrong TARGET_URL is wrong from the start, and a lossy line has no middle. */
function placesOf({ name, meets }: BadNetwork): readonly Where[] {
  if (meets.kind === 'url' || meets.kind === 'lossy') return ['from the start'];
  return [
    'from the start',
    'in the middle',
    ...(name === 'refused' ? ['in the middle, for a while' as const] : []),
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'networks-'));
try {
  await using sandbox = await startSandbox('--speed', runSpeed);
  const clean = await tryNetwork(sandbox, folder, undefined, 'from the start', 0);
  if (clean.exitCode !== 0) {
    process.stderr.write(`${clean.output}\nOver a good network the run must end with 0.\n`);
    process.exitCode = 2;
  } else {
    process.stdout.write(`${heading}\n`);
    const judgements: Judgement[] = [];
    for (const network of chosen) {
      for (const where of placesOf(network)) {
        const after = Math.round(clean.requests / 3);
        const trial = await tryNetwork(sandbox, folder, network, where, after);
        const judgement = judge(network, where, trial, clean);
        judgements.push(judgement);
        process.stdout.write(`${judgementLines(judgement)}\n`);
      }
    }
    const wrong = judgements.filter((judgement) => judgement.wrong.length > 0);
    const good = judgements.length - wrong.length;
    process.stdout.write(
      `\n${judgements.length} runs over bad networks, ${good} of them correct; over a good network it took ${(clean.milliseconds / 1000).toFixed(1)} s\n`,
    );
    process.exitCode = wrong.length === 0 ? 0 : 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
