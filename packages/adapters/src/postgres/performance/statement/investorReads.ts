import { currencySort } from '../../engine/texts/amounts.ts';
import type { InvestorSummary } from '@carrara/contract/performance/investor/investorPerformance';
import { calendarDate, type Decimal, decimal, fromKeys, groupBy } from '@carrara/domain/kernel';
import type { ReturnOfQuarter } from '@carrara/domain/performance/fundProfile';
import { type EntryType, entryTypeCodes } from '@carrara/domain/performance/ledger';
import { contradictedRow, countedCommitments } from '@carrara/domain/performance/period';
import type { FlowShare } from '@carrara/domain/performance/statement';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { yearOfVintage } from '../../portfolio/vehicle.ts';
import {
  areOld,
  coverageJoin,
  fundsCovered,
  investorCoverage,
  excludedVehicleSql,
} from '../periodFigures/investorCoverage.ts';
import { hasAcrossTransfer, isAcrossTransfer } from '../periodFigures/acrossTransfer.ts';
import { nothingBookedSql } from '../periodFigures/figureRows.ts';
import { displayedQuarter } from '../periodFigures/displayedQuarter.ts';

/** The figures of an investor or of one of its commitments, in the contract's form. */
interface InvestorFigures {
  readonly currency: string;
  readonly periodEnd: string;
  readonly commitment: string | null;
  readonly contributions: string | null;
  readonly distributions: string | null;
  readonly unfunded: string | null;
  readonly nav: string | null;
  readonly irr: string | null;
  readonly irrAnnualized: boolean | null;
  /** True if the return spans a transfer between investors. */
  readonly irrPartial: boolean;
  /** Date of the reported NAV, if cash since then was added to it. */
  readonly rolledForwardFrom: string | null;
  /** Date of the report that contributions, distributions or unfunded come from, if it is an earlier one. */
  readonly reportedThrough: string | null;
  readonly dpi: string | null;
  readonly rvpi: string | null;
  readonly tvpi: string | null;
  readonly notDetermined: { field: string; code: string; message: string }[];
}
export interface InvestorCurrencyFigures extends InvestorFigures {
  /** The funds that the figures leave out, if some are late. */
  readonly coverage: string | null;
  readonly fundsCovered: InvestorSummary['byCurrency'][number]['fundsCovered'];
  /** Says which reported multiples don't match the amounts. */
  readonly contradiction: string | null;
}
/**
 * SQL that is true if a subject had a value and has no figures on the requested date, so that its current value is
 * unknown.
 */
const isOld = areOld('f', '$3::date');
const now = (value: string) => `CASE WHEN NOT ${isOld} THEN ${value} END`;
const figureColumns = `r.code AS currency, ${['commitment', 'contributions', 'distributions', 'unfunded', 'nav'].map((name) => `${now(`f.${name}`)} AS ${name}`).join(', ')},
  ${now('trim_scale(f.irr)::text')} AS irr, ${now('f.irr_annualized')} AS "irrAnnualized", ${now('f.rolled_forward_from')} AS "rolledForwardFrom", ${now('f.reported_through')} AS "reportedThrough", ${now('trim_scale(f.dpi)::text')} AS dpi, ${now('trim_scale(f.rvpi)::text')} AS rvpi,
  ${now('trim_scale(f.tvpi)::text')} AS tvpi, CASE WHEN ${isOld} THEN ${nothingBookedSql('$3::date', 'f.period_end')} ELSE f.not_determined END AS "notDetermined"`;
const currencyOf = 'JOIN reference_entry r ON r.tenant_id = f.tenant_id AND r.id = f.currency_id';

/** Returns an investor's figures at a quarter end per currency: the latest up to then, without late funds if others are current. */
export async function figuresOfInvestor(
  tx: Transaction,
  investorId: string,
  end: string,
): Promise<InvestorCurrencyFigures[]> {
  const rows = await tx.query<Omit<InvestorCurrencyFigures, 'contradiction'> & { recallable: string | null }>(
    `SELECT * FROM (SELECT DISTINCT ON (r.code, f.currency_id) CASE WHEN ${isOld} THEN $3::date ELSE f.period_end END AS "periodEnd", ${figureColumns}, f.recallable, ${investorCoverage('covered')} AS coverage, ${fundsCovered('covered')} AS "fundsCovered",
       ${hasAcrossTransfer('$1', '$2', 'f.currency_id', 'f.period_end')} AS "irrPartial"
     FROM period_figure f ${currencyOf} ${coverageJoin('f', '$3::date', 'covered')}
     WHERE f.tenant_id = $1 AND f.subject = 'INVESTOR' AND f.subject_id = $2 AND f.period_end <= $3
     ORDER BY r.code, f.currency_id, f.period_end DESC) b ORDER BY ${currencySort('b.currency')}`,
    [tx.tenantId, investorId, end],
  );
  return rows.map(({ recallable, ...figures }) => ({
    ...figures,
    contradiction: contradictedRow({ ...figures, recallable }),
  }));
}

