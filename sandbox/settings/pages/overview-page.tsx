/** @jsxRuntime automatic @jsxImportSource preact */
import { SETTINGS_PREFIX } from '../prefix.js';
import { AREA, type Frame, pageHtml } from './layout.js';

/** The page that comes after the sign-in: who is signed in, and what there is to do. */
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
