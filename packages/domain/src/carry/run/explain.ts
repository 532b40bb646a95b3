import { percentOfUnits, sumWhole, type Whole } from '../../kernel/cents/index.ts';
import { escrowFormula } from '../escrow/index.ts';
import { figure, type FigureReference, type Path, type Recorder, required, zip } from '../../kernel/index.ts';
import { overriddenTaxRowFormula, taxAmounts, taxRowFormula } from '../tax/index.ts';
import type { DistributionCents } from './computeCents.ts';
import type { Share, SourceInput } from './distribution.ts';
import type { Cents, CentsRow, CentsSource } from './engine.ts';
import {
  adjustmentsFormula,
  balanceGrossFormula,
  distributedFormula,
  enteredTaxFormula,
  enteredFormula,
  grossFormula,
  netFormula,
  receivedEffectiveFormula,
  sumFormula,
  taxFormula,
  unallocatedFormula,
  vestedEffectiveFormula,
} from './formulas.ts';
import { balanceShareFormula } from './investorBalance.ts';
import { memberEffective, toMoney } from './present.ts';
import { type Route, pathKey } from './routes.ts';

type FigureName = keyof Cents;
const FIGURES: readonly FigureName[] = ['gross', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment', 'net'];

/** The rows of each participant by position, used to explain the totals. */
type RowsByParticipant = Map<number, { readonly path: Path; readonly row: CentsRow }[]>;

/**
 * Records the derivation of each figure of a computed distribution. Called only when an explanation is requested.
 *
 * Paths are those of the result. A source has its position in the input.
 */
export function explainDistribution({ sources, totals, input }: DistributionCents, explain: Recorder): void {
  const rows: RowsByParticipant = new Map();
  const all = sources.map((source) => {
    const path: Path = ['sources', source.plan.position];
    explainSource(source, path, rows, explain);
    return { path, row: source };
  });
  const counts = { participants: 0, entities: 0 };
  input.participants.forEach(({ members }, position) => {
    const sum = totals.byParticipant[position];
    if (sum === undefined) return;
    const list = members === undefined ? 'participants' : 'entities';
    explainSums([list, counts[list]], sum, required(rows.get(position), 'the rows of a participant'), explain);
    counts[list] += 1;
  });
  explainSums(['totals'], totals.total, all, explain);
  explainAdjustments(['totals'], totals.total, explain);
  const part = all.map(({ path, row }) => reference([...path, 'unallocated'], row.shared.unallocated));
  explain.record(['totals', 'unallocated'], sumFormula, { part }, toMoney(totals.unallocated));
}

function explainSource(source: CentsSource, path: Path, rowsByParticipant: RowsByParticipant, explain: Recorder): void {
  const { plan, shared } = source;
  const netDistributableAmount = toMoney(plan.amount);
  const totalEffective = percentOfUnits(plan.weights.total);
  const distributed = toMoney(shared.distributed);
  explain.record([...path, 'distributed'], distributedFormula, { netDistributableAmount, totalEffective }, distributed);
  const inputs = { netDistributableAmount, distributed: figure([...path, 'distributed'], distributed) };
  explain.record([...path, 'unallocated'], unallocatedFormula, inputs, toMoney(shared.unallocated));
  const rows = zip(source.rows, plan.source.allocations).map(([row, share], i) => {
    const rowPath = [...path, 'details', i];
    const effective = explainEffective(share, plan.source, rowPath, explain);
    const amount = figure([...path, 'distributed'], distributed);
    const gross = toMoney(row.gross);
    const { balance = null, totalBalance: total = null } = share;
    if (plan.weights.balances)
      explain.record([...rowPath, 'gross'], balanceGrossFormula, { amount, balance, total }, gross);
    else explain.record([...rowPath, 'gross'], grossFormula, { amount, effective, totalEffective }, gross);
    explainRow({ row, path: rowPath, above: undefined }, source, rowsByParticipant, explain);
    return { path: rowPath, row };
  });
  explainSums(path, source, rows, explain);
  explainAdjustments(path, source, explain);
}

/**
 * Explains an effective percentage. In investor-balance mode, the derivation continues to the balances, with vesting applied on top. Otherwise the
 * percentage is an input from a profile or an override.
 */
function explainEffective(
  share: Share,
  { forfeitures: all = [] }: SourceInput,
  path: Path,
  explain: Recorder,
  via: readonly string[] = [],
) {
  const { effective, balance, totalBalance: total, participantId } = share;
  const forfeitures = all.filter((forfeiture) => pathKey(forfeiture.via ?? []) === pathKey(via));
  const own = forfeitures.find((forfeiture) => forfeiture.participantId === participantId);
  if (own) {
    const inputs = { before: own.effective, vested: own.vested };
    explain.record([...path, 'effective'], vestedEffectiveFormula, inputs, effective);
    return figure([...path, 'effective'], effective);
  }
  const received = forfeitures.flatMap(({ recipients }) =>
    recipients.filter((recipient) => recipient.participantId === participantId),
  );
  if (received[0]) {
    const inputs = { before: received[0].effective, received: received.map(({ adjustment }) => adjustment) };
    explain.record([...path, 'effective'], receivedEffectiveFormula, inputs, effective);
    return figure([...path, 'effective'], effective);
  }
  if (balance === undefined || total === undefined) return effective;
  explain.record([...path, 'effective'], balanceShareFormula, { balance, total }, effective);
  return figure([...path, 'effective'], effective);
}

/** A row with the entity's row that contains it. */
interface PositionedRow {
  readonly row: CentsRow;
  readonly path: Path;
  readonly above: PositionedRow | undefined;
}

function explainRow(
  positioned: PositionedRow,
  source: CentsSource,
  rowsByParticipant: RowsByParticipant,
  explain: Recorder,
): void {
  const { row, path } = positioned;
  const { position } = row.route.holder;
  rowsByParticipant.set(position, [...(rowsByParticipant.get(position) ?? []), { path, row }]);
  if (row.members === undefined) {
    explainLeaf(positioned, source, explain);
    return;
  }
  const totalEffective = percentOfUnits(required(row.route.weights, 'the weights of an entity').total);
  const rows = row.members.map((member, i) => {
    const memberPath = [...path, 'members', i];
    const amount = reference([...path, 'gross'], row.gross);
    const share = { participantId: member.route.holder.participant.id, effective: memberEffective(member) };
    const effective = explainEffective(share, source.plan.source, memberPath, explain, pathOf(row.route));
    const inputs = { amount, effective, totalEffective };
    explain.record([...memberPath, 'gross'], grossFormula, inputs, toMoney(member.gross));
    explainRow({ row: member, path: memberPath, above: positioned }, source, rowsByParticipant, explain);
    return { path: memberPath, row: member };
  });
  const deductions = FIGURES.filter((name) => name !== 'gross');
  for (const name of deductions) explainSum(path, name, row, rows, explain);
}

function explainLeaf(positioned: PositionedRow, source: CentsSource, explain: Recorder): void {
  const { row, path } = positioned;
  const { route } = row;
  const gross = reference([...path, 'gross'], row.gross);
  const enteredAs = (name: 'loanRepayment' | 'otherAdjustment' | 'escrow') => {
    const found = enteredOnThePath(positioned, source, name);
    const amounts = found.map(({ amount }) => toMoney(amount));
    const grossOfAll = found.map(({ at }) => reference([...at.path, 'gross'], at.row.gross));
    explain.record([...path, name], enteredFormula, { entered: amounts, gross, grossOfAll }, toMoney(row[name]));
  };
  if (row.loanRepayment !== 0) enteredAs('loanRepayment');
  if (row.otherAdjustment !== 0) enteredAs('otherAdjustment');
  if (row.enteredEscrow !== undefined) {
    enteredAs('escrow');
  } else {
    const { percent, reason } = route.escrow;
    explain.record([...path, 'escrow'], escrowFormula, { gross, percent, reason }, toMoney(row.escrow));
  }
  explainTax(positioned, source, explain);
  const inputs = {
    gross,
    loanRepayment: reference([...path, 'loanRepayment'], row.loanRepayment),
    otherAdjustment: reference([...path, 'otherAdjustment'], row.otherAdjustment),
    tax: reference([...path, 'tax'], row.tax),
    escrow: reference([...path, 'escrow'], row.escrow),
  };
  explain.record([...path, 'net'], netFormula, inputs, toMoney(row.net));
}

function explainTax(positioned: PositionedRow, source: CentsSource, explain: Recorder): void {
  const { row, path } = positioned;
  const gross = reference([...path, 'gross'], row.gross);
  const computed = taxAmounts(row.gross, row.rates);
  const computedInAll = toMoney(sumWhole(computed));
  const rows = (row.isTaxRowless ? [] : row.rates).map(({ taxProfileId, characterizationId, percent }, i) => {
    const rowPath = [...path, 'taxAllocations', i, 'amount'];
    const amount = toMoney(required(row.taxRows[i], 'the tax of a rate'));
    if (row.enteredTax !== undefined) {
      const computedRow = toMoney(required(computed[i], 'the computed tax of a rate'));
      const inputs = { entered: toMoney(row.enteredTax), computed: computedRow, computedInAll };
      explain.record(rowPath, overriddenTaxRowFormula, inputs, amount);
    } else {
      const percentPath = [
        'sources',
        source.plan.position,
        'taxRates',
        taxProfileId,
        characterizationId ?? '',
        'percent',
      ];
      explain.record(rowPath, taxRowFormula, { gross, percent: figure(percentPath, percent) }, amount);
    }
    return figure(rowPath, amount);
  });
  if (row.enteredTax === undefined) {
    explain.record([...path, 'tax'], taxFormula, { row: rows }, toMoney(row.tax));
    return;
  }
  const found = enteredOnThePath(positioned, source, 'tax');
  const inputs = {
    entered: found.map(({ amount }) => toMoney(amount)),
    gross,
    grossOfAll: found.map(({ at }) => reference([...at.path, 'gross'], at.row.gross)),
    computedTax: computedInAll,
    row: rows,
  };
  explain.record([...path, 'tax'], enteredTaxFormula, inputs, toMoney(row.tax));
}

/** Returns the ids on a row's path, outermost entity first, including the row's own. */
const pathOf = (route: Route): readonly string[] => [
  ...(route.owner ? pathOf(route.owner) : []),
  route.holder.participant.id,
];

/** Returns the figures entered for a row or for an entity above it, each with its holder. */
function enteredOnThePath(
  positioned: PositionedRow,
  { plan }: CentsSource,
  name: 'loanRepayment' | 'otherAdjustment' | 'tax' | 'escrow',
): readonly { readonly amount: Whole; readonly at: PositionedRow }[] {
  const found: { amount: Whole; at: PositionedRow }[] = [];
  for (let at: PositionedRow | undefined = positioned; at !== undefined; at = at.above) {
    const amount = plan.adjustments.entered.get(at.row.route)?.[name];
    // An omitted loan repayment or adjustment counts as zero. A tax or escrow of zero, however, was entered.
    if (amount !== undefined && (amount !== 0 || name === 'tax' || name === 'escrow')) found.push({ amount, at });
  }
  return found;
}

type Part = { readonly path: Path; readonly row: Cents };

function explainSums(path: Path, sums: Cents, parts: readonly Part[], explain: Recorder): void {
  for (const name of FIGURES) explainSum(path, name, sums, parts, explain);
}

function explainSum(path: Path, name: FigureName, sums: Cents, parts: readonly Part[], explain: Recorder): void {
  const part = parts.map(({ path: partPath, row }) => reference([...partPath, name], row[name]));
  explain.record([...path, name], sumFormula, { part }, toMoney(sums[name]));
}

function explainAdjustments(path: Path, cents: Cents, explain: Recorder): void {
  const inputs = {
    loanRepayment: reference([...path, 'loanRepayment'], cents.loanRepayment),
    otherAdjustment: reference([...path, 'otherAdjustment'], cents.otherAdjustment),
    tax: reference([...path, 'tax'], cents.tax),
    escrow: reference([...path, 'escrow'], cents.escrow),
  };
  const adjustments = toMoney(cents.gross).minus(toMoney(cents.net));
  explain.record([...path, 'adjustments'], adjustmentsFormula, inputs, adjustments);
}

function reference(path: Path, cents: Whole): FigureReference {
  return figure(path, toMoney(cents));
}
