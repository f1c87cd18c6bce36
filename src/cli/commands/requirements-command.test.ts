import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { clauses, requirement, requirements, topics } from '../../contract/requirements/catalogue.js';
import { Output } from '../../report/terminal/terminal.js';
import { requirementsCommand } from './requirements-command.js';

/** What a terminal of 72 columns shows, and the exit code. */
async function listed(asked: Parameters<typeof requirementsCommand>[0]) {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const output = new Output({ isTTY: true, columns: 72, write }, { NO_COLOR: '1' }, (part) => part);
  const say = (sentence: string) => output.print([[sentence]]);
  const exitCode = await requirementsCommand(asked, { say, print: (line) => write(`${line}\n`) });
  return { exitCode, text };
}

test('requirements are listed by topic, with their strength and their clauses, and wrap in their column', async () => {
  const { exitCode, text } = await listed({ grep: '@REJ-0[23]|@NOT-02' });
  expect(exitCode).toBe(0);
  expectGolden('requirements.txt', { 'requirements --grep': text });
});

const idsIn = (text: string) => [...text.matchAll(/^([A-Z]{3,4}-\d\d), /gm)].map(([, id = '']) => id);

test('all requirements are listed, or those of an id, a topic, a clause or a word', async () => {
  const all = await listed({});
  expect(idsIn(all.text)).toEqual(requirements.map(({ id }) => id));
  for (const { title } of topics) expect(all.text).toContain(`${title}\n`);
  const ids = async (grep: string) => idsIn((await listed({ grep })).text);
  expect(await ids('bat-09')).toEqual(['BAT-09']);
  expect(await ids('@8.2')).toEqual(['BAT-17', 'PRD-13', 'REJ-02', 'REJ-03', 'REJ-04']);
  expect(await ids('^Stock')).toEqual(['STK-01', 'STK-02', 'STK-03']);
  expect(await ids('style key has at most')).toEqual(['PRD-13']);
});

test('JSON has the same requirements, each with what its clauses say', async () => {
  const { text } = await listed({ grep: '@BAT-09', json: true });
  const { sentence } = requirement('BAT-09');
  expect(JSON.parse(text)).toEqual([
    ...[
      {
        id: 'BAT-09',
        strength: 'must',
        from: 'stated',
        sentence,
        clauses: [{ clause: '2.1', says: clauses['2.1'] }],
      },
    ],
  ]);
});

test('a choice that leaves nothing is refused in one sentence', async () => {
  for (const [grep, sentence] of [
    ['@8.10', 'No requirement comes from clause 8.10: npm run requirements lists them.'],
    ['@XYZ-01', 'No requirement matches --grep @XYZ-01.'],
    ['(', 'No requirement matches --grep (.'],
  ] as const)
    await expect(listed({ grep })).rejects.toThrow(sentence);
});
