/** @jsxRuntime automatic @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import type { Role } from '../../domain/users/user.js';
import { SETTINGS_PREFIX } from '../prefix.js';
import { Form } from './form.js';

/** The name of the settings area, and the heading of its first page. */
export const AREA = 'Settings';

/** What is around the content of a page. */
export interface Frame {
  /** The path of the page. */
  readonly path: string;
  /** A token for a form of the page. */
  csrfToken(): string;
  /** Who is signed in. */
  readonly visitor?: { readonly email: string; readonly role: Role; readonly seesKeys: boolean } | undefined;
}

interface LayoutProps {
  readonly frame: Frame;
  readonly heading: string;
  /** Whether the page is shown because something is wrong: its title says so first. */
  readonly isProblem?: boolean;
  readonly children: ComponentChildren;
}

/** The HTML of a whole page; every text in it is escaped. */
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
