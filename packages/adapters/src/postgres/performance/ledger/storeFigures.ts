import {
  type Figures,
  figureTexts,
  moneyFigures,
  multipleFigures,
  PERIOD_ENGINE_VERSION,
  rateFigures,
  type Subject,
} from '@carrara/domain/performance/period';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import type { Vehicle } from './loadLedger.ts';

/** The figures of a subject at a quarter end, to be kept. */
export interface KeptFigures {
  readonly end: string;
  readonly subject: Subject;
  readonly id: string;
  readonly vehicleId: string | null;
  readonly figures: Figures;
}

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const names = [...moneyFigures, ...rateFigures, ...multipleFigures, 'irrAnnualised', 'grossIrrAnnualised'] as const;
const columns = [
  'period_end',
  'subject',
  'subject_id',
  'currency_id',
  'vehicle_id',
  ...names.map(snake),
  'rolled_forward_from',
  'policy',
  'not_determined',
  'engine_version',
];
const keys = new Set(['period_end', 'subject', 'subject_id', 'currency_id']);

/** Figures as rows of `period_figure`, without the firm. As they travel: rates in percent. */
export const figureRows = (
  { currencyId, policy }: Pick<Vehicle, 'currencyId' | 'policy'>,
  all: readonly KeptFigures[],
): readonly object[] =>
  all.map(({ end, subject, id, vehicleId, figures }) => ({
    period_end: end,
    subject,
    subject_id: id,
    currency_id: currencyId,
    vehicle_id: vehicleId,
    ...Object.fromEntries(Object.entries(figureTexts(figures)).map(([name, text]) => [snake(name), text])),
    irr_annualised: figures.irrAnnualised,
    gross_irr_annualised: figures.grossIrrAnnualised,
    rolled_forward_from: figures.rolledForwardFrom,
    policy,
    not_determined: figures.notDetermined,
    engine_version: PERIOD_ENGINE_VERSION,
  }));

/** Keeps figures in place of those that were there. */
export async function storeFigures(
  tx: Transaction,
  of: Pick<Vehicle, 'currencyId' | 'policy'>,
  all: readonly KeptFigures[],
): Promise<void> {
  await tx.query(
    `INSERT INTO period_figure (tenant_id, ${columns.join(', ')})
     SELECT $1, ${columns.map((name) => `r.${name}`).join(', ')} FROM jsonb_populate_recordset(NULL::period_figure, $2::jsonb) r
     ON CONFLICT (tenant_id, subject, period_end, subject_id, currency_id) DO UPDATE SET
       ${columns
         .filter((name) => !keys.has(name))
         .map((name) => `${name} = excluded.${name}`)
         .join(', ')}`,
    [tx.tenantId, JSON.stringify(figureRows(of, all))],
  );
}
