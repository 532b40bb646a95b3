import {
  type CalendarDate,
  calendarDate,
  decimal,
  type FailureCode,
  required,
  displayedDate,
  zero,
} from '@carrara/domain/kernel';
import { effectOfShare, type EntryType, type TransferPolicy } from '@carrara/domain/performance/ledger';
import {
  type Figures,
  figureTexts,
  hasVehicleEnded,
  otherCapital,
  storedCarryOwed,
  pooledFigures,
  pooledHoldings,
  vehicleReturnsAt,
  type PooledCommitment,
  type PooledPart,
  type ReportedFigure,
  type TradedAmount,
} from '@carrara/domain/performance/period';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { loadTransferredCash } from '../ledger/loadTransferredCash.ts';
import { paysFeeSql } from '../periodFigures/termsSql.ts';
import { snakeCase } from '../../engine/records/definition.ts';
import { feePayingSql, figureOnBasisSql } from '../periodFigures/basis.ts';
import { storedFigures } from '../periodFigures/figureRows.ts';
import { quartersSql } from '../periodFigures/hasVehicleEndedSql.ts';
import { displayedQuarter } from '../periodFigures/displayedQuarter.ts';
import { unreportedHolding } from '../periodFigures/unreportedHolding.ts';
import { holdingParts } from './holdingList.ts';

/** A vehicle or holding with its figures at the quarter end, and the subject it is combined with. */
interface Part {
  readonly id: string;
  readonly poolId: string;
  readonly name: string;
  /** Stored row. Null if there is none for that quarter. */
  readonly row: Readonly<Record<string, unknown>> | null;
  /** True if there is no row for that quarter, but one for an earlier quarter, or the holding wasn't reported for it. */
  readonly hasBegun: boolean;
}

const partsOf = {
  VEHICLE: `SELECT v.tenant_id, v.id, v.id AS vehicle_id, coalesce(c.fund_id, v.id) AS pool_id, v.name FROM container v
    LEFT JOIN coinvestment c ON c.tenant_id = v.tenant_id AND c.id = v.id
    WHERE v.is_vehicle AND (v.kind = 'fund' OR c.fund_id IS NOT NULL)`,
  HOLDING: `SELECT h.tenant_id, h.id, h.vehicle_id, h.pool_id, v.name FROM (${holdingParts}) h JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id
    WHERE h.fund_id IS NOT NULL`,
} as const;

/**
 * Returns the figures of funds, or of funds' holdings, at a quarter end, with those of coinvestments added.
 * `figureRows` takes them as `:converted`. Without a coinvestment they are the stored ones. Subjects that are over keep
 * their last figures (`hasVehicleEndedSql`). Figures of vehicles cover the fee-paying limited partners, or all partners
 * (`coversAllPartners`).
 *
 * A figure is undetermined with MIXED_CURRENCIES, or with NAV_MISSING if a started vehicle has no figures for that
 * quarter. `figureRows` adds the reason if no vehicle has figures.
 */
