/** Opens every finding for printing and restores the state afterwards: nobody can click on paper. */
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
