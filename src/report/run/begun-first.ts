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
 * A resumed run starts those of the interrupted one, because tests are recognised by their project, too. Where tests
 * share rate limits or are divided among machines, they keep the order that this needs.
 */
export function begunFirst(run: Run, environment: NodeJS.ProcessEnv): readonly string[] {
  if (run.sharesKeys || run.shard !== undefined || run.profile.name === 'smoke' || run.choice.isListing)
    return [];
  try {
    return specsIn(run.resumes ? interrupted(run) : remembered(run, environment));
  } catch {
    // The reporter says what is wrong with the file, and the run itself what is wrong with the settings or the journal.
    return [];
  }
}

function remembered(run: Run, environment: NodeJS.ProcessEnv): readonly string[] {
  if (!remembers(run)) return [];
  const target = isEmbedded(environment) ? embeddedName : readSettings(environment).name;
  return readRemembered(resolve(workingFolder, run.folders.remembered), target).map(({ test }) => test);
}

function interrupted({ folders }: Run): readonly string[] {
  const { tests } = readJournal(join(folders.reports, journalName)).run;
  const start = `${firstProject} `;
  return tests.flatMap(({ path }) => (path.startsWith(start) ? path.slice(start.length) : []));
}

/** The specs of tests, each once: the file of a test is the first word of its name. */
function specsIn(tests: readonly string[]): readonly string[] {
  return [...new Set(tests.flatMap((test) => /^[\w/-]+\.spec\.(?=[jt]s )/.exec(test) ?? []))].map(
    (file) => `${file}ts`,
  );
}
