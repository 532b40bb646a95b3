import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../core/endpoint.ts';
import { figureOrNull, id, reference } from '../core/schema.ts';
import { vehicleKind } from '../portfolio/vehicle.ts';
import { figureColumns, ofReportingDate, periodFigureShape, reportingDate } from './periodFigures.ts';

const funds = '/api/performance/fund';
const tags = ['Fund', 'Coinvestment', 'Fund Performance'] as const;

const hidden = <C extends object>(column: C) => ({ ...column, hidden: true }) as const;

const listed = z.object({
  id: id(),
  rowVersion: z.int(),
  kind: vehicleKind,
  kindName: z.string(),
  fundId: id(),
  fundCode: z.string(),
  fundName: z.string(),
  name: z.string(),
  legalName: z.string().nullable(),
  firm: reference().nullable(),
  currency: reference().nullable(),
  isoCode: z.string().nullable(),
  vintageYear: z.int().nullable(),
  fundFamily: reference().nullable(),
  initialCloseDate: z.string().nullable(),
  finalCloseDate: z.string().nullable(),
  liquidationDate: z.string().nullable(),
  escrowReleaseDate: z.string().nullable(),
  /** The quarter end that the figures are of; null while no vehicle has any. */
  periodEndDate: z.string().nullable(),
  ...periodFigureShape,
  /** Its figures by the names that the specification has for them too: TVPI, unfunded, NAV. */
  moic: figureOrNull('multiple'),
  remainingCommitment: figureOrNull('money'),
  fmv: figureOrNull('money'),
});

/** Funds and coinvestments with the figures of a quarter end. */
export const fundPerformanceEndpoints = defineEndpoints({
  listVehicles: listEndpoint({
    path: `${funds}/funds`,
    title: 'Funds',
    permission: 'fundLedger.view',
    row: listed,
    columns: [
      { field: 'fundCode', kind: 'code', title: 'Code' },
      { field: 'fundName', kind: 'text', title: 'Name' },
      { field: 'kindName', kind: 'text', title: 'Kind', hidden: true },
      { field: 'firm', kind: 'reference', title: 'Firm' },
      { field: 'vintageYear', kind: 'year', title: 'Vintage year' },
      { field: 'currency', kind: 'reference', title: 'Currency' },
      ...figureColumns(
        'commitment',
        'contributions',
        'distributions',
        'unfunded',
        'nav',
        'irr',
        'grossIrr',
        'tvpi',
        'dpi',
      ),
      ...figureColumns('rvpi', 'pic', 'grossMoic', 'invested', 'proceeds', 'fairValue').map(hidden),
      { field: 'fundFamily', kind: 'reference', title: 'Fund family', hidden: true },
      { field: 'initialCloseDate', kind: 'date', title: 'Initial close', hidden: true },
    ],
    defaultSort: { field: 'fundName', ascending: true },
    filters: ofReportingDate,
    tags,
  }),
  listFundReportingDates: {
    method: 'GET',
    path: `${funds}/fund-reporting-dates`,
    summary: 'The quarter ends that any fund or coinvestment has figures of, the last first',
    permission: 'fundLedger.view',
    result: z.array(reportingDate),
    tags,
  },
  listReportingDatesOfFund: {
    method: 'GET',
    path: `${funds}/:id/reporting-dates`,
    summary: 'The quarter ends that a fund or coinvestment has figures of, the last first',
    permission: 'fundLedger.view',
    params: idParams,
    result: z.array(reportingDate),
    tags,
  },
});
