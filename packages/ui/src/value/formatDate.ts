import { dateOutOfBounds } from '@carrara/domain/kernel/dateBounds';
import { clockIn, displayedInstant } from '@carrara/contract/core/today';
import { dash } from './formatDecimal.ts';

const isoDate = /^(\d{4})-(\d{2})-(\d{2})/;
const typedDate = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/;

/** `2026-09-30` as `09/30/2026`. Works with text only, so that no time zone can move a date. */
export function formatDate(iso: string | null | undefined): string {
  const match = iso ? isoDate.exec(iso) : null;
  return match ? `${match[2]}/${match[3]}/${match[1]}` : (iso ?? '') || dash;
}

let firmZone: string | undefined;
let readersZone: string | undefined;

/**
 * Sets the time zone of displayed instants. It is the firm's, which also decides its dates, so that a time never falls on another date. If the
 * reader's clock differs, the zone is named.
 */
export function showInstantsIn(timeZone: string | undefined, readers?: string): void {
  firmZone = timeZone;
  readersZone = readers;
}

/** A UTC instant in the firm's time zone, `09/30/2026 14:05`, or with the zone for a reader whose clock differs, `09/30/2026 14:05 EDT`. */
export function formatInstant(iso: string | null | undefined): string {
  if (!iso) return dash;
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const isOwnClock = readersZone === undefined || clockIn(readersZone, at) === clockIn(firmZone, at);
  return isOwnClock ? onFirmClock(at) : withZone(at);
}

function onFirmClock(at: Date): string {
  const clock = clockIn(firmZone, at);
  return `${formatDate(clock)} ${clock.slice(11, 16)}`;
}

const withZone = (at: Date): string => displayedInstant(at.toISOString(), firmZone);

/** Like `formatInstant`, but always with the zone, for a moment that matters to people in several time zones. */
export function formatInstantAndZone(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : withZone(at);
}

/** A typed or pasted date (`9/30/2026`, `2026-09-30`) as ISO text; null if it is not a valid date. */
export function parseDateText(typed: string): string | null {
  const day = readDay(typed);
  return day !== null && dateOutOfBounds(day) === undefined ? day : null;
}

/** Returns the problem of a typed date, worded to follow the name of its field; undefined if it is valid. */
export function dateMistake(typed: string): string | undefined {
  const day = readDay(typed);
  if (day === null) return 'must be a date, such as 09/30/2026';
  return dateOutOfBounds(day);
}

function readDay(typed: string): string | null {
  const text = typed.trim();
  const iso = isoDate.exec(text);
  const american = typedDate.exec(text);
  const parts = iso ? [iso[1], iso[2], iso[3]] : american ? [american[3], american[1], american[2]] : undefined;
  if (!parts) return null;
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  if (length === undefined || day < 1 || day > length) return null;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
