/** A duration for readers: `30 s`, `4 min 12 s`, `1 h 5 min`. */
export function spanInWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (milliseconds === 0) return '0 s';
  if (seconds < 1) return `${Math.round(milliseconds)} ms`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The duration of a response for readers: `0.6 ms`, `120 ms`, `1.5 s`. */
export function durationInWords(milliseconds: number): string {
  if (milliseconds >= 1000) return `${Number((milliseconds / 1000).toPrecision(2))} s`;
  return `${milliseconds < 10 ? Number(milliseconds.toPrecision(2)) : Math.round(milliseconds)} ms`;
}
