/** @jsxRuntime automatic @jsxImportSource preact */

import type { KeyProblem, KeyRequest, KeyStatus } from '../domain/keys.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import { AREA, Field, Form, type Frame, Moment, pageHtml } from './layout.js';

/** The sign-in page. @param refused the e-mail that was entered, if it or its password is wrong */
export function signInPage(frame: Frame, refused?: string): string {
  const isProblem = refused !== undefined;
  return pageHtml({
    frame: { ...frame, visitor: undefined },
    heading: 'Sign in',
    isProblem,
    children: (
      <>
        {isProblem && (
          <div role="alert" class="problems">
            <p>The e-mail or the password is wrong.</p>
          </div>
        )}
        <Form frame={frame} action={`${SETTINGS_PREFIX}/sign-in`}>
          <Field
            name="email"
            label="E-mail"
            input={{ type: 'email', autocomplete: 'username', value: refused ?? '', required: true }}
          />
          <Field
            name="password"
            label="Password"
            input={{ type: 'password', autocomplete: 'current-password', required: true }}
          />
          <button type="submit">Sign in</button>
        </Form>
      </>
    ),
  });
}

/** The page after the sign-in: the user, and the available actions. */
export function overviewPage(frame: Frame): string {
  const { email, role, seesKeys } = frame.visitor ?? {};
  return pageHtml({
    frame,
    heading: AREA,
    children: (
      <>
        <dl>
          <dt>E-mail</dt>
          <dd>{email}</dd>
          <dt>Role</dt>
          <dd>{role}</dd>
        </dl>
        {seesKeys ? (
          <p>
            Requests to the API need a key: see the{' '}
            <a href={`${SETTINGS_PREFIX}/api-keys`}>keys of your merchant</a>.
          </p>
        ) : (
          <p>API keys are managed by users with the Admin role.</p>
        )}
      </>
    ),
  });
}

/** A key in the list. */
export interface KeyRow {
  readonly id: string;
  readonly label: string;
  readonly lastFour: string;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly lastUsedAt: number | undefined;
  readonly status: KeyStatus;
}

interface KeyList {
  readonly rows: readonly KeyRow[];
  /** The label of a key that was just revoked. */
  readonly revokedLabel: string | undefined;
  readonly may: { readonly create: boolean; readonly revoke: boolean };
}

