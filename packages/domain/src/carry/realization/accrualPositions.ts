import {
  type CalendarDate,
  compareDates,
  createExplanations,
  type Decimal,
  decimal,
  defineFormula,
  type ExplanationTree,
  figure,
  moneyText,
  required,
  zero,
} from '../../kernel/index.ts';
import {
  type AccountEntry,
  type AccountEntryKind,
  accountOpeningKinds,
  paidKinds,
  negateAmount,
} from '../ledger/index.ts';
import { type CarryBalance, isDetermined } from '../run/index.ts';
import type { AccrualRows } from './realizationRows.ts';

/** A participant's account at a source without this realization: `balance` is the accrued amount less `paid`. */
export interface AccountBalance extends CarryBalance {
  /** Paid out or clawed back. */
  readonly paid: Decimal;
}

/** A participant's carry at a source: accrued before a realization, accrued by it, paid, and the balance afterwards. */
export interface AccrualPosition {
  readonly participantId: string;
  readonly before: string;
  /** Null if the source isn't determined. */
  readonly accrued: string | null;
  readonly paid: string;
  /** Also null if nothing was accrued or opened by the source's date, because payments alone don't determine a balance. */
  readonly after: string | null;
}

const accruedBeforeFormula = defineFormula({
  id: 'realization.accruedBefore',
  text: 'accrued before = sum of accruals and opening balances by the source’s date, without this realization',
  inputs: { entry: 'money' },
  result: 'money',
  source: 'docs/calculations/account-entries.md',
});
const paidFormula = defineFormula({
  id: 'realization.paid',
  text: 'paid = sum of payments and clawbacks by the end of the source’s date',
  inputs: { entry: 'money' },
  result: 'money',
  source: 'docs/calculations/account-entries.md',
});
const balanceAfterFormula = defineFormula({
  id: 'realization.balanceAfter',
  text: 'balance after = accrued before + accrued by this realization - paid',
  inputs: { before: 'money', accrued: 'money', paid: 'money' },
  result: 'money',
  source: 'docs/calculations/account-entries.md',
});
const entryFormula = defineFormula({
  id: 'ledger.entry',
  text: 'as entered in the account on its date',
  inputs: { day: 'date', kind: 'text', amount: 'money' },
  result: 'money',
  source: 'docs/calculations/account-entries.md',
});

/**
 * Returns the positions at a source whose carry is realized: the entries through its date, without those of this realization, plus what it accrues.
 *
 *     after = before + accrued - paid
 *
 * `after` is determined if something was accrued or opened before, or is accrued now.
 *
 * Units:  major currency units.
 * Source: docs/calculations/account-entries.md.
 */
export function accrualPositions(
  source: AccrualRows['sources'][number],
  balances: readonly AccountBalance[],
): readonly AccrualPosition[] {
  const accrued = new Map<string, string>();
  for (const { participantId, isLeaf, gross } of source.details) {
    if (isLeaf) accrued.set(participantId, moneyText(decimal(accrued.get(participantId) ?? '0').plus(gross)));
  }
  const balancesById = new Map(balances.map((balance) => [balance.participantId, balance]));
  const everybody = new Set([...accrued.keys(), ...balancesById.keys()]);
  return [...everybody].map((participantId) => {
    const { balance = zero, paid = zero, isDetermined: hasBegun = false } = balancesById.get(participantId) ?? {};
    const added = isDetermined(source) ? (accrued.get(participantId) ?? '0.00') : null;
    const begins = hasBegun || (added !== null && !decimal(added).isZero());
    return {
      participantId,
      before: moneyText(balance.plus(paid)),
      accrued: added,
      paid: moneyText(paid),
      after: added !== null && begins ? moneyText(balance.plus(added)) : null,
    };
  });
}

/** The figures of a position that depend on the account. */
export const positionFigures = ['before', 'paid', 'after'] as const;
export type PositionFigure = (typeof positionFigures)[number];

const entryLabels: Readonly<Record<AccountEntryKind, string>> = {
  accrual: 'Accrual',
  distribution: 'Distribution',
  clawback: 'Clawback',
  opening: 'Opening, accrued',
  openingDistributed: 'Opening, distributed',
};

/**
 * Returns the derivation of a position's figure: the entries of the account and, for the amount that this realization accrues, its own derivation.
 * Undefined for an undetermined balance, where nothing was ever accrued or opened.
 *
 * Source: docs/calculations/account-entries.md.
 */
export function explainPosition(
  name: PositionFigure,
  entries: readonly AccountEntry[],
  date: CalendarDate,
  accrued: { readonly value: Decimal; readonly tree: ExplanationTree | undefined },
): ExplanationTree | undefined {
  const explanations = createExplanations();
  const sides = { before: zero, paid: zero };
  const parts: Record<'before' | 'paid', ReturnType<typeof figure>[]> = { before: [], paid: [] };
  const counted = entries.filter((entry) => compareDates(entry.date, date) <= 0);
  for (const [at, { kind, date: day, amount: entered }] of counted.entries()) {
    const side = paidKinds.has(kind) ? 'paid' : 'before';
    const amount = side === 'paid' ? negateAmount(entered) : entered;
    const path = ['entries', at, `${entryLabels[kind]}, ${day}`];
    explanations.record(path, entryFormula, { day, kind: entryLabels[kind], amount: entered }, amount);
    parts[side].push(figure(path, amount));
    sides[side] = sides[side].plus(amount);
  }
  if (name === 'after' && accrued.value.isZero() && !counted.some(({ kind }) => accountOpeningKinds.has(kind)))
    return undefined;
  explanations.record(['position', 'before'], accruedBeforeFormula, { entry: parts.before }, sides.before);
  explanations.record(['position', 'paid'], paidFormula, { entry: parts.paid }, sides.paid);
  if (name !== 'after') return explanations.tree(['position', name]);
  const inputs = {
    before: figure(['position', 'before'], sides.before),
    accrued: accrued.tree ? figure(accrued.tree.path, accrued.value) : accrued.value,
    paid: figure(['position', 'paid'], sides.paid),
  };
  const after = sides.before.plus(accrued.value).minus(sides.paid);
  explanations.record(['position', 'after'], balanceAfterFormula, inputs, after);
  const tree = required(explanations.tree(['position', name]), 'the derivation of a position');
  const [before, ...rest] = tree.children;
  return { ...tree, children: [...(before ? [before] : []), ...(accrued.tree ? [accrued.tree] : []), ...rest] };
}
