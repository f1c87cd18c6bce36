import { join, resolve } from 'node:path';
import { workingFolder } from '../../contract/documents/folders.js';
import { isEmbedded } from '../../target/environment.js';
import { type Run, remembers } from '../../target/run/run.js';
import { embeddedName, readSettings } from '../../target/settings.js';
import { readRemembered } from '../../verdicts/properties/remembered.js';
import { journalName, readJournal } from './evidence-journal.js';

/** The project of the specs that a run starts before all others. */
export const firstProject = 'first';

/**
 * The specs that a run starts before all others, as paths below specs/: those with a counterexample of an earlier run.
 * Only whole runs do so, and only if no rate limits are shared, because these need an order of their own. A run that
 * goes on with the last one starts the same specs as that one: its tests are recognised by their project, too.
 */
export function begunFirst(run: Run, environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    const tests = goesOn(run) ? begunBefore(run) : remembered(run, environment);
    const files = tests.flatMap((test) => /^[\w/-]+\.spec\.(?=[jt]s )/.exec(test) ?? []);
    return [...new Set(files)].map((file) => `${file}ts`);
  } catch {
    // The reporter says what is wrong with the file, and the run itself what is wrong with the settings or the journal.
    return [];
  }
}

function goesOn({ resumes, choice }: Run): boolean {
  return resumes || choice.parts.some(({ name }) => name === 'last-failed');
}

function begunBefore({ folders }: Run): readonly string[] {
  const { tests } = readJournal(join(folders.reports, journalName)).run;
  const start = `${firstProject} `;
  return tests.flatMap(({ path }) => (path.startsWith(start) ? path.slice(start.length) : []));
}

/** The names of the tests, which begin with their files. */
function remembered(run: Run, environment: NodeJS.ProcessEnv): readonly string[] {
  if (!run.isInOrder || run.sharesKeys || run.choice.isListing || !remembers(run)) return [];
  const target = isEmbedded(environment) ? embeddedName : readSettings(environment).name;
  return readRemembered(resolve(workingFolder, run.folders.remembered), target).map(({ test }) => test);
}
