/** The filter of the requirements, for the views. */
export interface RequirementFilter {
  /** Sets every field to the value in an address, or to all. */
  take(wanted: URLSearchParams): void;
}

const fields = ['q', 'verdict', 'clause', 'operation', 'aspect', 'strength', 'from'];

/** Activates the filter of the requirements: it hides rows that don't match, and the address shows the choice. */
export function filterRequirements(): RequirementFilter {
  const form = elementOf('filter', HTMLFormElement);
  const rows = [...document.querySelectorAll<HTMLDetailsElement>('.requirement')];
  const texts = new Map<HTMLElement, string>();
  const textOf = (row: HTMLElement) => {
    const known = texts.get(row) ?? (row.textContent ?? '').toLowerCase();
    texts.set(row, known);
    return known;
  };

  const matches = (row: HTMLElement, chosen: FormData) =>
    fields.every((name) => {
      const wanted = String(chosen.get(name) ?? '').trim();
      if (wanted === '') return true;
      if (name === 'q')
        return wanted
          .toLowerCase()
          .split(/\s+/)
          .every((word) => textOf(row).includes(word));
      const values = (row.dataset[name] ?? '').split(' ');
      // Clause 5 includes every point of it.
      return values.some(
        (value) => value === wanted || (name === 'clause' && value.startsWith(`${wanted}.`)),
      );
    });

  const openAll = elementOf('open-all', HTMLButtonElement);
  const closedRows = () => rows.filter(({ hidden, open }) => !hidden && !open);
  const label = () => {
    openAll.textContent = closedRows().length > 0 ? 'Open all' : 'Close all';
  };

  const apply = () => {
    const chosen = new FormData(form);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !matches(row, chosen);
      if (!row.hidden) shown += 1;
    }
    for (const topic of document.querySelectorAll<HTMLElement>('.topic'))
      topic.hidden = topic.querySelector('.requirement:not([hidden])') === null;
    elementOf('shown', HTMLOutputElement).value = `${shown} of ${rows.length} requirements`;
    elementOf('no-match', HTMLElement).hidden = shown > 0;
    label();
  };

  const keepInAddress = () => {
    const chosen = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== '') chosen.set(name, String(value));
    const query = chosen.toString();
    history.replaceState(null, '', `#requirements${query === '' ? '' : `?${query}`}`);
  };

  openAll.addEventListener('click', () => {
    const open = closedRows().length > 0;
    for (const row of rows.filter(({ hidden }) => !hidden)) row.open = open;
  });
  // A toggle event does not bubble, so that a listener must catch it on its way down.
  document.addEventListener('toggle', label, true);
  form.addEventListener('input', () => {
    apply();
    keepInAddress();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => {
    // The fields are empty only after this event.
    setTimeout(() => {
      apply();
      keepInAddress();
    });
  });
  form.hidden = false;

  return {
    take(wanted) {
      for (const name of fields) {
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
          field.value = wanted.get(name) ?? '';
      }
      apply();
    },
  };
}

function elementOf<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
  return found;
}
