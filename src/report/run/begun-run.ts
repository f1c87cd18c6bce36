import { requirements } from '../../contract/requirements/catalogue.js';
import type { Run } from '../../target/run/run.js';
import { type ChosenTests, deselectedBy, keepsTestsOf } from '../../target/run/test-choice.js';
import type { Settings } from '../../target/settings.js';
import { type BegunRun, reportedTarget } from '../data/build-report.js';

/** A run as it begins. @param settings of its target; undefined if they could not be read */
export function begunRun(
  { profile, seed, isStrict, choice, commands, prepared }: Run,
  settings: Settings | undefined,
  own: Pick<BegunRun, 'startedAt' | 'tests'>,
): BegunRun {
  return {
    target: reportedTarget(settings),
    profile: profile.name,
    seed,
    strict: isStrict,
    command: commands.repeat,
    ...leftOutBy({ profile, choice }),
    preflight: prepared.preflight,
    ...own,
  };
}

/** What a choice of tests left out of a run. */
export function leftOutBy(chosen: ChosenTests): Pick<BegunRun, 'deselected' | 'keepsTestsOf'> {
  return {
    deselected: deselectedBy(chosen),
    keepsTestsOf: requirements.map(({ id }) => id).filter((id) => keepsTestsOf(id, chosen)),
  };
}
