const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** What a text in a format is called in a message, and how it is recognised. */
export interface Format {
  name: string;
  matches(text: string): boolean;
}

/** The formats that schemas may name. 'uri' stands for an absolute URL of the web (gap G-02, gap G-13). */
export const FORMATS: Readonly<Record<string, Format>> = {
  uuid: { name: 'a UUID', matches: (text) => UUID.test(text) },
  'date-time': { name: 'a date with time and zone, like 2025-01-31T12:00:00Z', matches: isDateTime },
  date: { name: 'a date like 2025-01-31, or one with time and zone', matches: isDay },
  uri: { name: 'an absolute URL that begins with http:// or https://', matches: isWebUrl },
};

/** True for a calendar day like 2025-01-31. */
export function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** True for a date-time as RFC 3339 describes it: with seconds and a zone. */
export function isDateTime(text: string): boolean {
  const [, day] = DATE_TIME.exec(text) ?? [];
  return day !== undefined && isDay(day);
}

/** True for an absolute http or https URL with a host and without white space or control characters. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);
}
