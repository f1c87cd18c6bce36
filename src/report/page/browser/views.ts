import type { RequirementFilter } from './filter-requirements.js';

/**
 * Shows one view at a time, by the address: `#operations`, `#requirements?verdict=failed`, or whatever has an id, with
 * its view around it opened and the thing itself in sight and in focus.
 */
export function showViews(filter: RequirementFilter): void {
  const views = [...document.querySelectorAll<HTMLElement>('.view')];
  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];

  const show = (isFirst: boolean) => {
    const [id = '', query = ''] = decodeURIComponent(location.hash.slice(1)).split('?');
    const target = (id === '' ? null : document.getElementById(id)) ?? views[0];
    const view = target?.closest<HTMLElement>('.view') ?? views[0];
    if (target === undefined || view === undefined) return;
    for (const each of views) each.classList.toggle('current', each === view);
    for (const link of links) {
      if (link.getAttribute('href') === `#${view.id}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    if (view.id === 'requirements' && target === view) filter.take(new URLSearchParams(query));
    if (target === view) {
      scrollTo(0, 0);
      if (!isFirst) focusOn(view.querySelector<HTMLElement>('h1') ?? view);
      return;
    }
    const row = target.closest<HTMLElement>('.requirement');
    if (row?.hidden === true) filter.take(new URLSearchParams());
    for (let around = target.closest('details'); around !== null; )
      around = opened(around).parentElement?.closest('details') ?? null;
    target.scrollIntoView({ block: 'start' });
    focusOn(target.querySelector<HTMLElement>(':scope > summary') ?? target);
  };

  addEventListener('hashchange', () => show(false));
  // The address that is there already is asked for again: it may have been closed or filtered out meanwhile.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.getAttribute('href') === location.hash) show(false);
  });
  show(true);
}

function opened(details: HTMLDetailsElement): HTMLDetailsElement {
  details.open = true;
  return details;
}

function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
