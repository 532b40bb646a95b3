import {
  type Figures,
  figureTexts,
  type InvestorFigures,
  moneyFigures,
  multipleFigures,
  PERIOD_ENGINE_VERSION,
  rateFigures,
  type Subject,
} from '@carrara/domain/performance/period';
import { snakeCase } from '../../engine/records/definition.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { Vehicle } from './loadLedger.ts';

/** The figures of a subject at a quarter end, ready to be stored. */
export interface StoredFigures {
  readonly end: string;
  readonly subject: Subject;
  readonly id: string;
  readonly vehicleId: string | null;
  readonly figures: Figures & Partial<Pick<InvestorFigures, 'coverage' | 'carried'>>;
}

const names = [...moneyFigures, ...rateFigures, ...multipleFigures, 'irrAnnualized', 'grossIrrAnnualized'] as const;
/** Every column of `period_figure` except the firm. */
export const figureColumns = [
  'period_end',
  'subject',
  'subject_id',
  'currency_id',
  'vehicle_id',
  ...names.map(snakeCase),
  'rolled_forward_from',
  'reported_through',
  'policy',
  'transfers',
  'not_determined',
  'coverage',
  'carried',
  'engine_version',
];
const keys = new Set(['period_end', 'subject', 'subject_id', 'currency_id']);

/** Values that all figures of a write share. `rules` defaults to the current version. */
export interface FigureOwner extends Pick<Vehicle, 'currencyId' | 'policy' | 'transfers'> {
  readonly rules?: string | undefined;
}

/** Returns figures as rows of `period_figure` without the firm. Rates are in percent, as in the contract. */
export const figureRows = (
  { currencyId, policy, transfers, rules = PERIOD_ENGINE_VERSION }: FigureOwner,
  all: readonly StoredFigures[],
): readonly object[] =>
  all.map(({ end, subject, id, vehicleId, figures }) => ({
    period_end: end,
    subject,
    subject_id: id,
    currency_id: currencyId,
    vehicle_id: vehicleId,
    ...valuesOf(figures),
    policy,
    transfers,
    coverage: figures.coverage ?? null,
    carried: figures.carried ? { ...valuesOf(figures.carried), coverage: figures.carried.coverage } : null,
    engine_version: rules,
  }));

const valuesOf = (figures: Figures) => ({
  ...Object.fromEntries(Object.entries(figureTexts(figures)).map(([name, text]) => [snakeCase(name), text])),
  irr_annualized: figures.irrAnnualized,
  gross_irr_annualized: figures.grossIrrAnnualized,
  rolled_forward_from: figures.rolledForwardFrom,
  reported_through: figures.reportedThrough,
  not_determined: figures.notDetermined,
});

/** Number of rows to store at a time, so that the process can answer others in between. */
const batchSize = 500;

/** Stores figures and replaces existing ones. */
export async function storeFigures(tx: Transaction, owner: FigureOwner, all: readonly StoredFigures[]): Promise<void> {
  for (let i = 0; i < all.length; i += batchSize)
    await tx.query(
      `INSERT INTO period_figure (tenant_id, ${figureColumns.join(', ')})
       SELECT $1, ${figureColumns.map((name) => `r.${name}`).join(', ')} FROM jsonb_populate_recordset(NULL::period_figure, $2::jsonb) r
       ON CONFLICT (tenant_id, subject, period_end, subject_id, currency_id) DO UPDATE SET
         ${figureColumns
           .filter((name) => !keys.has(name))
           .map((name) => `${name} = excluded.${name}`)
           .join(', ')}`,
      [tx.tenantId, JSON.stringify(figureRows(owner, all.slice(i, i + batchSize)))],
    );
}

/** Removes investors' figures in a currency, from a quarter end on, at quarter ends where they no longer have any. */
export const removeOtherInvestors = (
  tx: Transaction,
  { currencyId, investorIds, from }: InvestorsFrom,
  existing: readonly Pick<StoredFigures, 'end' | 'id'>[],
): Promise<unknown> =>
  tx.query(
    `DELETE FROM period_figure f WHERE f.tenant_id = $1 AND f.subject = 'INVESTOR' AND f.currency_id = $2 AND f.subject_id = ANY ($3::uuid[])
       AND f.period_end >= $4
       AND NOT EXISTS (SELECT FROM unnest($5::date[], $6::uuid[]) k(period_end, id) WHERE k.period_end = f.period_end AND k.id = f.subject_id)`,
    [tx.tenantId, currencyId, investorIds, from, existing.map(({ end }) => end), existing.map(({ id }) => id)],
  );
interface InvestorsFrom {
  readonly currencyId: string;
  readonly investorIds: readonly string[];
  readonly from: string;
}
