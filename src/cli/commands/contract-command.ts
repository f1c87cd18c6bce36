import { dump } from 'js-yaml';
import { baseContract } from '../../contract/documents/base-document.js';
import type { JsonObject } from '../../contract/documents/document.js';
import { commandLine } from '../../contract/documents/folders.js';
import { withFittingExamples } from '../../contract/documents/openapi-validity.js';
import { loadTarget, TargetFileError } from '../../contract/mapping/file/read-target-file.js';
import { targetFilePath } from '../../contract/mapping/file/target-file.js';
import { printableDocument } from '../../http/shown/printable.js';
import { withSettingsFile } from '../../target/environment.js';
import { readSettings, SettingsError } from '../../target/settings.js';
import type { Terminal } from '../program.js';

/**
 * Prints the contract of a target, in the target's words, as OpenAPI 3.1 in YAML; without a target, the contract of the
 * description and the assumptions.
 * @returns the exit code: 0, or 2 if the target has no file or a broken one
 */
export async function contractCommand(
  name: string | undefined,
  { workingFolder, environment, print, complain }: Terminal,
): Promise<number> {
  const path = targetFilePath(name, workingFolder);
  if (name !== undefined && path === undefined) {
    complain(
      `There is no file targets/${name}.yaml: without one, the contract rests on the assumptions, and ${commandLine('contract')} prints it without a target.`,
    );
    return 2;
  }
  try {
    const contract =
      path === undefined
        ? baseContract
        : withServer(withFittingExamples(loadTarget(path).theirs), urlOf(name, workingFolder, environment));
    print(printableDocument(contract, (each) => dump(each, { noRefs: true, lineWidth: 120 }).trimEnd()));
    return 0;
  } catch (error) {
    if (!(error instanceof TargetFileError)) throw error;
    complain(error.message);
    return 2;
  }
}

/** The TARGET_URL of a target; undefined if a run would refuse its settings. */
function urlOf(
  name: string | undefined,
  workingFolder: string,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  try {
    return readSettings(withSettingsFile({ ...environment, TARGET_NAME: name }, workingFolder)).baseUrl;
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

/** A contract with the server of its target, or with no host if that is unknown; the version stays in its path. */
function withServer(contract: JsonObject, url = ''): JsonObject {
  return { ...contract, servers: [{ url: `${url}/api/v1` }] };
}
