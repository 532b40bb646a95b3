import { years } from '@carrara/contract/core/kinds';

/** The typed year; undefined if it is not a year. */
export function yearIn(typed: string): number | undefined {
  const year = /^\s*\d{4}\s*$/.test(typed) ? Number(typed) : undefined;
  return year !== undefined && year >= years.first && year <= years.last ? year : undefined;
}
