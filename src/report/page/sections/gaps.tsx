import { shortText } from '../../../http/visible-text.js';
import type { ConformanceReport, GapReport } from '../../conformance-report.js';
import { confirmingLine, nextStepInWords } from '../../gaps-in-words.js';
import { behaviourAt, type GapBehaviour } from '../content/gap-behaviour.js';
import { counted } from '../content/in-words.js';
import { joinedFindings } from '../content/joined-findings.js';
import { AddressLinks } from './address-links.js';
import { Command } from './command.js';
import { View } from './view.js';

/** The gaps of the description, the assumptions of the suite, and the behaviour of the target. */
export function Gaps({ report }: { readonly report: ConformanceReport }) {
  const found = report.requirements.flatMap(({ findings }) => joinedFindings(findings));
  const next = nextStepInWords(report);
  return (
    <View id="gaps" title="Gaps">
      <p class="aside">
        Where the description is silent, the suite assumes something. A target that differs deviates and
        doesn’t fail, unless TARGET_CONFIRMED_GAPS says that it does as assumed.
      </p>
      {next !== undefined && <p>Next: {shortText(next)}.</p>}
      <Confirming gaps={report.gapsToConfirm} />
      {report.gaps.map((gap) => (
        <GapArticle key={gap.id} gap={gap} behaviour={behaviourAt(gap, report, found)} />
      ))}
    </View>
  );
}

/** The setting that confirms the gaps at which the target did as assumed. */
function Confirming({ gaps }: { readonly gaps: ConformanceReport['gapsToConfirm'] }) {
  const line = gaps === undefined ? undefined : confirmingLine(gaps);
  if (line === undefined) return null;
  return (
    <>
      <p>
        The gaps at which the target did as assumed in this run, and those confirmed before at which the run
        saw no difference:
      </p>
      <Command text={line} label="Copy the setting that confirms them" />
    </>
  );
}

interface GapProps {
  readonly gap: GapReport;
  readonly behaviour: GapBehaviour;
}

function GapArticle({ gap, behaviour }: GapProps) {
  return (
    <article class={`gap ${behaviour.kind}`} id={gap.id} tabIndex={-1} aria-labelledby={`${gap.id}-title`}>
      <h2 id={`${gap.id}-title`}>
        {gap.id} <span class="clause">clause {gap.clause.join(', ')}</span>{' '}
        <span class="clause">{gap.confirmed ? 'confirmed for this target' : 'not confirmed'}</span>
      </h2>
      <dl class="standing">
        <div>
          <dt>Not shown</dt>
          <dd>{gap.notShown}</dd>
        </div>
        <div>
          <dt>Assumed</dt>
          <dd>{gap.assumed}</dd>
        </div>
        <div>
          <dt>The target</dt>
          <dd>
            <Behaviour behaviour={behaviour} gap={gap} />
          </dd>
        </div>
        <div>
          <dt>Depends on it</dt>
          <dd>
            <AddressLinks ids={gap.requirements} />
          </dd>
        </div>
      </dl>
    </article>
  );
}

function Behaviour({ behaviour, gap: { requirements, observed } }: GapProps) {
  const { kind, differences, notes, verified, notLookedAt } = behaviour;
  const resting = `${verified} of ${counted(requirements.length, 'requirement')}`;
  const isWhole = notLookedAt.length === 0;
  return (
    <>
      {kind === 'otherwise' && (
        <>
          differs:
          <ul>
            {differences.map(({ address, finding }) => (
              <li key={address}>
                <a href={`#${address}`}>{address}</a> {finding.operationId}
                {finding.at === undefined ? '' : ` at ${shortText(finding.at)}`}: expected{' '}
                {shortText(finding.expected.join(', or '))}, got {shortText(finding.actual)}
              </li>
            ))}
          </ul>
        </>
      )}
      {kind === 'as-assumed' &&
        `does as assumed${isWhole ? '' : ', as far as it could be exercised'}: ${resting} verified.`}
      {kind === 'in-part' && `does as assumed in the part that was looked at: ${resting} verified.`}
      {kind === 'unseen' && 'was not seen at this gap: nothing that depends on it was verified.'}
      {observed !== undefined && observed.fields.of > 0 && kind !== 'unseen' && (
        <p class="aside">
          Assumed fields of answers: {observed.fields.seen} of {observed.fields.of} seen.
        </p>
      )}
      {!isWhole && (
        <>
          <p class="aside">Not looked at:</p>
          <ul>
            {notLookedAt.map(({ reason, ids }) => (
              <li key={reason}>
                {shortText(reason)}
                <AddressLinks ids={ids} />
              </li>
            ))}
          </ul>
        </>
      )}
      {notes.length > 0 && (
        <ul>
          {notes.map(({ requirement, answer, times }) => (
            <li key={`${requirement} ${answer}`}>
              {requirement}: {shortText(answer)} ({counted(times, 'time')})
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
