import { type Alignment, gapOf, type Question } from '../propose/proposal.js';
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
  theirs: Shape,
  query: Alignment,
  response: Alignment,
): { readonly query: Alignment; readonly response: Alignment } {
  const mark = 'pagination.next_cursor';
  const page = ours.fields.get('page');
  const isFound = query.pairs.some((pair) => pair.ours === 'page');
  const cursor = [...theirs.fields.keys()].find((name) => likeness('next_cursor', name).score >= 0.9);
  if (page === undefined || isFound || cursor === undefined) return { query, response };
  if (!response.pairs.some((pair) => pair.ours === mark)) return { query, response };
  const gap = gapOf(page.shape);
  const because = `${cursor}: it takes the place of page, and the mark of each page leads to the next`;
  const isUncounted = ({ at, candidates }: Question) =>
    candidates.length === 0 && at.startsWith('pagination.') && at !== mark;
  return {
    query: {
      ...query,
      questions: query.questions.filter(({ at }) => at !== 'page'),
      steps: [
        ...query.steps,
        // Two of our parameters can't have the same name.
        ...(cursor === 'cursor'
          ? [
              {
                step: { kind: 'absent', at: 'cursor' } as const,
                evidence: because,
                source: 'described' as const,
                gap: gapOfPages,
              },
            ]
          : []),
        ...(cursor === 'page'
          ? []
          : [
              {
                step: { kind: 'rename', at: 'page', to: cursor } as const,
                evidence: because,
                source: 'described' as const,
                ...gap,
              },
            ]),
        {
          step: { kind: 'convert', at: 'page', to: 'cursor' },
          evidence: because,
          source: 'described',
          ...gap,
        },
      ],
    },
    response: {
      ...response,
      questions: response.questions.filter((each) => !isUncounted(each)),
      steps: [
        ...response.steps,
        ...response.questions.filter(isUncounted).map(({ at, gap: own }) => ({
          step: { kind: 'absent', at } as const,
          evidence: 'pages that follow each other by a mark are not counted, and there is no such field',
          source: 'described' as const,
          ...(own === undefined ? {} : { gap: own }),
        })),
      ],
    },
  };
}
