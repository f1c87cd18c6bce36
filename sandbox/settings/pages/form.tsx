/** @jsxRuntime automatic @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { TOKEN_FIELD } from '../sessions/serve-sessions.js';
import type { Frame } from './layout.js';

interface FormProps {
  readonly frame: Frame;
  readonly action: string;
  readonly children: ComponentChildren;
}

/** A form with its token. What is entered is judged by the sandbox and not by the browser, to say it in one place. */
export function Form({ frame, action, children }: FormProps) {
  return (
    <form method="post" action={action} noValidate>
      <input type="hidden" name={TOKEN_FIELD} value={frame.csrfToken()} />
      {children}
    </form>
  );
}
