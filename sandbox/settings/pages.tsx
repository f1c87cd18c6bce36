/** @jsxRuntime automatic @jsxImportSource preact */
import {
  type ComponentChildren,
  createContext,
  Fragment,
  type InputHTMLAttributes,
  type VNode,
} from 'preact';
import { useContext } from 'preact/hooks';
import { render } from 'preact-render-to-string';
import type { ApiKey, KeyProblem, KeyRequest, KeyStatus } from '../domain/keys.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import { TOKEN_FIELD, type Visitor } from './sessions.js';

const AREA = 'Settings';
const KEYS = `${SETTINGS_PREFIX}/api-keys`;

/** The facts about its request that a page needs. */
interface Frame {
  /** The path of the page. */
  readonly path: string;
  /** In each of its forms. */
  readonly token: string;
  /** The user who is signed in. */
  readonly visitor: Visitor | null;
}

const FrameContext = createContext<Frame>({ path: '', token: '', visitor: null });

/** The HTML of a complete page; every string in it is escaped. */
export function htmlOf(page: VNode, frame: Frame): string {
  return `<!doctype html>${render(<FrameContext.Provider value={frame}>{page}</FrameContext.Provider>)}`;
}

interface PageProps {
  readonly heading: string;
  /** Whether the page reports a problem: its title says so first. */
  readonly isProblem?: boolean;
  readonly hasBar?: boolean;
  readonly children: ComponentChildren;
}