export async function figuresWithCoinvestments(
  tx: Transaction,
  subject: keyof typeof partsOf,
  endDate: string | undefined,
  carriesForward = false,
  coversAllPartners = false,
): Promise<string> {
  const [period] = await tx.query<{ end: string | null }>(`SELECT coalesce($1::date, ${displayedQuarter()}) AS "end"`, [
    endDate ?? null,
  ]);
  if (!period?.end) return '[]';
  const end = calendarDate(period.end);
  const allPartners = coversAllPartners ? await figuresOfAllPartners(tx, endDate, carriesForward) : '[]';
  const rowOfAll = new Map(
    (JSON.parse(allPartners) as NonNullable<Part['row']>[]).map((row) => [row['subject_id'], row]),
  );
  const stored = await tx.query<Part>(
    `SELECT p.id, p.pool_id AS "poolId", p.name, ${subject === 'VEHICLE' ? rowOnBasis : 'to_jsonb(f)'} AS row, f.subject_id IS NULL AND (EXISTS (SELECT FROM period_figure e
         WHERE e.tenant_id = p.tenant_id AND e.subject_id = p.id AND e.period_end < $2)
         ${subject === 'HOLDING' ? `OR EXISTS (${unreportedHolding('x.tenant_id = p.tenant_id AND x.id = p.id', '$2::date')})` : ''}) AS "hasBegun"
     FROM (${partsOf[subject]}) p LEFT JOIN ${quartersSql('$2::date', { when: '$3::boolean', ...(subject === 'VEHICLE' ? { coversAllPartners: String(coversAllPartners) } : {}) })} q ON q.tenant_id = p.tenant_id AND q.id = p.vehicle_id
     LEFT JOIN period_figure f ON f.tenant_id = p.tenant_id AND f.subject = '${subject}' AND f.subject_id = p.id AND f.period_end = q.period_end
     ${subject === 'VEHICLE' ? feePayingSql('f', 'paying') : ''} WHERE p.tenant_id = $1 ORDER BY p.pool_id, p.id`,
    [tx.tenantId, end, carriesForward],
  );
  const parts = stored.map((part) => ({ ...part, row: rowOfAll.get(part.id) ?? part.row }));
  const groups = [
    ...groupBy(
      parts.filter(({ row, hasBegun }) => row !== null || hasBegun),
      ({ poolId }) => poolId,
    ),
  ];
  const several = groups.flatMap(([, group]) => (group.length > 1 ? group : []));
  const pooled = several.length === 0 ? undefined : await loadParts(tx, subject, several);
  const rows = groups.flatMap(([poolId, group]) => {
    const [first] = group;
    const storedRows = group.flatMap(({ row }) => (row === null ? [] : [row]));
    if (storedRows.length === 0 || first === undefined) return [];
    if (group.length === 1) return [{ ...storedRows[0], subject_id: poolId }];
    const ends = storedRows.map(periodEndOf).sort();
    // The earliest row carried forward marks the sum.
    const carried = storedRows
      .filter((row) => !hasEnded(row))
      .sort((row, other) => (periodEndOf(row) < periodEndOf(other) ? -1 : 1));
    const head = { ...(carried[0] ?? storedRows[0]), subject_id: poolId };
    const silent = group.find(({ row }) => row === null);
    if (silent)
      return [
        {
          ...head,
          ...noFigures('NAV_MISSING', `${silent.name} has no figures for the quarter ending ${displayedDate(end)}.`),
        },
      ];
    if (new Set(storedRows.map((row) => row['currency_id'])).size > 1)
      return [
        { ...head, ...noFigures('MIXED_CURRENCIES', 'The fund and its coinvestments have different currencies.') },
      ];
    const partOf = required(pooled, 'the figures of the parts');
    const found = group.map((part) => ({
      ...partOf(part.id),
      ...amountsOf(part),
      name: part.name,
      gross: grossOfRow(part),
    }));
    const last = required(ends.at(-1), 'the last quarter end of the parts');
    const figures =
      subject === 'VEHICLE'
        ? pooledFigures(found, last, policyOf(storedRows[0]), coversAllPartners)
        : pooledHoldings(found, last);
    return [{ ...head, ...rowOf(figures) }];
  });
  return JSON.stringify(rows);
}

/** SQL for the figures `f` of a vehicle with the amounts of its fee-paying limited partners. */
const rowOnBasis = `CASE WHEN f.subject_id IS NOT NULL THEN to_jsonb(f) || jsonb_build_object(${storedFigures
  .map((name) => `'${name}', ${figureOnBasisSql('f', name, 'false', 'paying')}`)
  .join(', ')}) END`;

/**
 * Returns the figures of each vehicle for all partners at a quarter end, in the form that `figureRows` needs for
 * `:converted`. These are the stored ones if everybody pays fees, otherwise computed from all cash and all values.
 */
export async function figuresOfAllPartners(
  tx: Transaction,
  endDate: string | undefined,
  carriesForward = false,
): Promise<string> {
  const [period] = await tx.query<{ end: string | null }>(`SELECT coalesce($1::date, ${displayedQuarter()}) AS "end"`, [
    endDate ?? null,
  ]);
  if (!period?.end) return '[]';
  const end = calendarDate(period.end);
  const parts = await tx.query<Part & { readonly isPart: boolean | null }>(
    `SELECT v.id, v.id AS "poolId", v.name, to_jsonb(f) AS row, false AS "hasBegun", paying.is_part AS "isPart"
     FROM ${quartersSql('$2::date', { when: '$3::boolean', coversAllPartners: 'true' })} q JOIN container v ON v.tenant_id = q.tenant_id AND v.id = q.id
     JOIN period_figure f ON f.tenant_id = q.tenant_id AND f.subject = 'VEHICLE' AND f.subject_id = q.id AND f.period_end = q.period_end
     ${feePayingSql('f', 'paying')} WHERE v.tenant_id = $1 ORDER BY v.id`,
    [tx.tenantId, end, carriesForward],
  );
  const unlike = parts.filter(({ isPart }) => isPart === true);
  const loaded = unlike.length === 0 ? undefined : await loadParts(tx, 'VEHICLE', unlike);
  const reported = await reportedReturns(
    tx,
    unlike.map(({ id }) => id),
  );
  const rows = parts.map((part) => {
    if (loaded === undefined || part.isPart !== true || part.row === null) return part.row;
    const end = periodEndOf(part.row);
    const { amounts, hasNav } = amountsOf(part);
    // Cash in the ledger takes precedence over reports.
    const returns = amounts.unreported.has('cash') ? vehicleReturnsAt(reported.get(part.id) ?? [], end) : {};
    const pooled = { ...loaded(part.id), amounts, hasNav, returns, name: part.name, gross: grossOfRow(part) };
    const figures = pooledFigures([pooled], end, policyOf(part.row), true);
    return { ...part.row, ...netRowOf(figures, part.row) };
  });
  return JSON.stringify(rows);
}

