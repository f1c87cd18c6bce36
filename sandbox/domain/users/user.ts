import type { PasswordHash } from './password.js';

/** What a user may be in the settings area (clause 5.2). */
export const ROLES = ['Admin', 'Member'] as const;

/** See ROLES. */
export type Role = (typeof ROLES)[number];

/** Somebody who can sign in to the settings area of one merchant. */
export interface User {
  id: string;
  merchantId: string;
  email: string;
  role: Role;
  /** Still to come where it is being hashed. */
  password: PasswordHash | Promise<PasswordHash>;
}
