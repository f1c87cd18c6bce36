import { contractVersion } from '../../contract/documents/document.js';
import { requirements } from '../../contract/requirements/catalogue.js';
import type { Run } from '../../target/run/run.js';
import { type ChosenTests, deselectedBy, keepsTestsOf } from '../../target/run/test-choice.js';
import type { Settings } from '../../target/settings.js';
import { type RunRecord, reportedTarget } from '../data/build-report.js';
import { type JournalHeader, journalFormat } from './evidence-journal.js';

/** The header of a run's journal. */
export function journalHeader(
  { profile, seed, isStrict, prefix, choice, commands, prepared }: Run,
  settings: Settings | undefined,
  run: Pick<JournalHeader, 'startedAt' | 'tests'>,
): JournalHeader {
  return {
    format: journalFormat,
    target: reportedTarget(settings),
    contractVersion,
    profile: profile.name,
    seed,
    strict: isStrict,
    prefix,
    command: commands.repeat,
    ...leftOutBy({ profile: profile.name, choice }),
    preflight: prepared.preflight,
    ...run,
  };
}

/** What a choice of tests left out of a run. */
export function leftOutBy(chosen: ChosenTests): Pick<RunRecord, 'deselected' | 'keepsTestsOf'> {
  const deselected = deselectedBy(chosen);
  if (deselected === undefined) return {};
  return {
    deselected,
    keepsTestsOf: requirements.map(({ id }) => id).filter((id) => keepsTestsOf(id, chosen)),
  };
}
