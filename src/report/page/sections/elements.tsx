import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { counted } from '../../../contract/values/words.js';
import { visibleText } from '../../../http/shown/shown-exchange.js';
import type { Verdict } from '../../../verdicts/requirement-verdict.js';
import type { RunVerdict } from '../../../verdicts/run-verdict.js';
import type { TestReport } from '../../data/conformance-report.js';

/** A sign for each verdict, so that colour is not the only difference. */
const signs: Readonly<Record<Verdict, string>> = {
  failed: '✕',
  blocked: '■',
  unverified: '?',
  warned: '!',
  deviated: '≠',
  partial: '◐',
  passed: '✓',
  inapplicable: '–',
  untested: '○',
};

/** The verdict of a requirement that looks like the verdict of a run. */
export const looks: Readonly<Record<RunVerdict, Verdict>> = {
  conformant: 'passed',
  'conformant but for known failures': 'warned',
  'non-conformant': 'failed',
  'known failures out of date': 'failed',
  incomplete: 'blocked',
  partial: 'unverified',
  'nothing can be said': 'blocked',
};

/** The sign of a run's verdict. */
export function Sign({ verdict }: { readonly verdict: RunVerdict }) {
  return <span aria-hidden="true">{signs[looks[verdict]]}</span>;
}

/**
 * A verdict as sign, word and colour.
 * @param known present if all its violations are known failures
 * @param says another word for it
 */
export function Badge({
  verdict,
  known,
  says = verdict,
}: Readonly<{ verdict: Verdict; known?: true; says?: string }>) {
  return (
    <span class={`badge ${verdict}${known ? ' known' : ''}`}>
      <span aria-hidden="true">{signs[verdict]}</span> {visibleText(says)}
      {known ? ', known' : ''}
    </span>
  );
}

/** A part of the report that a script shows alone. */
export function View({
  id,
  title,
  children,
}: Readonly<{ id: string; title: string; children: ComponentChildren }>) {
  return (
    <section class="view" id={id} aria-labelledby={`${id}-title`}>
      <h1 id={`${id}-title`} class="view-title">
        {title}
      </h1>
      {children}
    </section>
  );
}

/** A part of a view that stands on its own. */
export function Card({ title, children }: Readonly<{ title: string; children: ComponentChildren }>) {
  return (
    <div class="card">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A line that opens to show its details. */
export function Row({
  class: look,
  id,
  head,
  children,
  ...data
}: Readonly<{
  class: string;
  id?: string;
  head: ComponentChildren;
  children: ComponentChildren;
  [data: `data-${string}`]: string | undefined;
}>) {
  return (
    <details class={`row ${look}`} id={id} {...data}>
      <summary>{head}</summary>
      <div class="details">{children}</div>
    </details>
  );
}

/** Ids of requirements, operations or gaps, each as a link. */
export function AddressLinks({ ids }: { readonly ids: readonly string[] }) {
  const links = ids.map((id) => (
    <a key={id} href={`#${id}`}>
      {id}
    </a>
  ));
  return <List class="chips" entries={links} />;
}

interface ListProps {
  readonly class?: string;
  readonly title?: string;
  readonly level?: 'h2' | 'h3';
  readonly entries: readonly ComponentChildren[];
}

/** A list with its title; nothing if it has no entries. */
export function List({ class: look, title, level: Title = 'h2', entries }: ListProps) {
  if (entries.length === 0) return null;
  return (
    <>
      {title !== undefined && <Title>{title}</Title>}
      <ul class={look}>
        {entries.map((entry, index) => (
          <li key={index}>{entry}</li>
        ))}
      </ul>
    </>
  );
}

/** A list that is closed at first; nothing if it has no entries. */
export function Folded({
  class: look,
  title,
  entries,
}: Readonly<{ class?: string; title: string; entries: readonly ComponentChildren[] }>) {
  if (entries.length === 0) return null;
  return (
    <details class={look}>
      <summary>{title}</summary>
      <List class="lines" entries={entries} />
    </details>
  );
}

/** A name with its definition; it is left out if that is undefined. */
export type Definition = readonly [name: string, content: ComponentChildren];

/** Names with their definitions; nothing if there are none. */
export function Definitions({ class: look, entries }: { class: string; entries: readonly Definition[] }) {
  const defined = entries.filter(([, content]) => content !== undefined);
  if (defined.length === 0) return null;
  return (
    <dl class={look}>
      {defined.map(([name, content], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}

interface TableProps {
  readonly label: string;
  readonly class?: string;
  readonly columns: readonly string[];
  /** The columns that contain numbers. */
  readonly numbers?: readonly string[];
  readonly children: ComponentChildren;
}

/** A table that may be too wide for a small screen: it scrolls separately, also by keyboard. */
export function Table({ label, class: look, columns, numbers = [], children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop, it can't be scrolled by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div class="scrollable" role="group" aria-label={label} tabIndex={0}>
      <table class={look}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column} class={numbers.includes(column) ? 'number' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Preformatted text that scrolls if it is too long or too wide, also by keyboard. */
export function ScrollingText({ label, children }: Readonly<{ label: string; children: ComponentChildren }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop, it can't be scrolled by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <pre role="group" tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}

/** A command to paste into a shell, with a button that a script activates. */
export function Command({ text, label }: { readonly text: string; readonly label: string }) {
  const shown = visibleText(text);
  return (
    <div class="command">
      <ScrollingText label={label.replace('Copy', 'To copy:')}>
        <code {...(shown === text ? {} : { 'data-copy': text })}>{shown}</code>
      </ScrollingText>
      <button type="button" class="copy" hidden>
        {label}
      </button>
    </div>
  );
}

/** Whether Playwright's report is next to the page. */
export const TestLinks = createContext(false);

/**
 * A test by its title and place, with a link to Playwright's report if it is there.
 * @param others the number of other tests at the same place
 */
export function TestTitle({ test, others = 0 }: Readonly<{ test: TestReport | undefined; others?: number }>) {
  const isLinked = useContext(TestLinks);
  if (test === undefined) return <>a test that the report doesn’t name</>;
  const { id, title, file, line, outcome } = test;
  const shown = visibleText(title);
  return (
    <>
      {isLinked ? (
        <a href={`playwright/index.html#?testId=${encodeURIComponent(id.toWellFormed())}`}>{shown}</a>
      ) : (
        shown
      )}
      {others > 0 && ` and ${counted(others, 'test')} like it`}{' '}
      <small>
        {file}:{line}
        {outcome === 'passed' || outcome === 'failed' ? '' : `, ${outcome}`}
      </small>
    </>
  );
}
