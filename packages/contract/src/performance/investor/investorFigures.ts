import { z } from 'zod';
import type { Column } from '../../core/fields.ts';
import { coverages, id, reference } from '../../core/schema.ts';
import { figureColumns, listedFigureShape, partialReturn } from '../period/periodFigures.ts';

/**
 * An investor with its figures at a quarter end in one currency. There is a row for each currency with a commitment, and one for an investor without
 * any.
 */
export const investorFigureRow = z.object({
  id: id(),
  investorId: id(),
  investorName: z.string(),
  code: z.string().nullable(),
  investorType: reference(),
  initialInvestmentDate: z.string().nullable(),
  country: reference().nullable(),
  currency: reference().nullable(),
  /** The quarter end of its figures; an earlier one for an investor that has nothing left. */
  periodEndDate: z.string().nullable(),
  linkedTenantName: z.string().nullable(),
  ...listedFigureShape,
  ...partialReturn,
  /** The funds that the figures include and leave out, if some are late. */
  coverage: z.string().nullable(),
  /** The same for each figure. Empty if no figure leaves out any. */
  fundsCovered: coverages(),
});
export type InvestorFigureRow = z.output<typeof investorFigureRow>;

const summed = (column: Column): Column => ({ ...column, total: 'sum' });

export const investorFigureColumns: readonly Column[] = [
  { field: 'code', kind: 'code', title: 'Code' },
  { field: 'investorName', kind: 'text', title: 'Name' },
  { field: 'investorType', kind: 'reference', title: 'Type' },
  { field: 'currency', kind: 'reference', title: 'Currency' },
  ...figureColumns('commitment', 'contributions', 'distributions', 'unfunded', 'nav').map(summed),
  ...figureColumns('irr', 'tvpi', 'dpi'),
  { field: 'coverage', kind: 'text', title: 'Coverage' },
  { field: 'initialInvestmentDate', kind: 'date', title: 'Initial investment', hidden: true },
  { field: 'country', kind: 'reference', title: 'Country', hidden: true },
  { field: 'linkedTenantName', kind: 'text', title: 'Linked tenant', hidden: true },
  { field: 'periodEndDate', kind: 'date', title: 'Figures of', hidden: true },
];
