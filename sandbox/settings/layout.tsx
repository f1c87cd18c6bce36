/** @jsxRuntime automatic @jsxImportSource preact */
import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { render } from 'preact-render-to-string';
import type { Role } from '../domain/users.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import { TOKEN_FIELD } from './sessions.js';

/** The name of the settings area, and the heading of its first page. */
export const AREA = 'Settings';

/** The frame around the content of a page. */
export interface Frame {
  /** The path of the page. */
  readonly path: string;
  /** Makes a token for a form of the page. */
  csrfToken(): string;
  /** The user who is signed in. */
  readonly visitor?: { readonly email: string; readonly role: Role; readonly seesKeys: boolean } | undefined;
}

interface LayoutProps {
  readonly frame: Frame;
  readonly heading: string;
  /** Whether the page reports a problem: its title says so first. */
  readonly isProblem?: boolean;
  readonly children: ComponentChildren;
}

/** The HTML of a complete page; every text in it is escaped. */
export function pageHtml(props: LayoutProps): string {
  return `<!doctype html>${render(<Layout {...props} />)}`;
}

function Layout({ frame, heading, isProblem = false, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{titleOf(heading, isProblem)}</title>
        <link rel="stylesheet" href={`${SETTINGS_PREFIX}/style.css`} />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        {frame.visitor !== undefined && <Bar frame={frame} visitor={frame.visitor} />}
        <main id="content" tabIndex={-1}>
          <h1>{heading}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

function titleOf(heading: string, isProblem: boolean): string {
  const title = heading === AREA ? AREA : `${heading} - ${AREA}`;
  return isProblem ? `Problem: ${title}` : title;
}

interface BarProps {
  readonly frame: Frame;
  readonly visitor: NonNullable<Frame['visitor']>;
}

function Bar({ frame, visitor: { email, role, seesKeys } }: BarProps) {
  const links = [
    { path: SETTINGS_PREFIX, name: 'Overview' },
    ...(seesKeys ? [{ path: `${SETTINGS_PREFIX}/api-keys`, name: 'API Keys' }] : []),
  ];
  return (
    <header>
      <nav aria-label={AREA}>
        <ul>
          {links.map(({ path, name }) => (
            <li key={path}>
              <a href={path} aria-current={path === frame.path ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        Signed in as {email} ({role})
      </p>
      <Form frame={frame} action={`${SETTINGS_PREFIX}/sign-out`}>
        <button type="submit" class="quiet">
          Sign out
        </button>
      </Form>
    </header>
  );
}

interface FormProps {
  readonly frame: Frame;
  readonly action: string;
  readonly children: ComponentChildren;
}

/** A form with its token. The sandbox checks the entries, not the browser, so that the checks are in one place. */
export function Form({ frame, action, children }: FormProps) {
  return (
    <form method="post" action={action} noValidate>
      <input type="hidden" name={TOKEN_FIELD} value={frame.csrfToken()} />
      {children}
    </form>
  );
}

interface FieldProps {
  /** Its name, and its id in the page. */
  readonly name: string;
  readonly label: string;
  /** What kind of field it is. */
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  readonly hint?: string;
  /** The problem with the entry. */
  readonly problem?: string | undefined;
}

/** A field of a form with its label, its hint and its problem. */
export function Field({ name, label, input, hint, problem }: FieldProps) {
  const notes = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(problem === undefined ? [] : [`${name}-problem`]),
  ];
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p id={`${name}-hint`} class="hint">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${name}-problem`} class="problem">
          {problem}
        </p>
      )}
      <input
        {...input}
        id={name}
        name={name}
        aria-invalid={problem === undefined ? undefined : 'true'}
        aria-describedby={notes.length === 0 ? undefined : notes.join(' ')}
      />
    </div>
  );
}

/** A moment in UTC, to the second; `otherwise` if there is none. */
export function Moment({ at, otherwise }: { readonly at: number | undefined; readonly otherwise: string }) {
  if (at === undefined) return <>{otherwise}</>;
  // From the year 10000 on, ISO 8601 has a sign there, which HTML doesn't allow.
  const iso = new Date(at).toISOString().replace(/^\+0?/, '');
  return <time dateTime={iso}>{iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>;
}
