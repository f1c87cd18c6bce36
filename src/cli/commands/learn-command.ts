import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { commandLine } from '../../contract/documents/folders.js';
import { loadTarget } from '../../contract/mapping/file/read-target-file.js';
import { Refusal } from '../../contract/refusal.js';
import { counted } from '../../contract/values/words.js';
import { hidingKeys } from '../../http/shown/printable.js';
import { learnTarget } from '../../learning/learn.js';
import { proposalFor } from '../../learning/propose/proposal.js';
import {
  comparableYaml,
  isEdited,
  learnedFile,
  openIn,
  targetYaml,
} from '../../learning/propose/target-yaml.js';
import { writeAtomically } from '../../report/data/own-file.js';
import { withSettingsFile } from '../../target/environment.js';
import { readSettings } from '../../target/settings.js';
import type { Commands, Terminal } from '../program.js';

/**
 * Learns how a target fills the gaps, and writes or compares its file.
 * @returns the exit code: 0 if nothing is open, 3 if there are open questions, 1 if `--check` found differences
 * @throws Refusal if nothing could be learned
 */
export async function learnCommand(
  asked: Parameters<Commands['learn']>[0],
  { workingFolder, environment: given, say, print }: Terminal,
): Promise<number> {
  const environment = withSettingsFile({ ...given, TARGET_NAME: asked.target }, workingFolder);
  const settings = readSettings(environment);
  const folder = asked.folder ?? join(workingFolder, 'targets');
  const file = join(folder, `${asked.target}.yaml`);
  // A file that no run could use is reported before any request is sent.
  const known = existsSync(file) ? loadTarget(file).file : undefined;
  const before = known === undefined ? undefined : readFileSync(file, 'utf8');
  if (asked.check && before === undefined)
    throw new Refusal(
      `There is no ${file} to compare with: run ${commandLine('learn', ['--target', asked.target, ...(asked.folder === undefined ? [] : ['--folder', asked.folder])])} first.`,
    );
  const url = settings.baseUrl;
  const writes =
    settings.writes === 'allow'
      ? '. It creates a product, or uses the one that it left before, and a webhook subscription, which it deletes'
      : '';
  say(
    asked.check
      ? `Comparing ${url} with ${file}, by its live description and its responses to reads: nothing is written, there or here.`
      : `Learning how ${url} differs from the contract, from its live description and its responses${writes}. This usually takes about a minute, or less if writes are denied.`,
  );
  const today = new Date().toISOString().slice(0, 10);
  const found = await learnTarget({
    settings,
    environment,
    say,
    today,
    onlyReads: asked.check === true,
  });
  if (asked.check && known !== undefined) {
    const today = learnedFile(proposalFor(found, known));
    const [then, now] = [comparableYaml(known), hidingKeys(comparableYaml(today))];
    if (then !== now) print(patchBetween(`${asked.target}.yaml`, then, now));
    say(`${settings.name} ${then === now ? 'still behaves' : 'no longer behaves'} as ${file} says.`);
    return then === now ? 0 : 1;
  }
  const target = proposalFor(found, before !== undefined && isEdited(before) ? known : undefined);
  const text = hidingKeys(targetYaml(target));
  if (before === undefined || before === text || !isEdited(before)) {
    writeAtomically(file, text);
    say(`Written: ${relative(workingFolder, file)}`);
  } else {
    print(patchBetween(`${asked.target}.yaml`, before, text));
    const proposed = join(folder, `${asked.target}.proposed.yaml`);
    if (existsSync(proposed) && isEdited(readFileSync(proposed, 'utf8')))
      throw new Refusal(
        `Nothing was written: ${proposed} was edited as well; rename it, or delete it, and learn again.`,
      );
    writeAtomically(proposed, text);
    say(
      `${file} was edited after it was written, so it is not overwritten: review the difference. Written: ${proposed}`,
    );
  }
  const { questions: open, dependent } = openIn(target);
  say(dependent);
  if (open > 0)
    say(
      `${counted(open, 'open question')}, under open in the file: look at the service, write each answer as a step, and delete the question. An open question blocks the requirements that depend on it, but fails nothing.`,
    );
  if (open > 0 && settings.writes === 'deny')
    say('With TARGET_WRITES=allow, the command tries more, and may answer some of these questions itself.');
  const address = asked.url === undefined ? [] : ['--url', asked.url];
  const move =
    resolve(folder) === join(workingFolder, 'targets') ? '' : ` move it to targets/${asked.target}.yaml,`;
  say(
    `Next      review the file,${move} then run ${commandLine('run', ['--target', asked.target, ...address])}`,
  );
  return open > 0 ? 3 : 0;
}

/** The difference between a file and its replacement. */
function patchBetween(name: string, before: string, after: string): string {
  return createTwoFilesPatch(name, `${name} as learned`, before, after, '', '', { context: 1 });
}