export interface InvestorHead {
  readonly id: string;
  readonly investorName: string;
  readonly investorType: string;
  /** Default quarter end of its vehicles. */
  readonly displayedQuarter: string | null;
}
const ofVehicles = `f.tenant_id = $1 AND f.subject = 'VEHICLE' AND f.subject_id IN (SELECT c.vehicle_id FROM commitment c WHERE c.tenant_id = $1 AND c.investor_id = $2)`;
export async function investorHead(tx: Transaction, id: string): Promise<InvestorHead | undefined> {
  const [found] = await tx.query<InvestorHead>(
    `SELECT i.id, i.name AS "investorName", coalesce(t.description, t.code) AS "investorType",
       ${displayedQuarter(ofVehicles)} AS "displayedQuarter"
     FROM container i JOIN investor n ON n.tenant_id = i.tenant_id AND n.id = i.id
     JOIN reference_entry t ON t.tenant_id = n.tenant_id AND t.id = n.type_id WHERE i.tenant_id = $1 AND i.id = $2`,
    [tx.tenantId, id],
  );
  return found;
}

export interface CommitmentFigures extends InvestorFigures {
  readonly id: string;
  readonly fundId: string;
  readonly fundCode: string;
  readonly fundName: string;
  readonly kind: 'fund' | 'coinvestment';
  readonly vintageYear: number | null;
  /** Why the investor's figures leave it out. Null if they include it. */
  readonly excluded: { readonly reason: string; readonly lastDate: string | null } | null;
}
/** Returns the commitments that count in an investor's figures at a quarter end, with their own figures, the latest up to then. */
export async function commitmentsOfInvestor(
  tx: Transaction,
  investorId: string,
  end: string,
): Promise<CommitmentFigures[]> {
  const all = await tx.query<CommitmentFigures>(
    `SELECT c.id, v.id AS "fundId", v.code AS "fundCode", v.name AS "fundName", v.kind,
       ${yearOfVintage({ vehicle: 'v', fund: 'x', coinvestment: 'k' })} AS "vintageYear",
       f.period_end AS "periodEnd", ${figureColumns}, ${isAcrossTransfer('$1', 'c.id', 'f.period_end')} AS "irrPartial", ${excludedVehicleSql('covered', 'c.vehicle_id')} AS "excluded"
     FROM commitment c JOIN container v ON v.tenant_id = c.tenant_id AND v.id = c.vehicle_id
     LEFT JOIN fund x ON x.tenant_id = v.tenant_id AND x.id = v.id
     LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id
     JOIN LATERAL (SELECT g.* FROM period_figure g WHERE g.tenant_id = c.tenant_id AND g.subject = 'COMMITMENT' AND g.subject_id = c.id
       AND g.period_end <= $3 ORDER BY g.period_end DESC LIMIT 1) f ON true ${currencyOf}
     LEFT JOIN LATERAL (SELECT g.* FROM period_figure g WHERE g.tenant_id = c.tenant_id AND g.subject = 'INVESTOR'
       AND g.subject_id = c.investor_id AND g.currency_id = f.currency_id AND g.period_end <= $3 ORDER BY g.period_end DESC LIMIT 1) s ON true
     ${coverageJoin('s', '$3::date', 'covered')}
     WHERE c.tenant_id = $1 AND c.investor_id = $2 ORDER BY lower(v.name), v.id`,
    [tx.tenantId, investorId, end],
  );
  const byCurrency = groupBy(all, ({ currency }) => currency);
  const counted = new Set(
    [...byCurrency.values()].flatMap((commitments) => countedCommitments(commitments, amountsOfFigures)),
  );
  return all.filter((commitment) => counted.has(commitment));
}

const amountsOfFigures = ({ commitment, contributions, distributions, unfunded, nav }: CommitmentFigures) => ({
  commitment: orNull(commitment),
  contributions: orNull(contributions),
  distributions: orNull(distributions),
  unfunded: orNull(unfunded),
  nav: orNull(nav),
});
const orNull = (amount: string | null) => (amount === null ? null : decimal(amount));

export interface InvestorQuarter {
  readonly quarter: string;
  readonly currency: string;
  readonly contributions: string | null;
  readonly distributions: string | null;
  readonly nav: string | null;
  readonly coverage: string | null;
}
export const quartersOfInvestor = (tx: Transaction, investorId: string): Promise<InvestorQuarter[]> =>
  tx.query(
    `SELECT f.period_end AS quarter, r.code AS currency, f.contributions, f.distributions, f.nav, ${investorCoverage('f')} AS coverage
     FROM period_figure f ${currencyOf}
     WHERE f.tenant_id = $1 AND f.subject = 'INVESTOR' AND f.subject_id = $2 ORDER BY r.code, f.period_end`,
    [tx.tenantId, investorId],
  );

