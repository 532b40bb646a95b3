import { decimal, moneyText, pairByKey, significantText } from '@carrara/domain/kernel';
import { type AccountPeriod, accountPeriods } from '../capitalAccount/index.ts';
import { type FigureName, moneyFigures, multipleFigures, rateFigures, type Subject } from '../period/index.ts';

/** The stored figures of a subject: money with two decimals, rates in percent; null if there is none. */
export type StoredFigureTexts = { readonly subject: Subject; readonly id: string; readonly name: string | null } & {
  readonly [F in FigureName]: string | null;
};

/** A changed figure: old and new value, and the difference if both exist. */
export interface FigureChange {
  readonly subject: Subject;
  readonly id: string;
  readonly name: string | null;
  readonly field: FigureName;
  readonly old: string | null;
  readonly new: string | null;
  readonly difference: string | null;
}

/** Returns true if a changed figure still looks the same when displayed with two decimals. */
export const isDisplayedUnchanged = ({ old, new: now }: Pick<FigureChange, 'old' | 'new'>): boolean =>
  old !== null && now !== null && decimal(old).toFixed(2) === decimal(now).toFixed(2);

const isMoney: ReadonlySet<string> = new Set(moneyFigures);
const fields: readonly FigureName[] = [...moneyFigures, ...rateFigures, ...multipleFigures];

/**
 * Compares two states of a quarter. Returns the changed figures of each subject in the order of the later state, followed by the subjects that only
 * the earlier state has.
 */
export function changedFigures(
  before: readonly StoredFigureTexts[],
  after: readonly StoredFigureTexts[],
): readonly FigureChange[] {
  const keyOf = ({ subject, id }: StoredFigureTexts) => `${subject} ${id}`;
  const was = new Map(before.map((texts) => [keyOf(texts), texts]));
  const is = new Map(after.map((texts) => [keyOf(texts), texts]));
  const pairs = pairByKey(was, is);
  const ordered = [...pairs.filter(({ after: now }) => now), ...pairs.filter(({ after: now }) => !now)];
  return ordered.flatMap(({ before: old, after: now, latest: { subject, id, name } }) => {
    return fields.flatMap((field): FigureChange[] => {
      const [from, to] = [old?.[field] ?? null, now?.[field] ?? null];
      return isSame(from, to)
        ? []
        : [{ subject, id, name, field, old: from, new: to, difference: between(field, from, to) }];
    });
  });
}

const isSame = (a: string | null, b: string | null) =>
  a === null || b === null ? a === b : decimal(a).equals(decimal(b));

/** A displayed row of a capital account. */
export interface AccountRowTexts {
  readonly row: number;
  readonly label: string;
  readonly qtd: string | null;
  readonly ytd: string | null;
  readonly itd: string | null;
}

/** A changed row in one of the account's columns. */
export interface AccountChange extends Pick<FigureChange, 'old' | 'new' | 'difference'> {
  readonly row: number;
  readonly label: string;
  readonly period: AccountPeriod;
}

const columnOf = { QTD: 'qtd', YTD: 'ytd', ITD: 'itd' } as const;

/** Compares two states of a capital account, row by row. An account that didn't exist yet has no rows. */
export function changedRows(
  before: readonly AccountRowTexts[],
  after: readonly AccountRowTexts[],
): readonly AccountChange[] {
  const byNumber = (rows: readonly AccountRowTexts[]) => new Map(rows.map((row) => [row.row, row]));
  const pairs = pairByKey(byNumber(before), byNumber(after)).toSorted((a, b) => a.key - b.key);
  return pairs.flatMap(({ key: row, before: old, after: now, latest: { label } }) => {
    return accountPeriods.flatMap((period): AccountChange[] => {
      const [from, to] = [old?.[columnOf[period]] ?? null, now?.[columnOf[period]] ?? null];
      if (isSame(from, to)) return [];
      const difference = from === null || to === null ? null : moneyText(decimal(to).minus(decimal(from)));
      return [{ row, label, period, old: from, new: to, difference }];
    });
  });
}

function between(field: FigureName, from: string | null, to: string | null): string | null {
  if (from === null || to === null) return null;
  const difference = decimal(to).minus(decimal(from));
  return isMoney.has(field) ? moneyText(difference) : significantText(difference);
}
