/** @jsxRuntime automatic @jsxImportSource preact */

/** A moment in UTC, to the second; `otherwise` where there is none. */
export function Moment({ at, otherwise }: { readonly at: number | undefined; readonly otherwise: string }) {
  if (at === undefined) return <>{otherwise}</>;
  // The years from 10000 on have a sign there, which HTML doesn't know.
  const iso = new Date(at).toISOString().replace(/^\+0?/, '');
  return <time dateTime={iso}>{iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>;
}
