import { add, applyFraction, splitCents, subtract, sumWhole, type Whole } from '../../kernel/cents/index.ts';
import { type Failure, fail, required } from '../../kernel/index.ts';
import { type AppliedRate, overriddenTaxAmounts, taxAmounts } from '../tax/index.ts';
import type { EnteredFigures } from './adjustments.ts';
import type { SourcePlan } from './plan.ts';
import { type Route, routeText } from './routes.ts';
import { type SharedOut, shareOut } from './shares.ts';

/** The figures of a row, in whole cents. */
export interface Cents {
  gross: Whole;
  tax: Whole;
  escrow: Whole;
  loanRepayment: Whole;
  otherAdjustment: Whole;
  net: Whole;
}

/** A row in whole cents. An entity's figures are the sums of its members'. */
export interface CentsRow extends Cents {
  readonly route: Route;
  enteredTax: Whole | undefined;
  enteredEscrow: Whole | undefined;
  /** For a person or trust, the tax amounts by rate, computed or entered. */
  rates: readonly AppliedRate[];
  taxRows: ArrayLike<Whole>;
  /** True if an entered tax has no computed row to be split over. */
  isTaxRowless: boolean;
  readonly members: readonly CentsRow[] | undefined;
}

export interface CentsSource extends Cents {
  readonly plan: SourcePlan;
  readonly shared: SharedOut;
  readonly rows: readonly CentsRow[];
}

const NO_RATES: readonly AppliedRate[] = [];

/**
 * Computes one source in whole cents: gross for every person and trust, then tax, escrow and net, then the sums.
 *
 * Source: docs/calculations/distribution.md, docs/calculations/tax.md, docs/calculations/escrow.md.
 * Fails:  ADJUSTMENT_NOT_SPLITTABLE (an adjustment for an entity whose members all have no gross).
 */
export function computeSource(plan: SourcePlan, failures: Failure[]): CentsSource {
  const shared = shareOut(plan.amount, plan.weights);
  const adjusted = new Map<Route, CentsRow>();
  const rows = plan.routes.map((route, i) => rowOf(route, partAt(shared.parts, i), plan, adjusted));
  for (const [route, adjustment] of plan.adjustments.entered) {
    applyEntered(required(adjusted.get(route), 'the row of an adjustment'), adjustment, failures);
  }
  const sums = zeroCents();
  for (const row of rows) {
    settle(row, plan);
    addCents(sums, row);
  }
  return { ...sums, plan, shared, rows };
}

const partAt = (parts: ArrayLike<Whole>, i: number): Whole => required(parts[i], 'a part of a split');

function rowOf(route: Route, gross: Whole, plan: SourcePlan, adjusted: Map<Route, CentsRow>): CentsRow {
  let members: CentsRow[] | undefined;
  if (route.members !== undefined) {
    const { weights } = required(route.weights, 'the weights of an entity');
    const parts = splitCents(gross, weights);
    members = route.members.map((member, i) => rowOf(member, partAt(parts, i), plan, adjusted));
  }
  const row: CentsRow = {
    gross,
    tax: 0,
    escrow: 0,
    loanRepayment: 0,
    otherAdjustment: 0,
    net: 0,
    route,
    enteredTax: undefined,
    enteredEscrow: undefined,
    rates: NO_RATES,
    taxRows: NO_RATES as readonly never[],
    isTaxRowless: false,
    members,
  };
  if (plan.adjustments.entered.size > 0 && plan.adjustments.entered.has(route)) adjusted.set(route, row);
  return row;
}

/** Applies entered figures to rows. Those of an entity are split over the people and trusts below it by their gross. */
function applyEntered(row: CentsRow, entered: EnteredFigures, failures: Failure[]): void {
  const leaves = listLeaves(row);
  const weights = leaves.map(({ gross }) => gross);
  const spread = (amount: Whole): ArrayLike<Whole> => (leaves.length === 1 ? [amount] : splitCents(amount, weights));
  const amounts = [entered.loanRepayment, entered.otherAdjustment, entered.tax ?? 0, entered.escrow ?? 0];
  if (leaves.length > 1 && sumWhole(weights) === 0 && amounts.some((amount) => amount !== 0)) {
    const detail = `the adjustment of ${routeText(row.route)} can’t be split, because none of its members has a gross amount`;
    failures.push(fail('ADJUSTMENT_NOT_SPLITTABLE', entered.path, detail));
    return;
  }
  const loans = spread(entered.loanRepayment);
  const others = spread(entered.otherAdjustment);
  const taxes = entered.tax === undefined ? undefined : spread(entered.tax);
  const escrows = entered.escrow === undefined ? undefined : spread(entered.escrow);
  leaves.forEach((leaf, i) => {
    leaf.loanRepayment = add(leaf.loanRepayment, partAt(loans, i));
    leaf.otherAdjustment = add(leaf.otherAdjustment, partAt(others, i));
    leaf.enteredTax = taxes === undefined ? leaf.enteredTax : taxes[i];
    leaf.enteredEscrow = escrows === undefined ? leaf.enteredEscrow : escrows[i];
  });
}

export function listLeaves(row: CentsRow): readonly CentsRow[] {
  return row.members === undefined ? [row] : row.members.flatMap(listLeaves);
}

function settle(row: CentsRow, plan: SourcePlan): void {
  if (row.members === undefined) {
    settleLeaf(row, plan);
    return;
  }
  row.gross = 0;
  for (const member of row.members) {
    settle(member, plan);
    addCents(row, member);
  }
}

function settleLeaf(row: CentsRow, plan: SourcePlan): void {
  const { route, gross } = row;
  row.rates = required(plan.taxes.ratesByGroup[route.taxGroup], 'the rates of a tax group');
  const computed = taxAmounts(gross, row.rates);
  row.taxRows = computed;
  if (row.enteredTax === undefined) {
    row.tax = sumWhole(computed);
  } else {
    row.tax = row.enteredTax;
    const split = overriddenTaxAmounts(row.enteredTax, computed);
    row.isTaxRowless = split === undefined;
    row.taxRows = split ?? [];
  }
  row.escrow = row.enteredEscrow ?? applyFraction(gross, route.escrowFraction);
  const deductions = add(add(row.loanRepayment, row.otherAdjustment), add(row.tax, row.escrow));
  row.net = subtract(gross, deductions);
}

export function zeroCents(): Cents {
  return { gross: 0, tax: 0, escrow: 0, loanRepayment: 0, otherAdjustment: 0, net: 0 };
}

export function addCents(sum: Cents, row: Cents): void {
  sum.gross = add(sum.gross, row.gross);
  sum.tax = add(sum.tax, row.tax);
  sum.escrow = add(sum.escrow, row.escrow);
  sum.loanRepayment = add(sum.loanRepayment, row.loanRepayment);
  sum.otherAdjustment = add(sum.otherAdjustment, row.otherAdjustment);
  sum.net = add(sum.net, row.net);
}
