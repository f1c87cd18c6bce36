/** @jsxImportSource preact */

import { counted } from '../../../contract/values/words.js';
import { spanInWords } from '../../../http/shown/duration-in-words.js';
import { visibleText } from '../../../http/shown/shown-exchange.js';
import type { BatchRead, BatchTrack } from '../../../verdicts/recording/observations.js';
import { Dot, Legend, Line, Picture, Plot, timeTicks } from './chart.js';

/** The states of a batch in the order in which it should pass through them (clause 3.2). */
const knownStates = ['pending', 'processing', 'retry', 'completed', 'failed'];
const finalStates = ['completed', 'failed'];

const rowHeight = 24;

/** A batch as a track through its states: a stop for each read. */
export function TrackPicture({ track }: { readonly track: BatchTrack }) {
  const { reads, write, results } = track;
  if (reads.length === 0) return null;
  const rows = rowsOf(reads);
  const longest = Math.max(...reads.map(({ seconds }) => seconds), 1);
  const y = (name: string) => rows.indexOf(name) * rowHeight + rowHeight / 2 + 3;
  const stops = reads.map((read, index) => {
    const name = nameOf(read);
    const wentBack = isBackwards(reads[index - 1], read);
    const isWrong = wentBack || read.status !== 200;
    return { name, x: Math.max(read.seconds, 0) / longest, y: y(name), read, wentBack, isWrong };
  });
  const steps = stops.map((stop, index) => ({ stop, before: stops[index - 1] }));
  const says = `read ${counted(reads.length, 'time')} with ${results}: ${inWords(reads)}.`;
  return (
    <Picture kind="track" title={write} says={says}>
      <Plot
        height={rows.length * rowHeight + 6}
        ticks={timeTicks(longest * 1000)}
        label={`A batch of ${write}, ${says}`}
        rows={{ width: 92, labels: rows.map((name) => [y(name), name]) }}
      >
        {rows.map((name) => (
          <Line key={name} look="guide" x={[0, 1]} y={[y(name)]} />
        ))}
        {steps.map(({ stop, before }, index) => (
          <g key={index} class={before === undefined ? 'acknowledged' : stop.wentBack ? 'wrong' : 'passage'}>
            <Line x={[before?.x ?? 0, stop.x]} y={[before?.y ?? stop.y]} />
            {before !== undefined && before.y !== stop.y && <Line x={[stop.x]} y={[before.y, stop.y]} />}
          </g>
        ))}
        {stops.map(({ x, y: down, name, read, isWrong }, index) => (
          <g key={index} class={isWrong ? 'stop wrong' : `stop ${lookOf(read)}`}>
            <title>{`${momentOf(read)}: ${read.status}, ${name}`}</title>
            <Dot x={x} y={down} sign={isWrong ? '✕' : undefined} />
          </g>
        ))}
      </Plot>
      <Legend
        entries={steps
          .filter(({ stop, before }) => before?.name !== stop.name)
          .map(({ stop: { name, read, wentBack, isWrong } }) => (
            <span key={read.seconds} class={isWrong ? 'differing' : undefined}>
              <b>{name}</b> after {momentOf(read)}
              {wentBack ? ' ✕ out of order' : ''}
            </span>
          ))}
      />
    </Picture>
  );
}

/** The state that a read showed, or the status of a response without one. */
function nameOf({ status, state }: BatchRead): string {
  if (state === undefined) return status === 200 ? 'no state' : `response ${status}`;
  return visibleText(state.slice(0, 20));
}

/** Only states that we know become names of classes: others are words of the target. */
function lookOf({ state = '' }: BatchRead): string {
  return knownStates.includes(state) ? state : 'other';
}

/** The rows: responses without a state first, then known states in their order, then others as they appeared. */
function rowsOf(reads: readonly BatchRead[]): readonly string[] {
  const stateless = reads.filter(({ state }) => state === undefined).map(nameOf);
  const names = reads.map(nameOf);
  return [...new Set([...stateless, ...knownStates.filter((state) => names.includes(state)), ...names])];
}

/** Whether a batch went back: from a final state to any other, or to pending. */
function isBackwards(before: BatchRead | undefined, read: BatchRead): boolean {
  if (before?.state === undefined || read.state === undefined || before.state === read.state) return false;
  return finalStates.includes(before.state) || read.state === 'pending';
}

function inWords(reads: readonly BatchRead[]): string {
  const last = reads.at(-1);
  const refused = reads.filter(({ status }) => status !== 200).length;
  const end = last === undefined ? '' : `${nameOf(last)} after ${momentOf(last)}`;
  return refused === 0 ? end : `${end}; ${counted(refused, 'read')} without a 200`;
}

/** `2 s`, `1 min 5 s`. */
function momentOf({ seconds }: BatchRead): string {
  return seconds < 60 ? `${Number(seconds.toFixed(1))} s` : spanInWords(seconds * 1000);
}