/** Returns the returns reported for vehicles as a whole. */
async function reportedReturns(
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ReportedFigure[]>> {
  if (vehicleIds.length === 0) return new Map();
  const rows = await tx.query<Omit<ReportedFigure, 'value'> & { readonly vehicleId: string; readonly value: string }>(
    `SELECT r.vehicle_id AS "vehicleId", r.id, r.commitment_id AS "commitmentId", r.figure, r.figure_date AS date, r.value, r.booked,
       r.seq::int AS seq, r.reverses_id AS "reversalOf"
     FROM reported_figure r WHERE r.tenant_id = $1 AND r.vehicle_id = ANY ($2::uuid[]) AND r.commitment_id IS NULL AND r.figure IN ('irr', 'tvpi', 'dpi')
     ORDER BY r.figure_date, r.seq, r.id`,
    [tx.tenantId, vehicleIds],
  );
  const reports = rows.map((row) => ({ ...row, value: decimal(row.value) }));
  return groupBy(reports, ({ vehicleId }) => vehicleId);
}

/** Returns a row with net figures for all partners. Amounts and gross figures stay as stored. */
function netRowOf(figures: Figures, row: Part['row']): Readonly<Record<string, unknown>> {
  const texts = figureTexts(figures);
  const net = ['irr', 'dpi', 'rvpi', 'tvpi', 'pic'] as const;
  const stored = (row?.['not_determined'] ?? []) as readonly { readonly field: string }[];
  const isNet = ({ field }: { readonly field: string }) => (net as readonly string[]).includes(field);
  return {
    ...Object.fromEntries(net.map((name) => [name, texts[name]])),
    irr_annualized: figures.irrAnnualized,
    not_determined: [...stored.filter((reason) => !isNet(reason)), ...figures.notDetermined.filter(isNet)],
  };
}

const noFigures = (code: FailureCode, message: string) => ({
  ...Object.fromEntries(storedFigures.map((name) => [name, null])),
  not_determined: storedFigures.map((name) => ({
    field: name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    code,
    message,
  })),
});

const rowOf = (figures: Figures) => ({
  ...Object.fromEntries(Object.entries(figureTexts(figures)).map(([name, text]) => [snakeCase(name), text])),
  irr_annualized: figures.irrAnnualized,
  gross_irr_annualized: figures.grossIrrAnnualized,
  reported_through: figures.reportedThrough,
  not_determined: figures.notDetermined,
});

const dateOrNull = (text: string | null) => (text === null ? null : calendarDate(text));

/** Returns the amounts of a row on its basis. */
const amountsOf = ({ row }: Part): Pick<PooledPart, 'amounts' | 'hasNav'> => {
  const text = (name: string) => {
    const value = row?.[name] ?? null;
    return value === null ? null : String(value);
  };
  const [nav, navBeforeCarry, unrealized] = [text('nav'), text('nav_before_carry'), text('unrealized')];
  return {
    hasNav: nav !== null,
    amounts: otherCapital({
      commitment: text('commitment') ?? '0',
      contributions: text('contributions'),
      distributions: text('distributions'),
      recallable: text('recallable'),
      unfunded: text('unfunded'),
      nav: nav ?? unrealized ?? '0',
      carryOwed: storedCarryOwed(nav, navBeforeCarry),
      carryPaid: text('carry_paid'),
      unrealized,
      end: periodEndOf(required(row, 'the figures of a part')),
      reportedThrough: dateOrNull(text('reported_through')),
    }),
  };
};

const grossOfRow = ({ row }: Part): PooledPart['gross'] => ({
  invested: amountOf(row?.['invested']),
  proceeds: amountOf(row?.['proceeds']),
  income: amountOf(row?.['income']),
  cost: amountOf(row?.['cost']),
  fairValue: amountOf(row?.['fair_value']),
});

/** Returns the quarter end of a row: the requested one, or an earlier one if its figures are carried forward. */
const periodEndOf = (row: NonNullable<Part['row']>) => calendarDate(String(row['period_end']));

/** Returns true if a row’s figures are final (the domain's `hasVehicleEnded`). */
const hasEnded = (row: NonNullable<Part['row']>) =>
  hasVehicleEnded({
    nav: amountOf(row['nav']),
    unfunded: amountOf(row['unfunded']),
    fairValue: amountOf(row['fair_value']),
  });
const amountOf = (value: unknown) => (value === null || value === undefined ? null : decimal(String(value)));

/** Loads the trades of each part and the cash of its commitments up to the quarter end of its figures. */
async function loadParts(
  tx: Transaction,
  subject: keyof typeof partsOf,
  parts: readonly Part[],
): Promise<(id: string) => Pick<PooledPart, 'trades' | 'commitments'>> {
  const ownerColumn = subject === 'VEHICLE' ? 'vehicle_id' : 'holding_id';
  const begun = parts.flatMap(({ id, row }) => (row === null ? [] : [{ id, end: periodEndOf(row) }]));
  const ids = begun.map(({ id }) => id);
  const ends = begun.map(({ end }) => end);
  const trades = await tx.query<{ ownerId: string; type: EntryType; date: string; amount: string }>(
    `SELECT e.${ownerColumn} AS "ownerId", e.type, e.effective_date AS date, sum(e.amount) AS amount
     FROM unnest($2::uuid[], $3::date[]) part(id, "end") JOIN ledger_entry e ON e.${ownerColumn} = part.id AND e.booked <= part."end"
     WHERE e.tenant_id = $1 AND e.holding_id IS NOT NULL AND (e.type IN ('BUY', 'SELL') OR e.type LIKE 'INC-%') GROUP BY 1, 2, 3`,
    [tx.tenantId, ids, ends],
  );
  const commitments = subject === 'VEHICLE' ? await loadCommitments(tx, ids, ends) : [];
  return (id) => ({
    trades: trades
      .filter((trade) => trade.ownerId === id)
      .map(
        ({ type, date, amount }): TradedAmount => ({ type, effective: calendarDate(date), amount: decimal(amount) }),
      ),
    commitments: commitments.filter(({ vehicleId }) => vehicleId === id),
  });
}

async function loadCommitments(
  tx: Transaction,
  vehicleIds: readonly string[],
  ends: readonly CalendarDate[],
): Promise<readonly (PooledCommitment & { readonly vehicleId: string })[]> {
  const rows = await tx.query<{
    id: string;
    vehicleId: string;
    end: string;
    rules: string;
    transfers: TransferPolicy;
    paysFee: boolean;
    commitment: string;
  }>(
    `SELECT f.subject_id AS id, f.vehicle_id AS "vehicleId", f.period_end AS "end", f.engine_version AS rules, f.transfers, ${paysFeeSql('f.subject_id', 'f.period_end')} AS "paysFee", f.commitment
     FROM unnest($2::uuid[], $3::date[]) vehicle(id, "end") JOIN period_figure f ON f.vehicle_id = vehicle.id AND f.period_end = vehicle."end"
     WHERE f.tenant_id = $1 AND f.subject = 'COMMITMENT'`,
    [tx.tenantId, vehicleIds, ends],
  );
  const flows = await tx.query<{ id: string; type: EntryType; isMirror: boolean; date: string; amount: string }>(
    `SELECT s.commitment_id AS id, e.type, s.is_mirror AS "isMirror", e.effective_date AS date, sum(s.amount) AS amount
     FROM unnest($2::uuid[], $3::date[]) vehicle(id, "end") JOIN ledger_entry e ON e.vehicle_id = vehicle.id AND e.booked <= vehicle."end"
     JOIN ledger_share s ON s.tenant_id = e.tenant_id AND s.entry_id = e.id WHERE e.tenant_id = $1 GROUP BY 1, 2, 3, 4`,
    [tx.tenantId, vehicleIds, ends],
  );
  const cash = groupBy(flows, ({ id }) => id);
  const passed = await loadTransferredCash(tx, vehicleIds);
  return rows.map(({ id, vehicleId, paysFee, commitment, end: at, rules, transfers }) => ({
    vehicleId,
    paysFee,
    commitment: decimal(commitment),
    flows: [
      ...(cash.get(id) ?? []).flatMap(({ type, isMirror, date, amount }) => {
        const share = { commitmentId: id, amount: decimal(amount), cost: zero, unfunded: zero, isMirror };
        const effect = effectOfShare({ type }, share);
        return effect.cash.isZero() ? [] : [{ date: calendarDate(date), amount: effect.cash }];
      }),
      ...passed({ vehicleId, commitmentId: id, end: calendarDate(at), rules, transfers }),
    ],
  }));
}

function groupBy<T>(all: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of all) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Returns how recallable distributions affect the multiples of a stored figure. */
const policyOf = (figures: Readonly<Record<string, unknown>> | undefined) =>
  figures?.['policy'] === 'NETTED' ? 'NETTED' : 'ILPA';
