import { operations } from '../contract/operations.js';
import type { Planting } from './fault.js';

/** A test of the suite, as far as it decides where it is needed. */
export interface KnownTest {
  readonly file: string;
  /** The titles of its groups and its own, as they are shown. */
  readonly titles: readonly string[];
  /** Requirements that it covers. */
  readonly covers: readonly string[];
  /** Requirements that it may come across. */
  readonly mayMeet: readonly string[];
}

/** Where what holds for every exchange is looked at: one success of each operation. */
const everyExchange = 'success-answers/';

/**
 * The tests that must tell a planting: those that cover the violated requirement; where none does, those that may come
 * across it, and else one exchange of each operation. Tests whose title names only other operations are left out.
 */
export function chooseTests(
  tests: readonly KnownTest[],
  { fault, operation }: Planting,
): readonly KnownTest[] {
  const covering = tests.filter(({ covers }) => covers.includes(fault.violates));
  const meeting = tests.filter(({ mayMeet }) => mayMeet.includes(fault.violates));
  const any = tests.filter(({ file }) => file.includes(everyExchange));
  const chosen = [covering, meeting, any].find(({ length }) => length > 0) ?? [];
  const planted = operation === undefined ? fault.operations : [operation];
  if (planted === undefined) return chosen;
  const places = planted.flatMap(({ method, path }) => placesOf(`${method} ${path}`));
  const fitting = chosen.filter(({ titles }) => {
    const named = operations
      .map(({ method, path }) => `${method} ${path}`)
      .filter((place) => titles.some((title) => names(title, place)));
    return named.length === 0 || named.some((place) => places.includes(place));
  });
  return fitting.length > 0 ? fitting : chosen;
}

/** A batch write and the operation that reads its results are one place to the tests of either. */
function placesOf(place: string): string[] {
  const at = operations.find(({ method, path }) => `${method} ${path}` === place);
  const kin = operations.filter(
    ({ operationId, resultsOperation }) =>
      operationId === at?.resultsOperation ||
      (resultsOperation !== undefined && resultsOperation === at?.operationId),
  );
  return [place, ...kin.map(({ method, path }) => `${method} ${path}`)];
}

/** Whether a title names an operation, and not a longer path. */
function names(title: string, place: string): boolean {
  const at = title.indexOf(place);
  return at >= 0 && !/[\w{/]/.test(title[at + place.length] ?? ' ');
}
