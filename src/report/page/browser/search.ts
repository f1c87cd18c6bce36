/** A part of the report that the search can find. */
interface Hit {
  /** `#BAT-10` */
  readonly address: string;
  readonly kind: string;
  readonly name: string;
  readonly about: string;
  /** Lower-case, everything that it can be found by. */
  readonly text: string;
}

/** What the search finds: the elements, their kind, and the part of each that says what it is about. */
const sources = [
  ['.requirement', 'requirement', '.sentence'],
  ['.matrix tbody tr', 'operation', 'th'],
  ['.gap', 'gap', '.sentence'],
  ['.finding', 'finding', '.place'],
] as const;

/** The maximum number of hits that are listed. */
const most = 12;

/** Activates the search in the whole report: `/` focuses it, the arrows choose a hit, and Enter leads to it. */
export function searchReport(): void {
  const input = elementOf('find-words', HTMLInputElement);
  const list = elementOf('find-hits', HTMLElement);
  const status = elementOf('find-status', HTMLElement);
  let all: readonly Hit[] | undefined;
  let hits: readonly Hit[] = [];
  let chosen = 0;

  const show = (isOpen: boolean) => {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen));
    input.removeAttribute('aria-activedescendant');
  };

  const choose = (index: number) => {
    chosen = (index + hits.length) % hits.length;
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === chosen));
      if (at !== chosen) continue;
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    }
  };

  const lead = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    show(false);
    input.value = '';
    input.blur();
    if (location.hash === hit.address) dispatchEvent(new HashChangeEvent('hashchange'));
    else location.hash = hit.address;
  };

  const find = () => {
    all ??= everything();
    hits = found(all, input.value);
    const isAsked = input.value.trim() !== '';
    show(isAsked);
    status.textContent = isAsked ? `${hits.length === 0 ? 'no' : hits.length} hits` : '';
    list.replaceChildren(...hits.map(({ kind, name, about }) => optionOf({ kind, id: name, about })));
    if (hits.length > 0) return choose(0);
    list.replaceChildren(optionOf({ nothing: 'Nothing in the report matches.' }));
    list.firstElementChild?.setAttribute('aria-disabled', 'true');
  };

  input.addEventListener('input', find);
  input.addEventListener('focus', find);
  input.addEventListener('blur', () => show(false));
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      if (input.value === '') input.blur();
      input.value = '';
      show(false);
    } else if (list.hidden || hits.length === 0) return;
    else if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter') lead(hits[chosen]);
    else return;
    event.preventDefault();
  });
  // A click would otherwise move the focus first, which closes the list.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) =>
    lead(hits[[...list.children].findIndex((option) => target instanceof Node && option.contains(target))]),
  );
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  elementOf('find', HTMLElement).hidden = false;
}

/** The hits for some words, best first: the id itself, ids that begin like it, then entries with all of the words. */
function found(all: readonly Hit[], words: string): readonly Hit[] {
  const compact = compacted(words);
  if (compact === '') return [];
  const matches = [
    ({ name }: Hit) => compacted(name) === compact,
    ({ name }: Hit) => compacted(name).startsWith(compact),
    ({ name }: Hit) => compacted(name).includes(compact),
    ({ about }: Hit) => hasWords(about.toLowerCase(), words),
    ({ text }: Hit) => hasWords(text, words),
  ];
  return all
    .map((hit) => ({ hit, place: matches.findIndex((match) => match(hit)) }))
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ hit }) => hit);
}

function everything(): readonly Hit[] {
  const views = [...document.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]')].map((link) => {
    const name = link.firstChild?.textContent ?? '';
    return { address: link.hash, kind: 'view', name, about: '', text: name.toLowerCase() };
  });
  const parts = sources.flatMap(([selector, kind, part]) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((element) => {
      const about = element.querySelector(part)?.textContent?.trim() ?? '';
      const text = (element.textContent ?? '').toLowerCase();
      return { address: `#${element.id}`, kind, name: element.id, about, text };
    }),
  );
  return [...parts, ...views];
}

/** Letters and digits alone, so that `lim05`, `LIM 05` and `lim-05` are the same. */
export function compacted(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a string contains each of some words. @param text in lower case */
export function hasWords(text: string, words: string): boolean {
  return words
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** An entry of the list. @param parts its text, in pieces by their looks */
function optionOf(parts: Readonly<Record<string, string>>): HTMLElement {
  const option = document.createElement('div');
  option.id = `find-hit-${compacted(Object.values(parts).join())}`;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  for (const [look, text] of Object.entries(parts)) {
    const part = document.createElement('span');
    part.className = look;
    part.textContent = text;
    option.append(part, ' ');
  }
  return option;
}

/** An element that the page must have. */
export function elementOf<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
  return found;
}
