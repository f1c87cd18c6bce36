import type { ApiKey, KeyProblem, KeyRequest, KeyStatus } from '../domain/keys.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import { TOKEN_FIELD, type Visitor } from './sessions.js';

const AREA = 'Settings';
const KEYS = `${SETTINGS_PREFIX}/api-keys`;

/** Markup, as opposed to a string, which is escaped where it becomes part of markup. */
interface Html {
  readonly markup: string;
}

/** Markup with values in it; undefined adds nothing. */
function html(
  parts: TemplateStringsArray,
  ...values: readonly (Html | readonly Html[] | string | undefined)[]
): Html {
  return { markup: String.raw({ raw: parts }, ...values.map(markupOf)) };
}

function markupOf(value: Html | readonly Html[] | string | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string')
    return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return [value]
    .flat()
    .map(({ markup }) => markup)
    .join('');
}

/** The facts about its request that a page needs. */
interface Frame {
  /** The path of the page. */
  readonly path: string;
  /** Contained in each of its forms. */
  readonly token: string;
  /** The user who is signed in. */
  readonly visitor: Visitor | null;
}

/** A page, drawn for a request as a complete document. */
export type Drawing = (frame: Frame) => string;

interface PageOptions {
  /** Whether the page reports a problem: its title then begins by saying so. */
  readonly isProblem?: boolean;
  readonly hasBar?: boolean;
}

function page(
  heading: string,
  content: (frame: Frame) => Html,
  { isProblem = false, hasBar = true }: PageOptions = {},
): Drawing {
  const title = heading === AREA ? AREA : `${heading} - ${AREA}`;
  return (frame) =>
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isProblem ? `Problem: ${title}` : title}</title>
<link rel="stylesheet" href="${SETTINGS_PREFIX}/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${hasBar ? bar(frame) : undefined}
<main id="content" tabindex="-1">
<h1>${heading}</h1>
${content(frame)}
</main>
</body>
</html>
`.markup;
}

/** The navigation and the sign-out of the user who is signed in. */
function bar(frame: Frame): Html | undefined {
  const { path: present, visitor } = frame;
  if (visitor === null) return undefined;
  const { user, may } = visitor;
  const links = [[SETTINGS_PREFIX, 'Overview'], ...(may('see') ? [[KEYS, 'API Keys']] : [])].map(
    ([path = '', name]) =>
      html`<li><a href="${path}"${path === present ? html` aria-current="page"` : undefined}>${name}</a></li>`,
  );
  return html`<header>
<nav aria-label="${AREA}"><ul>${links}</ul></nav>
<p>Signed in as ${user.email} (${user.role})</p>
${form(frame, `${SETTINGS_PREFIX}/sign-out`, html`<button type="submit" class="quiet">Sign out</button>`)}
</header>`;
}

/** A form with its token. The sandbox checks the entries, not the browser, so that the checks are in one place. */
function form({ token }: Frame, action: string, content: Html): Html {
  return html`<form method="post" action="${action}" novalidate>
<input type="hidden" name="${TOKEN_FIELD}" value="${token}">
${content}
</form>`;
}

interface FieldOptions {
  /** Its name, and its id in the page. */
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly autocomplete: string;
  readonly value?: string;
  readonly required?: boolean;
  readonly hint?: string;
  /** The problem with the entry. */
  readonly problem?: string | undefined;
}

/** A field of a form with its label, its hint and its problem. */
function field({ name, label, hint, problem, required = false, ...attributes }: FieldOptions): Html {
  const notes = Object.entries({ hint, problem }).filter(([, text]) => text !== undefined);
  const described = notes.map(([kind]) => `${name}-${kind}`).join(' ');
  const input = {
    id: name,
    name,
    ...attributes,
    ...(required && { required: '' }),
    ...(problem !== undefined && { 'aria-invalid': 'true' }),
    ...(described !== '' && { 'aria-describedby': described }),
  };
  return html`<div class="field"><label for="${name}">${label}</label>
