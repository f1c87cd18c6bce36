import type { OperationReport } from '../../conformance-report.js';
import { commonScale, TimesPlot } from './times-plot.js';
import { Scrollable } from './view.js';

/** The speed of each operation, and its rate limit. */
export function TimesAndLimits({ operations }: { readonly operations: readonly OperationReport[] }) {
  const scale = commonScale(operations.flatMap(({ durations }) => durations ?? []));
  return (
    <>
      <h2>Response times and rate limits</h2>
      <p class="aside">
        Times of successful answers, on one logarithmic scale, under the suite’s own load: the solid line is
        the median, the dashed line the 95th percentile. Limits are requests per minute: those of the
        description, those that the target declares, and the number that passed in an exhausted window.
      </p>
      <Scrollable label="Response times and rate limits of each operation">
        <table class="times-table">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">Times</th>
              <th scope="col" class="number">
                Median
              </th>
              <th scope="col" class="number">
                95 %
              </th>
              <th scope="col" class="number">
                Stated
              </th>
              <th scope="col" class="number">
                Declared
              </th>
              <th scope="col" class="number">
                Observed
              </th>
            </tr>
          </thead>
          <tbody>
            {operations.map((operation) => (
              <tr key={operation.operationId}>
                <th scope="row">
                  <a href={`#${operation.operationId}`}>{operation.operationId}</a>
                </th>
                <TimesPlot times={operation.durations} scale={scale} />
                <Limits operation={operation} />
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
    </>
  );
}

function Limits({ operation: { rateLimit } }: { readonly operation: OperationReport }) {
  const { stated, declared, observed } = rateLimit;
  return (
    <>
      <td class="number">{stated}</td>
      <td class={declared !== undefined && declared !== stated ? 'number differing' : 'number'}>
        {declared ?? '–'}
      </td>
      <td class={observed !== undefined && observed !== (declared ?? stated) ? 'number differing' : 'number'}>
        {observed ?? '–'}
      </td>
    </>
  );
}
