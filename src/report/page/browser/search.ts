/** A part of the report that the search can find. */
interface Hit {
  /** `#BAT-10` */
  readonly address: string;
  readonly kind: string;
  readonly name: string;
  readonly about: string;
  /** Lower-case, without anything but letters and digits: `LIM-05` is `lim05`. */
  readonly compact: string;
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
  const box = elementOf('find', HTMLElement);
  const input = elementOf('find-words', HTMLInputElement);
  const list = elementOf('find-hits', HTMLElement);
  const status = elementOf('find-status', HTMLElement);
  let all: readonly Hit[] | undefined;
  let hits: readonly Hit[] = [];
  let chosen = 0;

  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };

  const choose = (index: number) => {
    chosen = (index + hits.length) % hits.length;
    for (const [at, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(at === chosen));
    const option = list.children[chosen];
    if (option === undefined) return;
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  };

  const lead = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    close();
    input.value = '';
    input.blur();
    if (location.hash === hit.address) dispatchEvent(new HashChangeEvent('hashchange'));
    else location.hash = hit.address;
  };

  const find = () => {
    all ??= everything();
    hits = found(all, input.value);
    list.replaceChildren(...hits.map(optionOf));
    const isAsked = input.value.trim() !== '';
    status.textContent = isAsked ? `${hits.length === 0 ? 'no' : hits.length} hits` : '';
    if (isAsked && hits.length === 0) list.replaceChildren(nothing());
    if (!isAsked) return close();
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    if (hits.length > 0) choose(0);
    else input.removeAttribute('aria-activedescendant');
  };

  input.addEventListener('input', find);
  input.addEventListener('focus', find);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      if (input.value === '') input.blur();
      input.value = '';
      close();
    } else if (list.hidden || hits.length === 0) return;
    else if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter') lead(hits[chosen]);
    else return;
    event.preventDefault();
  });
  // A click would otherwise move the focus first, which closes the list.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role="option"]') : null;
    if (option !== null) lead(hits[[...list.children].indexOf(option)]);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  box.hidden = false;
}

/** The hits for some words, the best first: the id itself, ids that begin like it, then texts with all of the words. */
function found(all: readonly Hit[], words: string): readonly Hit[] {
  const compact = compacted(words);
  if (compact === '') return [];
  const wanted = words.toLowerCase().trim().split(/\s+/);
  const scored = all.flatMap((hit) => {
    const score =
      hit.compact === compact
        ? 0
        : hit.compact.startsWith(compact)
          ? 1
          : hit.compact.includes(compact)
            ? 2
            : wanted.every((word) => hit.about.toLowerCase().includes(word))
              ? 3
              : wanted.every((word) => hit.text.includes(word))
                ? 4
                : undefined;
    return score === undefined ? [] : [{ hit, score }];
  });
  return scored
    .toSorted((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ hit }) => hit);
}

function everything(): readonly Hit[] {
  const views = [...document.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]')].map((link) => {
    const name = link.firstChild?.textContent ?? '';
    return hitOf(link.hash, 'view', name, '', name);
  });
  const parts = sources.flatMap(([selector, kind, about]) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((element) => {
      const name = element.id;
      return hitOf(
        `#${name}`,
        kind,
        name,
        element.querySelector(about)?.textContent?.trim() ?? '',
        element.textContent ?? '',
      );
    }),
  );
  return [...parts, ...views];
}

function hitOf(address: string, kind: string, name: string, about: string, text: string): Hit {
  return { address, kind, name, about, compact: compacted(name), text: text.toLowerCase() };
}

/** Letters and digits alone, so that `lim05`, `LIM 05` and `lim-05` are the same. */
export function compacted(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function optionOf({ kind, name, about }: Hit, index: number): HTMLElement {
  const option = document.createElement('div');
  option.id = `find-hit-${index}`;
  option.setAttribute('role', 'option');
  for (const [look, text] of Object.entries({ kind, id: name, about })) {
    const part = document.createElement('span');
    part.className = look;
    part.textContent = text;
    option.append(part, ' ');
  }
  return option;
}

function nothing(): HTMLElement {
  const option = document.createElement('div');
  option.setAttribute('role', 'option');
  option.setAttribute('aria-disabled', 'true');
  option.setAttribute('aria-selected', 'false');
  option.textContent = 'Nothing in the report matches.';
  return option;
}

/** An element that the page must have. */
export function elementOf<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
  return found;
}
