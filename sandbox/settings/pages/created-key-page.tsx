/** @jsxRuntime automatic @jsxImportSource preact */
import { SETTINGS_PREFIX } from '../prefix.js';
import { type Frame, pageHtml } from './layout.js';
import { Moment } from './moment.js';

interface CreatedKey {
  readonly value: string;
  readonly label: string;
  readonly expiresAt: number | undefined;
}

/** The one page that shows a key's value (clause 5.4). */
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