function Page({ heading, isProblem = false, hasBar = true, children }: PageProps) {
  const title = heading === AREA ? AREA : `${heading} - ${AREA}`;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{isProblem ? `Problem: ${title}` : title}</title>
        <link rel="stylesheet" href={`${SETTINGS_PREFIX}/style.css`} />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        {hasBar && <Bar />}
        <main id="content" tabIndex={-1}>
          <h1>{heading}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

/** The navigation and the sign-out of the user who is signed in. */
function Bar() {
  const { path: present, visitor } = useContext(FrameContext);
  if (visitor === null) return null;
  const links = [[SETTINGS_PREFIX, 'Overview'], ...(visitor.may('see') ? [[KEYS, 'API Keys']] : [])];
  return (
    <header>
      <nav aria-label={AREA}>
        <ul>
          {links.map(([path, name]) => (
            <li key={path}>
              <a href={path} aria-current={path === present ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        Signed in as {visitor.user.email} ({visitor.user.role})
      </p>
      <Form action={`${SETTINGS_PREFIX}/sign-out`}>
        <button type="submit" class="quiet">
          Sign out
        </button>
      </Form>
    </header>
  );
}

/** A form with its token. The sandbox checks the entries, not the browser, so that the checks are in one place. */
function Form({ action, children }: { readonly action: string; readonly children: ComponentChildren }) {
  return (
    <form method="post" action={action} noValidate>
      <input type="hidden" name={TOKEN_FIELD} value={useContext(FrameContext).token} />
      {children}
    </form>
  );
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  /** Its name, and its id in the page. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** The problem with the entry. */
  readonly problem?: string | undefined;
};

/** A field of a form with its label, its hint and its problem. */
function Field({ name, label, hint, problem, ...input }: FieldProps) {
  const notes = Object.entries({ hint, problem }).filter(([, text]) => text !== undefined);
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {notes.map(([kind, text]) => (
        <p key={kind} id={`${name}-${kind}`} class={kind}>
          {text}
        </p>
      ))}
      <input
        {...input}
        id={name}
        name={name}
        aria-invalid={problem === undefined ? undefined : 'true'}
        aria-describedby={notes.map(([kind]) => `${name}-${kind}`).join(' ') || undefined}
      />
    </div>
  );
}

/** A moment in UTC, to the second; without one, "Never". */
function Moment({ at }: { readonly at: number | undefined }) {
  if (at === undefined) return <>Never</>;
  // From the year 10000 on, ISO 8601 has a sign there, which HTML doesn't allow.
  const iso = new Date(at).toISOString().replace(/^\+0?/, '');
  return <time dateTime={iso}>{iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>;
}

/** Facts by their names. */
function Facts({ facts }: { readonly facts: Readonly<Record<string, ComponentChildren>> }) {
  return (
    <dl>
      {Object.entries(facts).map(([name, fact]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The sign-in page. @param refused the e-mail that was entered, if it or its password is wrong */
export function signInPage(refused?: string) {
  const isProblem = refused !== undefined;
  return (
    <Page heading="Sign in" isProblem={isProblem} hasBar={false}>
      {isProblem && (
        <div role="alert" class="problems">
          <p>The e-mail or the password is wrong.</p>
        </div>
      )}
      <Form action={`${SETTINGS_PREFIX}/sign-in`}>
        <Field
          name="email"
          label="E-mail"
          type="email"
          autocomplete="username"
          value={refused ?? ''}
          required
        />
        <Field name="password" label="Password" type="password" autocomplete="current-password" required />
        <button type="submit">Sign in</button>
      </Form>
    </Page>
  );
}

/** The page after the sign-in: the user, and the available actions. */
export function overviewPage({ user: { email, role }, may }: Visitor) {
  return (
    <Page heading={AREA}>
      <Facts facts={{ 'E-mail': email, Role: role }} />
      {may('see') ? (
        <p>
          Requests to the API need a key: see the <a href={KEYS}>keys of your merchant</a>.
        </p>
      ) : (
        <p>API keys are managed by users with the Admin role.</p>
      )}
    </Page>
  );
}

interface KeyList {
  readonly rows: readonly { readonly key: ApiKey; readonly status: KeyStatus }[];
  /** The label of a key that was just revoked. */
  readonly revokedLabel: string | undefined;
  readonly may: Visitor['may'];
}

/** The moments in the life of a key that the list shows. */
const MOMENTS = ['Created', 'Expires', 'Last used'];

/** The keys of a merchant. A narrow window shows each key as a card, with the head of its column next to each cell. */
export function keyListPage({ rows, revokedLabel, may }: KeyList) {
  return (
    <Page heading="API Keys">
      {revokedLabel !== undefined && (
        <div role="status" class="notice">
          <p>
            The key <bdi>{revokedLabel}</bdi> is revoked.
          </p>
        </div>
      )}
      {may('create') && (
        <p>
          <a class="button" href={`${KEYS}/new`}>
            Add a key
          </a>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop, it can't be scrolled by keyboard. */}
      <section class="scrolling" aria-label="Table of API keys" tabIndex={0}>
        <table>
          <caption>API keys</caption>
          <thead>
            <tr>
              {['Label', 'Ends in', ...MOMENTS, 'Status'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {may('revoke') && (
                <th scope="col">
                  <span class="unseen">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key: { id, label, lastFour, createdAt, expiresAt, lastUsedAt }, status }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{label}</bdi>
                </th>
                <td data-label="Ends in">
                  <code>{lastFour}</code>
                </td>
                {[createdAt, expiresAt, lastUsedAt].map((at, index) => (
                  <td key={index} data-label={MOMENTS[index]}>
                    <Moment at={at} />
                  </td>
                ))}
                <td data-label="Status">{status}</td>
                {may('revoke') && (
                  <td>
                    {status !== 'Revoked' && (
                      <a href={`${KEYS}/${id}/revoke`} aria-label={`Revoke ${label}`}>
                        Revoke
                      </a>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Page>
  );
}

interface NewKeyForm {
  /** The id under which the form can be sent once. */
  readonly formId: string;
  readonly entered: KeyRequest;
  readonly problems: readonly KeyProblem[];
}

/** The form for a new key (clause 5.3). */
export function newKeyPage({ formId, entered, problems }: NewKeyForm) {
  const problemOf = (name: keyof KeyRequest) => problems.find(({ field }) => field === name)?.message;
  return (
    <Page heading="Add a key" isProblem={problems.length > 0}>
      {problems.length > 0 && (
        <div role="alert" class="problems">
          <p>No key was made:</p>
          <ul>
            {problems.map(({ field, message }) => (
              <li key={message}>
                <a href={`#${field}`}>{message}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Form action={KEYS}>
        <input type="hidden" name="form" value={formId} />
        <Field
          name="label"
          label="Label"
          problem={problemOf('label')}
          type="text"
          autocomplete="off"
          value={entered.label}
          required
        />
        <Field
          name="expirationDate"
          label="Expiration date (optional)"
          hint="The key is valid through the end of that day, in UTC."
          problem={problemOf('expirationDate')}
          type="date"
          autocomplete="off"
          value={entered.expirationDate}
        />
        <button type="submit">Confirm</button>
      </Form>
    </Page>
  );
}

/** The only page that shows a key's value (clause 5.4). */
export function createdKeyPage(value: string, { label, expiresAt }: ApiKey) {
  return (
    <Page heading="Key created">
      <section class="key" aria-label="API key">
        <code id="key-value">{value}</code>
      </section>
      <p>
        <strong>Copy the key now: it is shown only on this page, and cannot be shown again.</strong>
      </p>
      <Facts facts={{ Label: <bdi>{label}</bdi>, Expires: <Moment at={expiresAt} /> }} />
      <p>
        <a href={KEYS}>Back to API Keys</a>
      </p>
    </Page>
  );
}

/** The page that asks before a key is revoked. */
export function revokeKeyPage({ id, label, lastFour }: ApiKey) {
  return (
    <Page heading="Revoke a key">
      <p>
        The key <bdi>{label}</bdi>, which ends in <code>{lastFour}</code>, no longer opens the API once it is
        revoked. This cannot be undone.
      </p>
      <Form action={`${KEYS}/${id}/revoke`}>
        <button type="submit">Revoke</button>
      </Form>
      <p>
        <a href={KEYS}>Back to API Keys</a>
      </p>
    </Page>
  );
}

/** The page for a request that fails. */
export function problemPage({ heading, message }: { readonly heading: string; readonly message: string }) {
  return (
    <Page heading={heading} isProblem>
      <p>{message}</p>
      <p>
        <a href={SETTINGS_PREFIX}>Go to the settings</a>
      </p>
    </Page>
  );
}
