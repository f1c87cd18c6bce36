import { counted, grouped } from '../../../contract/values/words.js';
import type { WindowCurve } from '../../../verdicts/recording/observations.js';
import { Bar, numberSteps, Picture, Plot, ticks } from './chart.js';

/** Pixels of the curve, and of the refused requests below it. */
const [plotHeight, refusedHeight] = [80, 12];

/** A rate limit as a curve: what the target said remains after each request, and the requests that it refused. */
export function WindowPicture({ curve: { operationId, declared, points } }: { readonly curve: WindowCurve }) {
  const most = Math.max(declared, ...points.map(({ remaining = 0 }) => remaining), 1);
  const y = (remaining: number) => 8 + (plotHeight - 8) * (1 - remaining / most);
  const refused = points.flatMap(({ status }, index) => (status === 429 ? [index] : []));
  const [first] = refused;
  const passed = first ?? points.length;
  const says =
    first === undefined
      ? `${counted(points.length, 'request')}, none refused: the limit is at least ${grouped(passed)}.`
      : `${counted(points.length, 'request')}: ${grouped(passed)} passed before the first refusal, ${grouped(refused.length)} refused.`;
  const viewBox = `0 0 1000 ${plotHeight}`;
  const curve = points.flatMap(({ remaining }, index) =>
    remaining === undefined
      ? []
      : `${Math.round(((index + 0.5) / points.length) * 1000)} ${Math.round(y(remaining))}`,
  );
  const agrees = first === undefined ? passed <= declared : passed === declared;
  return (
    <Picture kind="window" title={operationId} says={says}>
      <Plot
        height={plotHeight + refusedHeight}
        ticks={ticks(points.length, numberSteps, grouped)}
        label={`Rate limit of ${operationId}. ${says}`}
        rows={[
          [y(declared), `limit ${grouped(declared)}`],
          [plotHeight + refusedHeight / 2, '429'],
        ]}
      >
        <line class={agrees ? 'limit' : 'limit differs'} x1="0" x2="100%" y1={y(declared)} y2={y(declared)} />
        <svg aria-hidden="true" height={plotHeight} width="100%" viewBox={viewBox} preserveAspectRatio="none">
          <path class="curve" d={`M${curve.join('L')}`} />
        </svg>
        {refused.map((index) => (
          <Bar
            key={index}
            look="refused"
            from={index / points.length}
            to={(index + 1) / points.length}
            y={plotHeight}
            height={refusedHeight}
          />
        ))}
      </Plot>
    </Picture>
  );
}
