/** @jsxImportSource preact */

import { spanInWords } from '../../../http/shown/duration-in-words.js';
import { visibleText } from '../../../http/shown/shown-exchange.js';
import type { BatchRead, BatchTrack } from '../../../verdicts/recording/observations.js';
import { counted } from '../../data/in-words.js';
import { axisHeight, Legend, Picture, Plot, percent, TickLines, timeTicks } from './scale.js';

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
  const whole = longest * 1000;
  const bottom = rows.length * rowHeight + 6;
  const stops = reads.map((read) => ({
    read,
    at: percent(Math.max(read.seconds, 0) / longest),
    row: rows.indexOf(nameOf(read)),
  }));
  const y = (row: number) => row * rowHeight + rowHeight / 2 + 3;
  const steps = reads.map((read, index) => [reads[index - 1], read] as const);
  const says = `read ${counted(reads.length, 'time')} with ${results}: ${inWords(reads)}.`;
  return (
    <Picture kind="track" title={write} says={says}>
      <Plot
        height={bottom + axisHeight}
        label={`A batch of ${write}, ${says}`}
        rows={{ width: 92, labels: rows.map((name, row) => [y(row), name]) }}
      >
        <TickLines ticks={timeTicks(whole)} bottom={bottom} />
        {rows.map((name, row) => (
          <line key={name} class="guide" x1="0" x2="100%" y1={y(row)} y2={y(row)} />
        ))}
        {stops.slice(0, 1).map(({ at, row }) => (
          <line key={at} class="acknowledged" x1="0" x2={at} y1={y(row)} y2={y(row)} />
        ))}
        {stops.map(({ at, row }, index) => {
          const before = stops[index - 1];
          if (before === undefined) return null;
          const look = isWrong(before.read, stops[index]?.read) ? 'track wrong' : 'track';
          return (
            <g key={`${at} ${row}`} class={look}>
              <line x1={before.at} x2={at} y1={y(before.row)} y2={y(before.row)} />
              {row !== before.row && <line x1={at} x2={at} y1={y(before.row)} y2={y(row)} />}
            </g>
          );
        })}
        {stops.map(({ read, at, row }, index) => {
          const wrong = read.status !== 200 || isWrong(reads[index - 1], read);
          return (
            <g key={`${at} ${row} ${index}`} class={wrong ? 'stop wrong' : `stop ${lookOf(read)}`}>
              <title>{`${momentOf(read)}: ${read.status}, ${nameOf(read)}`}</title>
              <circle cx={at} cy={y(row)} r={wrong ? 7.5 : 5} />
              {wrong && (
                <text class="sign" x={at} y={y(row) + 4}>
                  ✕
                </text>
              )}
            </g>
          );
        })}
      </Plot>
      <Legend
        entries={steps
          .filter(([before, read]) => before === undefined || nameOf(before) !== nameOf(read))
          .map(([before, read]) => (
            <span
              key={read.seconds}
              class={isWrong(before, read) || read.status !== 200 ? 'differing' : undefined}
            >
              <b>{nameOf(read)}</b> after {momentOf(read)}
              {isWrong(before, read) ? ' ✕ out of order' : ''}
            </span>
          ))}
      />
    </Picture>
  );
}

/** The state that a read showed, or the status of an answer without one. */
function nameOf({ status, state }: BatchRead): string {
  if (state === undefined) return status === 200 ? 'no state' : `answer ${status}`;
  return visibleText(state.slice(0, 20));
}

/** Only states that we know become names of classes: others are words of the target. */
function lookOf({ state = '' }: BatchRead): string {
  return knownStates.includes(state) ? state : 'other';
}

/** The rows: answers without a state first, then known states in their order, then others as they appeared. */
function rowsOf(reads: readonly BatchRead[]): readonly string[] {
  const names = [...new Set(reads.map(nameOf))];
  const known = knownStates.filter((state) => names.includes(state));
  const stateless = new Set(reads.filter(({ state }) => state === undefined).map(nameOf));
  const others = names.filter((name) => !known.includes(name) && !stateless.has(name));
  return [...stateless, ...known, ...others];
}

/** Whether a batch went back: from a final state to any other, or to pending. */
function isWrong(before: BatchRead | undefined, read: BatchRead | undefined): boolean {
  if (before?.state === undefined || read?.state === undefined || before.state === read.state) return false;
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
