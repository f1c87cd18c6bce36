import { type Verdict, verdicts } from '../../../verdicts/requirement-verdict.js';
import { type ConformanceReport, meaningAmong } from '../../conformance-report.js';
import { counted } from '../content/in-words.js';
import { Badge } from './badge.js';
import { Scrollable } from './view.js';

const strengths = ['must', 'should', 'may'] as const;

/** The number of requirements by verdict and strength; each number links to its rows. */
export function Counts({ report: { requirements, totals } }: { readonly report: ConformanceReport }) {
  const present = verdicts.filter((verdict) => totals.verdicts[verdict] > 0);
  const count = (verdict: Verdict, strength?: string) =>
    requirements.filter(
      (each) => each.verdict === verdict && (strength === undefined || each.strength === strength),
    ).length;
  return (
    <>
      <h2>{counted(requirements.length, 'requirement')}</h2>
      <Scrollable label="Requirements by verdict and strength">
        <table class="counts">
          <thead>
            <tr>
              <th scope="col">Verdict</th>
              {strengths.map((strength) => (
                <th scope="col" class="number" key={strength}>
                  {strength}
                </th>
              ))}
              <th scope="col" class="number">
                All
              </th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {present.map((verdict) => (
              <tr key={verdict}>
                <th scope="row">
                  <Badge verdict={verdict} />
                </th>
                {strengths.map((strength) => (
                  <td class="number" key={strength}>
                    <Count
                      count={count(verdict, strength)}
                      href={`#requirements?verdict=${verdict}&strength=${strength}`}
                      what={`${strength} ${verdict}`}
                    />
                  </td>
                ))}
                <td class="number">
                  <Count
                    count={count(verdict)}
                    href={`#requirements?verdict=${verdict}`}
                    what={`all ${verdict}`}
                  />
                </td>
                <td>{meaningAmong(verdict, requirements)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
    </>
  );
}

function Count(props: { readonly count: number; readonly href: string; readonly what: string }) {
  if (props.count === 0) return <span class="zero">0</span>;
  return (
    <a href={props.href} aria-label={`${props.count}: ${props.what}`}>
      {props.count}
    </a>
  );
}