/** The keys of a merchant. */
export function keyListPage(frame: Frame, { rows, revokedLabel, may }: KeyList): string {
  return pageHtml({
    frame,
    heading: 'API Keys',
    children: (
      <>
        {revokedLabel !== undefined && (
          <div role="status" class="notice">
            <p>
              The key <bdi>{revokedLabel}</bdi> is revoked.
            </p>
          </div>
        )}
        {may.create && (
          <p>
            <a class="button" href={`${SETTINGS_PREFIX}/api-keys/new`}>
              Add a key
            </a>
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a stop of its own, it can't be scrolled by keyboard. */}
        <section class="scrolling" aria-label="Table of API keys" tabIndex={0}>
          <table>
            <caption>API keys</caption>
            <thead>
              <tr>
                {['Label', 'Ends in', 'Created', 'Expires', 'Last used', 'Status'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                {may.revoke && (
                  <th scope="col">
                    <span class="unseen">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} mayRevoke={may.revoke} />
              ))}
            </tbody>
          </table>
        </section>
      </>
    ),
  });
}

function Row({ row, mayRevoke }: { readonly row: KeyRow; readonly mayRevoke: boolean }) {
  const { id, label, lastFour, status } = row;
  return (
    <tr>
      <th scope="row">
        <bdi>{label}</bdi>
      </th>
      <td>
        <code>{lastFour}</code>
      </td>
      <td>
        <Moment at={row.createdAt} otherwise="" />
      </td>
      <td>
        <Moment at={row.expiresAt} otherwise="Never" />
      </td>
      <td>
        <Moment at={row.lastUsedAt} otherwise="Never" />
      </td>
      <td>{status}</td>
      {mayRevoke && (
        <td>
          {status !== 'Revoked' && (
            <a href={`${SETTINGS_PREFIX}/api-keys/${id}/revoke`} aria-label={`Revoke ${label}`}>
              Revoke
            </a>
          )}
        </td>
      )}
    </tr>
  );
}

/** A problem of a form: with one of its fields, or with the form itself. */
export type FormProblem = Pick<KeyProblem, 'message'> & Partial<KeyProblem>;

interface NewKeyForm {
  /** The id under which the form can be sent once. */
  readonly formId: string;
  readonly entered: KeyRequest;
  readonly problems: readonly FormProblem[];
}

/** The form for a new key (clause 5.3). */
export function newKeyPage(frame: Frame, { formId, entered, problems }: NewKeyForm): string {
  const problemOf = (name: keyof KeyRequest) => problems.find(({ field }) => field === name)?.message;
  return pageHtml({
    frame,
    heading: 'Add a key',
    isProblem: problems.length > 0,
    children: (
      <>
        {problems.length > 0 && <Problems problems={problems} />}
        <Form frame={frame} action={`${SETTINGS_PREFIX}/api-keys`}>
          <input type="hidden" name="form" value={formId} />
          <Field
            name="label"
            label="Label"
            input={{ type: 'text', autocomplete: 'off', value: entered.label, required: true }}
            problem={problemOf('label')}
          />
          <Field
            name="expirationDate"
            label="Expiration date (optional)"
            input={{ type: 'date', autocomplete: 'off', value: entered.expirationDate }}
            hint="The key is valid through the end of that day, in UTC."
            problem={problemOf('expirationDate')}
          />
          <button type="submit">Confirm</button>
        </Form>
      </>
    ),
  });
}

function Problems({ problems }: Pick<NewKeyForm, 'problems'>) {
  return (
    <div role="alert" class="problems">
      <p>No key was made:</p>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={message}>{field === undefined ? message : <a href={`#${field}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  );
}

interface CreatedKey {
  readonly value: string;
  readonly label: string;
  readonly expiresAt: number | undefined;
}

/** The only page that shows a key's value (clause 5.4). */
export function createdKeyPage(frame: Frame, { value, label, expiresAt }: CreatedKey): string {
  return pageHtml({
    frame,
    heading: 'Key created',
    children: (
      <>
        <section class="key" aria-label="API key">
          <code id="key-value">{value}</code>
        </section>
        <p>
          <strong>Copy the key now: it is shown only on this page, and cannot be shown again.</strong>
        </p>
        <dl>
          <dt>Label</dt>
          <dd>
            <bdi>{label}</bdi>
          </dd>
          <dt>Expires</dt>
          <dd>
            <Moment at={expiresAt} otherwise="Never" />
          </dd>
        </dl>
        <p>
          <a href={`${SETTINGS_PREFIX}/api-keys`}>Back to API Keys</a>
        </p>
      </>
    ),
  });
}

interface RevokedKey {
  readonly id: string;
  readonly label: string;
  readonly lastFour: string;
}

/** The page that asks before a key is revoked. */
export function revokeKeyPage(frame: Frame, { id, label, lastFour }: RevokedKey): string {
  return pageHtml({
    frame,
    heading: 'Revoke a key',
    children: (
      <>
        <p>
          The key <bdi>{label}</bdi>, which ends in <code>{lastFour}</code>, opens the API no longer once it
          is revoked. That cannot be undone.
        </p>
        <Form frame={frame} action={`${SETTINGS_PREFIX}/api-keys/${id}/revoke`}>
          <button type="submit">Revoke</button>
        </Form>
        <p>
          <a href={`${SETTINGS_PREFIX}/api-keys`}>Back to API Keys</a>
        </p>
      </>
    ),
  });
}

/** The page for a request that fails. */
export function problemPage(
  frame: Frame,
  { heading, message }: { heading: string; message: string },
): string {
  return pageHtml({
    frame,
    heading,
    isProblem: true,
    children: (
      <>
        <p>{message}</p>
        <p>
          <a href={SETTINGS_PREFIX}>Go to the settings</a>
        </p>
      </>
    ),
  });
}
