import type { TestCase, TestResult } from '@playwright/test/reporter';
import { type Evidence, evidenceAttachment } from '../../src/verdicts/evidence.js';
import { titleInSpec } from './plan.js';

/** The name of a test of a proof: its file, the titles of its groups and its own, and all of it for a reader. */
export interface Titles {
  readonly file: string;
  readonly titles: readonly string[];
  readonly shown: string;
}

/** The titles of a test, without the number of the sandbox that it judges. */
export function titlesOf(test: TestCase): Titles {
  const [, , file = '', ...numbered] = test.titlePath();
  const titles = numbered.map(titleInSpec);
  return { file, titles, shown: `${file} › ${titles.join(' › ')}` };
}

/** The evidence of a test; undefined if it ended before it could attach any. */
export function evidenceIn({ attachments }: TestResult): Evidence | undefined {
  const body = attachments.find(({ name }) => name === evidenceAttachment.name)?.body;
  return body === undefined ? undefined : JSON.parse(body.toString('utf8'));
}
