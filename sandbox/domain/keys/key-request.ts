import { endOfDay } from '../time/calendar-day.js';
import type { Role } from '../users/user.js';
import type { ApiKey } from './api-key.js';

/** How long a label can be, in characters. */
export const LONGEST_LABEL = 100;

/** What can be done about API keys. */
export type KeyAction = 'see' | 'create' | 'revoke';

/** What a user enters for a new key (clause 5.3). */
export interface KeyRequest {
  label: string;
  /** The last day on which the key is valid, in UTC, as YYYY-MM-DD; empty for a key that does not expire. */
  expirationDate: string;
}

/** What is wrong with an entry, in a sentence for the user. */
export interface KeyProblem {
  field: keyof KeyRequest;
  message: string;
}

/** What a new key is made from. */
export interface KeyWish {
  label: string;
  /** Milliseconds since 1970; left out for a key that does not expire. */
  expiresAt?: number;
}

/** Whether a user of this role may do something about API keys (clause 5.2). */
export function mayManageKeys(role: Role, _action: KeyAction): boolean {
  return role === 'Admin';
}

/** Whether the users of a merchant may do something about a key, where their role lets them. */
export function isKeyOf(key: ApiKey, merchantId: string, _action: KeyAction): boolean {
  return key.merchantId === merchantId;
}

/** All that is wrong with a request for a key at a moment of its merchant's clock. */
export function keyRequestProblems({ label, expirationDate }: KeyRequest, now: number): KeyProblem[] {
  return [
    ...messageAbout('label', labelProblem(label)),
    ...messageAbout('expirationDate', expirationDate === '' ? undefined : dateProblem(expirationDate, now)),
  ];
}

/** What is kept of what a user gave for a key (clause 5.3). */
export function newKey(wish: KeyWish): KeyWish {
  return wish;
}

/** What a request without problems asks for. */
export function wishOf({ label, expirationDate }: KeyRequest): KeyWish {
  const expiresAt = endOfDay(expirationDate);
  return { label, ...(expiresAt !== undefined && { expiresAt }) };
}

function messageAbout(field: KeyProblem['field'], message: string | undefined): KeyProblem[] {
  return message === undefined ? [] : [{ field, message }];
}

function labelProblem(label: string): string | undefined {
  if (label === '') return 'Enter a label';
  const length = [...label].length;
  return length > LONGEST_LABEL
    ? `Enter a label of at most ${LONGEST_LABEL} characters: it has ${length}`
    : undefined;
}

function dateProblem(date: string, now: number): string | undefined {
  const end = endOfDay(date);
  if (end === undefined) return 'Enter an expiration date that is in the calendar, as YYYY-MM-DD';
  return end <= now ? 'Enter an expiration date that has not passed' : undefined;
}