${notes.map(([kind, text]) => html`<p id="${name}-${kind}" class="${kind}">${text}</p>`)}
<input${Object.entries(input).map(([key, value]) => html` ${key}="${value}"`)}></div>`;
}

/** A moment in UTC, to the second; without one, "Never". */
function moment(at: number | undefined): Html {
  if (at === undefined) return html`Never`;
  // From the year 10000 on, ISO 8601 puts a sign before the year, which HTML doesn't allow.
  const iso = new Date(at).toISOString().replace(/^\+0?/, '');
  return html`<time datetime="${iso}">${iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>`;
}

/** A list of facts with their names. */
function factList(facts: Readonly<Record<string, Html | string>>): Html {
  return html`<dl>${Object.entries(facts).map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>`)}</dl>`;
}

/** The sign-in page. @param refused the e-mail that was entered, if it or its password is wrong */
export function signInPage(refused?: string): Drawing {
  const isProblem = refused !== undefined;
  const problem = html`<div role="alert" class="problems"><p>The e-mail or the password is wrong.</p></div>`;
  const email = { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' };
  const password = {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
  };
  const content = html`${field({ ...email, value: refused ?? '', required: true })}
${field({ ...password, required: true })}
<button type="submit">Sign in</button>`;
  return page(
    'Sign in',
    (frame) => html`${isProblem ? problem : undefined}${form(frame, `${SETTINGS_PREFIX}/sign-in`, content)}`,
    { isProblem, hasBar: false },
  );
}

/** The page after the sign-in: the user, and the available actions. */
export function overviewPage({ user: { email, role }, may }: Visitor): Drawing {
  const actions = may('see')
    ? html`<p>Requests to the API need a key: see the <a href="${KEYS}">keys of your merchant</a>.</p>`
    : html`<p>API keys are managed by users with the Admin role.</p>`;
  return page(AREA, () => html`${factList({ 'E-mail': email, Role: role })}${actions}`);
}

interface KeyList {
  readonly rows: readonly { readonly key: ApiKey; readonly status: KeyStatus }[];
  /** The label of a key that was just revoked. */
  readonly revokedLabel: string | undefined;
  readonly may: Visitor['may'];
}

/** The keys of a merchant. A narrow window shows each key as a card, with the head of its column next to each cell. */
export function keyListPage({ rows, revokedLabel, may }: KeyList): Drawing {
  const notice = html`<div role="status" class="notice"><p>The key <bdi>${revokedLabel}</bdi> is revoked.</p></div>`;
  const add = html`<p><a class="button" href="${KEYS}/new">Add a key</a></p>`;
  const names = ['Label', 'Ends in', 'Created', 'Expires', 'Last used', 'Status'];
  const actions = html`<th scope="col"><span class="unseen">Actions</span></th>`;
  const lines = rows.map(({ key: { id, label, lastFour, createdAt, expiresAt, lastUsedAt }, status }) => {
    const revoke = html`<a href="${KEYS}/${id}/revoke" aria-label="Revoke ${label}">Revoke</a>`;
    const moments = Object.entries({ Created: createdAt, Expires: expiresAt, 'Last used': lastUsedAt });
    return html`<tr><th scope="row"><bdi>${label}</bdi></th>
<td data-label="Ends in"><code>${lastFour}</code></td>
${moments.map(([name, at]) => html`<td data-label="${name}">${moment(at)}</td>`)}
<td data-label="Status">${status}</td>
${may('revoke') ? html`<td>${status === 'Revoked' ? undefined : revoke}</td>` : undefined}</tr>`;
  });
  // Without a tab stop, the table can't be scrolled by keyboard.
  return page(
    'API Keys',
    () => html`${revokedLabel === undefined ? undefined : notice}
${may('create') ? add : undefined}
<section class="scrolling" aria-label="Table of API keys" tabindex="0">
<table><caption>API keys</caption>
<thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}${may('revoke') ? actions : undefined}</tr></thead>
<tbody>${lines}</tbody></table>
</section>`,
  );
}

interface NewKeyForm {
  /** The id with which the form can be sent only once. */
  readonly formId: string;
  readonly entered: KeyRequest;
  readonly problems: readonly KeyProblem[];
}

/** The form for a new key (clause 5.3). */
export function newKeyPage({ formId, entered, problems }: NewKeyForm): Drawing {
  const isProblem = problems.length > 0;
  const problemOf = (name: keyof KeyRequest) => problems.find(({ field }) => field === name)?.message;
  const links = problems.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`);
  const refusal = html`<div role="alert" class="problems"><p>No key was made:</p><ul>${links}</ul></div>`;
  const label = { name: 'label', label: 'Label', type: 'text', autocomplete: 'off', required: true };
  const date = {
    name: 'expirationDate',
    label: 'Expiration date (optional)',
    type: 'date',
    autocomplete: 'off',
  };
  const hint = 'The key is valid through the end of that day, in UTC.';
  const content = html`<input type="hidden" name="form" value="${formId}">
${field({ ...label, problem: problemOf('label'), value: entered.label })}
${field({ ...date, hint, problem: problemOf('expirationDate'), value: entered.expirationDate })}
<button type="submit">Confirm</button>`;
  return page('Add a key', (frame) => html`${isProblem ? refusal : undefined}${form(frame, KEYS, content)}`, {
    isProblem,
  });
}

const BACK = html`<p><a href="${KEYS}">Back to API Keys</a></p>`;

/** The only page that shows a key's value (clause 5.4). */
export function createdKeyPage(value: string, { label, expiresAt }: ApiKey): Drawing {
  return page(
    'Key created',
    () => html`<section class="key" aria-label="API key"><code id="key-value">${value}</code></section>
<p><strong>Copy the key now: it is shown only on this page, and cannot be shown again.</strong></p>
${factList({ Label: html`<bdi>${label}</bdi>`, Expires: moment(expiresAt) })}
${BACK}`,
  );
}

/** The page that asks before a key is revoked. */
export function revokeKeyPage({ id, label, lastFour }: ApiKey): Drawing {
  return page(
    'Revoke a key',
    (
      frame,
    ) => html`<p>The key <bdi>${label}</bdi>, which ends in <code>${lastFour}</code>, no longer opens the API once it is
revoked. This cannot be undone.</p>
${form(frame, `${KEYS}/${id}/revoke`, html`<button type="submit">Revoke</button>`)}
${BACK}`,
  );
}

/** The page for a request that fails. */
export function problemPage({
  heading,
  message,
}: {
  readonly heading: string;
  readonly message: string;
}): Drawing {
  return page(
    heading,
    () => html`<p>${message}</p><p><a href="${SETTINGS_PREFIX}">Go to the settings</a></p>`,
    {
      isProblem: true,
    },
  );
}
