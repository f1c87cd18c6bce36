/** @jsxRuntime automatic @jsxImportSource preact */
import { SETTINGS_PREFIX } from '../prefix.js';
import { type Frame, pageHtml } from './layout.js';

/** The page for a request that comes to nothing. */
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
