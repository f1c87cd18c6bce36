import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closingTable, tableLines } from '../learning/closing-table.js';
import { differences } from '../learning/drift.js';
import { withKept } from '../learning/kept-steps.js';
import { learnTarget } from '../learning/learn.js';
import { NotThisApi } from '../learning/read-target.js';
import { isEdited, parsedTarget, targetYaml } from '../learning/target-yaml.js';
import { answerQuestions, chooseForEdited, patchBetween } from '../learning/terminal.js';
import { withSettingsFile } from '../target/environment.js';
import { readSettings, SettingsError } from '../target/settings.js';
import { parseLearnArguments } from './learn-arguments.js';

/**
 * `npm run learn -- --target NAME`: proposes `targets/NAME.yaml`, how the target fills the gaps of the description. With
 * `--check` it writes nothing and compares. The exit code is 0 with nothing open, 3 with open questions, 1 where `--check`
 * found differences, and 2 where nothing could be learned.
 */
process.exitCode = await main();

async function main(): Promise<number> {
  const complain = (sentence: string) => process.stderr.write(`${sentence}\n`);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const parsed = parseLearnArguments(process.argv.slice(2));
  if ('problem' in parsed) {
    complain(parsed.problem);
    return 2;
  }
  try {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const environment = withSettingsFile({ ...process.env, TARGET_NAME: parsed.target }, root);
    const settings = readSettings(environment);
    const folder = parsed.folder ?? join(root, 'targets');
    const file = join(folder, `${parsed.target}.yaml`);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (parsed.check && before === undefined) {
      complain(`There is no ${file} to compare with: run npm run learn -- --target ${parsed.target} first.`);
      return 2;
    }
    const today = new Date().toISOString().slice(0, 10);
    const found = await learnTarget({ settings, environment, say: print, today });
    if (parsed.check) {
      const changed = differences(found, parsedTarget(before ?? ''));
      for (const line of changed) print(line);
      print(changed.length === 0 ? `${settings.name} is as ${file} says.` : `${changed.length} differences.`);
      return changed.length === 0 ? 0 : 1;
    }
    const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
    const kept = before !== undefined && isEdited(before) ? withKept(found, parsedTarget(before)) : found;
    const target = isTerminal ? await answerQuestions(kept) : kept;
    const text = targetYaml(target);
    mkdirSync(folder, { recursive: true });
    if (before === undefined || before === text || !isEdited(before)) {
      writeFileSync(file, text);
      print(`Written: ${file}`);
    } else {
      print(patchBetween(`${parsed.target}.yaml`, before, text));
      const proposed = join(folder, `${parsed.target}.proposed.yaml`);
      const choice = isTerminal ? await chooseForEdited(file) : 'propose';
      if (choice === 'overwrite') writeFileSync(file, text);
      if (choice === 'propose') writeFileSync(proposed, text);
      const written = { overwrite: file, propose: proposed, leave: 'nothing' }[choice];
      print(`${file} was edited after it was written, and is not overwritten unasked. Written: ${written}`);
    }
    const table = closingTable(target);
    for (const line of ['', ...tableLines(table)]) print(line);
    const open = table.questions;
    if (open > 0)
      print(
        `${open} open ${open === 1 ? 'question' : 'questions'}, under open in the file: look at the service, write each answer as a step, and take the question out. What is left open blocks what rests on it, and fails nothing.`,
      );
    return open > 0 ? 3 : 0;
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof NotThisApi)) throw error;
    complain(error.message);
    return 2;
  }
}
