/** @jsxRuntime automatic @jsxImportSource preact */
import { SETTINGS_PREFIX } from '../prefix.js';
import { Form } from './form.js';
import { type Frame, pageHtml } from './layout.js';

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
