import { type RawBuilder, sql } from 'kysely';
import type { ListQueryDefinition } from './definition.ts';

type Values = Readonly<Record<string, unknown>>;

/** Matches `:name`, but not the `::` of a cast. */
const NAMED = /(?<!:):([a-z]\w*)/i;

/** Turns the `:name`s of SQL into parameters. */
export function withParameters(text: string, values: Values): RawBuilder<unknown> {
  const pieces = text.split(NAMED).map((piece, at) => (at % 2 === 0 ? sql.raw(piece) : sql`${values[piece] ?? null}`));
  return sql.join(pieces, sql``);
}

/**
 * Returns the CTE that precedes a list's statement if its rows are computed. It is evaluated once, however often it is
 * read.
 */
export const listRows = ({ table, rows }: ListQueryDefinition['base'], values: Values): RawBuilder<unknown> =>
  rows === undefined ? sql`` : sql`${sql.raw(table)} AS MATERIALIZED (${withParameters(rows, values)}),`;