const comparedFigures = ['nav', 'commitment', 'contributions', 'distributions', 'tvpi'] as const;
type ComparedFigures<T> = Readonly<Record<(typeof comparedFigures)[number], T | null>>;
export interface InvestorFiguresOfQuarter extends ReturnOfQuarter {
  readonly currency: string;
  readonly figures: ComparedFigures<Decimal>;
}
/** Returns an investor's stored figures at each quarter end that leaves no funds out. */
export async function completeQuartersOfInvestor(
  tx: Transaction,
  investorId: string,
): Promise<InvestorFiguresOfQuarter[]> {
  const rows = await tx.query<{
    end: string;
    currency: string;
    irr: string | null;
    irrAnnualized: boolean | null;
    figures: ComparedFigures<string>;
  }>(
    `SELECT f.period_end AS "end", r.code AS currency, f.irr, f.irr_annualized AS "irrAnnualized",
       jsonb_build_object(${comparedFigures.map((name) => `'${name}', f.${name}::text`).join(', ')}) AS figures
     FROM period_figure f ${currencyOf}
     WHERE f.tenant_id = $1 AND f.subject = 'INVESTOR' AND f.subject_id = $2 AND (${investorCoverage('f')}) IS NULL`,
    [tx.tenantId, investorId],
  );
  return rows.map(({ end, irr, figures, ...row }) => ({
    ...row,
    end: calendarDate(end),
    irr: orNull(irr),
    figures: fromKeys(comparedFigures, (name) => orNull(figures[name])),
  }));
}

export interface FlowOrigin {
  readonly vehicle: { readonly id: string; readonly code: string | null; readonly name: string };
  readonly currency: string;
  readonly notice: {
    readonly id: string;
    readonly kind: 'CALL' | 'DISTRIBUTION';
    readonly number: number;
    readonly issueDate: string;
    readonly dueDate: string;
    readonly description: string | null;
  } | null;
}
type StoredFlow = FlowOrigin & {
  readonly type: EntryType;
  readonly isMirror: boolean;
  readonly effective: string;
  readonly amount: string;
  readonly unfunded: string;
};

/**
 * Returns the effect of entries up to a date on an investor, added up by notice, date and type, over all vehicles.
 * Kinds of entries are as in the table of types.
 */
export async function flowsOfInvestor(
  tx: Transaction,
  investorId: string,
  until: string,
  asKnownOn: number = Number.MAX_SAFE_INTEGER,
): Promise<readonly (FlowShare & FlowOrigin)[]> {
  const rows = await tx.query<StoredFlow>(
    `SELECT jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name) AS vehicle, r.code AS currency,
       CASE WHEN n.id IS NOT NULL THEN jsonb_build_object('id', n.id, 'kind', n.kind, 'number', n.number, 'issueDate', n.issue_date,
         'dueDate', n.due_date, 'description', n.description) END AS notice, s.type, s.is_mirror AS "isMirror", s.effective,
       s.amount::text AS amount, s.unfunded::text AS unfunded
     FROM (SELECT e.vehicle_id, e.notice_id, e.type, s.is_mirror, e.effective_date AS effective, sum(s.amount) AS amount, sum(s.unfunded) AS unfunded
       FROM commitment c JOIN ledger_share s ON s.tenant_id = c.tenant_id AND s.commitment_id = c.id
       JOIN ledger_entry e ON e.tenant_id = s.tenant_id AND e.id = s.entry_id
       WHERE c.tenant_id = $1 AND c.investor_id = $2 AND e.effective_date <= $3 AND e.seq <= $4 AND e.type = ANY ($5::text[])
       GROUP BY 1, 2, 3, 4, 5) s
     JOIN container v ON v.tenant_id = $1 AND v.id = s.vehicle_id
     LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id
     LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id
     JOIN reference_entry r ON r.tenant_id = v.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
     LEFT JOIN notice n ON n.tenant_id = v.tenant_id AND n.id = s.notice_id
     ORDER BY s.effective, s.vehicle_id, s.notice_id, s.type, s.is_mirror`,
    [tx.tenantId, investorId, until, asKnownOn, movedTypes],
  );
  return rows.map(({ amount, unfunded, effective, ...row }) => ({
    ...row,
    vehicleId: row.vehicle.id,
    noticeId: row.notice?.id ?? null,
    commitmentId: '',
    effective: calendarDate(effective),
    amount: decimal(amount),
    unfunded: decimal(unfunded),
    cost: decimal(0),
  }));
}
/** Calls, distributions, returned excess, late-closing interest, carry paid and returned. */
const movedTypes = entryTypeCodes.filter((type) => /^(CALL|DIST|EXCESS|LATE-INT)-|^CARRY-PAID$|^CLAWBACK$/.test(type));
