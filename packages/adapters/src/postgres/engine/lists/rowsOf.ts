import { type RawBuilder, sql } from 'kysely';
import type { ListQueryDefinition } from './definition.ts';

type Values = Readonly<Record<string, unknown>>;

/** `:name`, which is not the `::` of a type. */
const NAMED = /(?<!:):([a-z]\w*)/i;

/** SQL of a definition with the values of its `:name`s as parameters. */
export function withParameters(text: string, values: Values): RawBuilder<unknown> {
  const pieces = text.split(NAMED).map((piece, at) => (at % 2 === 0 ? sql.raw(piece) : sql`${values[piece] ?? null}`));
  return sql.join(pieces, sql``);
}

/** What stands before a list's statement where its rows are made by one; computed once, however often they are read. */
export const rowsOf = ({ table, rows }: ListQueryDefinition['base'], values: Values): RawBuilder<unknown> =>
  rows === undefined ? sql`` : sql`${sql.raw(table)} AS MATERIALIZED (${withParameters(rows, values)}),`;
