import { counted } from '../../../contract/values/words.js';
import { shortText, visibleText } from '../../../http/shown/shown-exchange.js';
import type { GapObservation, TargetFileReport } from '../../data/conformance-report.js';
import type { GapContent, PageContent } from '../content/page-content.js';
import { AddressLinks, Command, Definitions, List, Row, ScrollingText, View } from './elements.js';

/** How the target fills the gaps of the description: by its file, and as the run saw it. */
export function Service({ content }: { readonly content: PageContent }) {
  const { next, confirming, file } = content.summary.gaps;
  return (
    <View id="this-service" title="How this service fills the gaps of the description">
      <p class="aside">
        Where the description is silent, the suite assumes something. A target that differs deviates and
        doesn’t fail, unless TARGET_CONFIRMED_GAPS says that it does as assumed.
      </p>
      {next !== undefined && <p>Next: {shortText(next)}.</p>}
      {confirming !== undefined && (
        <>
          <p>
            Where the service did as assumed in this run, and where that was confirmed before and the run saw
            no difference:
          </p>
          <Command text={confirming} label="Copy the setting that confirms them" />
        </>
      )}
      <div class="rows">
        {content.gaps.map((each) => {
          const { id, confirmed, notShown, assumed, requirements, observed } = each.gap;
          const [look, word] = kinds[observed.kind];
          return (
            <Row
              key={id}
              class="gap"
              id={id}
              head={
                <>
                  <span class={`badge ${look}`}>{word}</span>
                  <span class="id">{id}</span>
                  <span class="sentence">{notShown}</span>
                  <span class="aside">{confirmed ? 'confirmed' : 'not confirmed'}</span>
                </>
              }
            >
              <Definitions
                class="facts-list"
                entries={[
                  ['Not shown', notShown],
                  ['Assumed', assumed],
                  ['The target', <Behaviour key={id} content={each} />],
                  ['Depends on it', <AddressLinks key={id} ids={requirements} />],
                  ['Clause', <List key={id} class="clauses" entries={each.clauses} />],
                ]}
              />
            </Row>
          );
        })}
      </div>
      <File file={content.report.target.file} inWords={file} />
    </View>
  );
}

/** How a gap looks, and what the target did there in a few words. */
const kinds: Readonly<Record<GapObservation['kind'], readonly [look: string, word: string]>> = {
  'as-assumed': ['passed', 'as assumed'],
  'in-part': ['warned', 'in part'],
  otherwise: ['deviated', 'differs'],
  unseen: ['untested', 'not seen'],
};

function Behaviour({ content: { gap, differences, notes } }: { readonly content: GapContent }) {
  const { kind, verified, open, leftOut } = gap.observed;
  const notLookedAt = [...open, ...leftOut];
  const resting = `${verified.length} of ${counted(gap.requirements.length, 'requirement')} verified.`;
  const sentences: Readonly<Record<typeof kind, string>> = {
    'as-assumed': `does as assumed${notLookedAt.length === 0 ? '' : ', as far as it could be exercised'}: ${resting}`,
    'in-part': `does as assumed in the part that was looked at: ${resting}`,
    otherwise: 'differs:',
    unseen: 'was not seen at this gap: nothing that depends on it was verified.',
  };
  return (
    <>
      {sentences[kind]}
      <List
        entries={differences.map(({ address, finding }) => (
          <>
            <a href={`#${address}`}>{address}</a> {finding.operationId}
            {finding.at === undefined ? '' : ` at ${shortText(finding.at)}`}: expected{' '}
            {shortText(finding.expected.join(', or '))}, got {shortText(finding.actual)}
          </>
        ))}
      />
      {notLookedAt.length > 0 && <p class="aside">Not looked at:</p>}
      <List
        entries={[...new Set(notLookedAt.map(({ reason }) => reason))].map((reason) => (
          <>
            {shortText(reason)}
            <AddressLinks ids={notLookedAt.filter((each) => each.reason === reason).map(({ id }) => id)} />
          </>
        ))}
      />
      <List
        entries={notes.map(
          ([requirement, response, times]) =>
            `${requirement}: ${shortText(response)} (${counted(times, 'time')})`,
        )}
      />
    </>
  );
}

/** The file that says how the target fills the gaps, and its open questions. */
function File({
  file,
  inWords,
}: Readonly<{ file: TargetFileReport | undefined; inWords: string | undefined }>) {
  if (file === undefined)
    return <p>No file says how the service fills them: the suite assumes that it does as it assumes.</p>;
  const { learned, open, text } = file;
  return (
    <>
      <h2 id="target-file">The target’s file</h2>
      <p>
        {shortText(inWords ?? '')}.
        {learned !== undefined && ` Learned on ${shortText(learned.on)} from ${shortText(learned.from)}.`}
      </p>
      <Definitions
        class="facts-list"
        entries={Object.entries(open).map(([place, question]) => [
          `Open: ${shortText(place)}`,
          shortText(question),
        ])}
      />
      {text !== undefined && <ScrollingText label="The target’s file">{visibleText(text)}</ScrollingText>}
    </>
  );
}
