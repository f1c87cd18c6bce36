import { type Alignment, gapOf, type Question, type Step } from '../propose/findings.js';
import type { Shape } from '../survey/shape.js';
import { likeness } from './names.js';

/** The gap of the contract's own parameter for a cursor, which stands next to page. */
const gapOfPages = 'G-19';

/**
 * Recognises a list whose pages are requested by the mark in the page before, not by a number. The fields that count
 * pages are then absent.
 * @param ours - the contract's parameters
 * @param theirs - the live description's parameters
 */
export function pagedByCursor(
  ours: Shape,
  theirs: Shape | undefined,
  query: Alignment,
  response: Alignment,
): { readonly query: Alignment; readonly response: Alignment } {
  const mark = 'pagination.next_cursor';
  const page = ours.fields.get('page');
  const isFound = query.pairs.some((pair) => pair.ours === 'page');
  const cursor = [...(theirs?.fields.keys() ?? [])].find(
    (name) => likeness('next_cursor', name).score >= 0.9,
  );
  if (page === undefined || isFound || cursor === undefined) return { query, response };
  if (!response.pairs.some((pair) => pair.ours === mark)) return { query, response };
  const { gap } = gapOf(page.shape);
  const uncounted = 'pages that follow each other by a mark are not counted, and there is no such field';
  const because = `${cursor}: it takes the place of page, and the mark of each page leads to the next`;
  const isUncounted = ({ at, candidates }: Question) =>
    candidates.length === 0 && at.startsWith('pagination.') && at !== mark;
  const described = (
    step: Pick<Step, 'kind' | 'at' | 'to'>,
    gapOfStep?: string,
    evidence = because,
  ): Step => ({
    ...step,
    evidence,
    source: 'described',
    gap: gapOfStep,
  });
  return {
    query: {
      ...query,
      questions: query.questions.filter(({ at }) => at !== 'page'),
      steps: [
        ...query.steps,
        // Two of our parameters can't have the same name.
        ...(cursor === 'cursor' ? [described({ kind: 'absent', at: 'cursor' }, gapOfPages)] : []),
        ...(cursor === 'page' ? [] : [described({ kind: 'rename', at: 'page', to: cursor }, gap)]),
        described({ kind: 'convert', at: 'page', to: 'cursor' }, gap),
      ],
    },
    response: {
      ...response,
      questions: response.questions.filter((each) => !isUncounted(each)),
      steps: [
        ...response.steps,
        ...response.questions
          .filter(isUncounted)
          .map(({ at, gap: own }) => described({ kind: 'absent', at }, own, uncounted)),
      ],
    },
  };
}
