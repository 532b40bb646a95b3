import { dateOutOfBounds } from '@carrara/domain/kernel/dateBounds';
import { clockIn, displayedDay, displayedInstant } from '@carrara/contract/core/today';
import { parseDay } from '@carrara/domain/kernel/displayFormat';
import { personalFormats } from './personalFormats.ts';
import { dash } from './formatDecimal.ts';

const isoDate = /^\d{4}-\d{2}-\d{2}/;

/** `2026-09-30` as `09/30/2026`, or in the person's format. */
export function formatDate(iso: string | null | undefined): string {
  return iso && isoDate.test(iso) ? displayedDay(iso) : (iso ?? '') || dash;
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

/** Returns a date in the person's format (`9/30/2026`) or ISO text (`2026-09-30`) as ISO text. Null if it isn't a valid date. */
export function parseDateText(typed: string): string | null {
  const day = parseDay(typed, personalFormats().dateFormat);
  return day !== null && dateOutOfBounds(day) === undefined ? day : null;
}

/** Returns the problem of a typed date, worded to follow the name of its field; undefined if it is valid. */
export function dateMistake(typed: string): string | undefined {
  const day = parseDay(typed, personalFormats().dateFormat);
  if (day === null) return `must be a date, such as ${formatDate('2026-09-30')}`;
  return dateOutOfBounds(day);
}
