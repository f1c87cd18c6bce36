/** Opens every finding for paper, which nobody can click; what was open before is open after it. */
export function printEverything(): void {
  let openedForPaper: readonly HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    const closed = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    openedForPaper = closed.filter((details) => details.querySelector('.finding') !== null);
    for (const details of openedForPaper) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of openedForPaper) details.open = false;
  });
}
