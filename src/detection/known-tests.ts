import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { meetingAnnotation, requirementAnnotation } from '../requirements/covers.js';
import type { KnownTest } from './choose-tests.js';

interface ListedSuite {
  readonly title: string;
  readonly suites?: readonly ListedSuite[];
  readonly specs?: readonly ListedSpec[];
}

interface ListedSpec {
  readonly title: string;
  readonly file: string;
  readonly tests: readonly {
    readonly annotations: readonly { readonly type: string; readonly description?: string }[];
  }[];
}

/** Every test of the suite, as Playwright lists them. @throws Error when it can't */
export async function knownTests(root: string): Promise<readonly KnownTest[]> {
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [playwright, 'test', '--list', '--reporter=json'],
    {
      cwd: root,
      maxBuffer: 2 ** 28,
    },
  );
  const listed: { readonly suites: readonly ListedSuite[] } = JSON.parse(stdout);
  return listed.suites.flatMap((suite) => testsOf(suite, []));
}

function testsOf({ suites = [], specs = [] }: ListedSuite, groups: readonly string[]): KnownTest[] {
  return [
    ...specs.map(({ file, title, tests }) => {
      const annotations = tests.flatMap((test) => test.annotations);
      const named = (type: string) =>
        annotations.filter((each) => each.type === type).map(({ description = '' }) => description);
      return {
        file,
        titles: [...groups, title],
        covers: named(requirementAnnotation),
        mayMeet: named(meetingAnnotation),
      };
    }),
    ...suites.flatMap((suite) => testsOf(suite, [...groups, suite.title])),
  ];
}
