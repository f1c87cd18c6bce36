/** @jsxRuntime automatic @jsxImportSource preact */
import type { KeyStatus } from '../../domain/keys/api-key.js';
import { SETTINGS_PREFIX } from '../prefix.js';
import { type Frame, pageHtml } from './layout.js';
import { Moment } from './moment.js';

/** What the list says about a key. */
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
