import { Refusal } from '../../contract/refusal.js';
import { clauses, type Requirement, requirements, topics } from '../../contract/requirements/catalogue.js';
import { withTagsOfClauses } from '../../contract/requirements/clause-tags.js';
import { patternIn } from '../../contract/values/search.js';
import { jsonDocument } from '../../http/shown/printable.js';
import { clausesInWords } from '../../report/summary/in-words.js';
import type { Commands, Terminal } from '../program.js';

/**
 * Lists requirements by topic: the id and the strength of each, its sentence, and its clauses with what they say.
 * @param asked `grep` chooses them by id, topic, clause or words of the sentence; `json` asks for JSON
 * @returns the exit code
 * @throws Refusal if none is chosen
 */
export async function requirementsCommand(
  { grep = '', json }: Parameters<Commands['requirements']>[0],
  { say, print }: Pick<Terminal, 'say' | 'print'>,
): Promise<number> {
  const chosen = withTagsOfClauses(grep);
  const shown = topics
    .map((topic) => ({
      topic,
      own: requirements.filter(
        ({ id, sentence }) =>
          id.startsWith(`${topic.prefix}-`) && patternIn(chosen)?.test(`${topic.title}: ${sentence} @${id}`),
      ),
    }))
    .filter(({ own }) => own.length > 0);
  if (shown.length === 0) throw new Refusal(`No requirement matches --grep ${grep}.`);
  if (json) print(jsonDocument(shown.flatMap(({ own }) => own.map(asData))));
  else
    for (const [index, { topic, own }] of shown.entries()) {
      for (const line of [...(index === 0 ? [] : ['']), topic.title, ...own.flatMap(linesOf)]) say(line);
    }
  return 0;
}

/** Columns before the sentence: those of `AUTH-10, should` and two more. */
const beginning = 'AUTH-10, should'.length + 2;

function linesOf(requirement: Requirement): readonly string[] {
  const { id, strength, sentence } = requirement;
  return [
    `${`${id}, ${strength}`.padEnd(beginning)}${sentence}`,
    ...clausesInWords(requirement, clauses).map((each) => `${' '.repeat(beginning)}${each}`),
  ];
}

function asData({ id, strength, from, sentence, clause }: Requirement) {
  return {
    id,
    strength,
    from,
    sentence,
    clauses: clause.map((each) => ({ clause: each, says: clauses[each] })),
  };
}
