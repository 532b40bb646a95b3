import type { StatementFigure } from './statement.ts';
import type { StatementText } from './statementText.ts';

const sections = ['deferredAwards', 'carry', 'allocations'] as const;
/** A part of a statement that a correction can change: a figure, or a section that lists records. */
export type StatementPart = StatementFigure | (typeof sections)[number];

/** Returns the parts of a statement that differ from the statement it corrects: figures first, then sections. */
export function changedParts(before: StatementText, now: StatementText): readonly StatementPart[] {
  const figuresOf = ({ currencies }: StatementText) =>
    currencies.flatMap(({ currency, figures }) =>
      figures.map(({ figure, amount }) => ({ figure, key: `${currency} ${figure} ${amount ?? ''}` })),
    );
  const without = (first: StatementText, other: StatementText) => {
    const keys = new Set(figuresOf(other).map(({ key }) => key));
    return figuresOf(first).flatMap(({ figure, key }) => (keys.has(key) ? [] : [figure]));
  };
  const rowsOf = (rows: readonly object[]) => rows.map(textOf).toSorted().join('\n\n');
  return [
    ...new Set([...without(now, before), ...without(before, now)]),
    ...sections.filter((section) => rowsOf(before[section]) !== rowsOf(now[section])),
  ];
}

/** Returns the fields of a row as text. Stored rows have their fields in another order. */
const textOf = (row: object): string =>
  Object.entries(row)
    .map(([field, value]) => `${field}=${String(value)}`)
    .toSorted()
    .join('\n');
