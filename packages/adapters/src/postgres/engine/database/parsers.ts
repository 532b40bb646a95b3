import pg from 'pg';

const { builtins } = pg.types;
const numericArray = 1231;
const dateArray = 1182;

const textArrayType: number = 1009;
const textArray: unknown = pg.types.getTypeParser(textArrayType, 'text');

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be counted`);
  return value;
}

/**
 * Parsers for database values. Decimals are text, because a double would lose cents. Dates are `YYYY-MM-DD`, because
 * a local Date could shift them. Timestamps are ISO text in UTC. Arrays of decimals and dates need their own,
 * because their default parsers create doubles and Dates.
 */
const parsers: Readonly<Record<number, unknown>> = {
  [builtins.NUMERIC]: (text: string) => text,
  [builtins.DATE]: (text: string) => text,
  [builtins.INT8]: wholeNumber,
  [builtins.TIMESTAMPTZ]: (text: string) => new Date(text).toISOString(),
  [numericArray]: textArray,
  [dateArray]: textArray,
};

export const types: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : parsers[id];
    return own ?? (pg.types.getTypeParser(id, format ?? 'text') as (text: string) => unknown);
  },
};

/**
 * Settings that the parsers, the audit log and the product's SQL expect. Each connection sets them, because a role, a database or the server can have
 * others. Names lead to the product's tables, not to a schema with the name of the login or to temporary tables. Row-level security filters rows
 * instead of refusing statements.
 */
export const sessionFormats = `SET DateStyle = 'ISO, MDY'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET bytea_output = 'hex';
  SET standard_conforming_strings = on; SET transform_null_equals = off; SET search_path = public, pg_temp;
  SET row_security = on; SET quote_all_identifiers = off`;
