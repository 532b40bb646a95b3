import {
  bulkFunds,
  type BulkInvestmentRow,
  bulkInvestments,
  bulkInvestors,
  type BulkPortfolioRow,
  bulkPortfolios,
  type ReportedCells,
} from '@carrara/adapters/postgres/performance/bulkEdit/bulkReads';
import { readReportingDates } from '@carrara/adapters/postgres/performance/investment/readInvestment';
import { reportingDates } from '@carrara/adapters/postgres/performance/periodFigures/reportingDates';
import { referenceChoices } from '@carrara/adapters/postgres/platform/reference';
import type { StoredRecord } from '@carrara/adapters/postgres/engine/records/recordStore';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { InputOf, ResultOf } from '@carrara/contract/core/endpoint';
import type { Fields } from '@carrara/contract/core/fields';
import { type bulkEditEndpoints, bulkParts, type BulkRecord } from '@carrara/contract/performance/investment/bulkEdit';
import {
  type performanceInvestmentEndpoints,
  performanceInvestmentFields,
} from '@carrara/contract/performance/investment/investment';
import type { ReferenceType } from '@carrara/contract/platform/reference/referenceTypes';
import { type investorEndpoints, investorFields } from '@carrara/contract/portfolio/investor';
import { type vehicleEndpoints, vehicleRecordFields } from '@carrara/contract/portfolio/vehicle';
import { ok } from '@carrara/domain/kernel';
import { reportedNames } from '@carrara/domain/performance/period';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { investorOperations } from '../../portfolio/investor.ts';
import { changeNavBasis } from '../../../usecases/performance/changeNavBasis.ts';
import { warnOfInitialClose } from '../../../usecases/performance/warnOfInitialClose.ts';
import { vehicleOperations } from '../../portfolio/vehicle.ts';
import { saveBulkMetrics } from '../../../usecases/performance/bulkMetrics.ts';
import { type BulkRecordPorts, type PositionedRecord, saveRecords } from '../../../usecases/performance/bulkRecords.ts';
import { isReported, saveBulkReported } from '../../../usecases/performance/bulkReported.ts';
import { performanceInvestmentOperations } from './investment.ts';
import { listBlankFields, enteredValues, type Values } from '../../../usecases/performance/portfolioMetrics.ts';

type Calls = typeof bulkEditEndpoints;
type Performance = typeof performanceInvestmentEndpoints;

/** Fields that funds have and coinvestments don't. */
const ofFundsAlone = ['legalName', 'fundFamily'];

const partOf = (fields: object, stored: Values | null, isOwn = true) => ({
  valueId: isOwn ? ((stored?.['id'] as string | undefined) ?? null) : null,
  rowVersion: isOwn ? ((stored?.['rowVersion'] as number | undefined) ?? null) : null,
  updatedBy: (stored?.['updatedBy'] as string | undefined) || null,
  values: listBlankFields(fields, stored ?? undefined),
});
/** Returns the part of a quarter. Values carried forward from an earlier quarter have no version. */
const ofQuarter = (fields: object, stored: StoredRecord | null, end: string) =>
  partOf(fields, stored, stored?.['periodEnd'] === end);
const reportedPart = (cells: ReportedCells) => ({
  values: Object.fromEntries(reportedNames.map((figure) => [figure, cells[figure]?.value ?? null])),
  valueIds: Object.fromEntries(reportedNames.map((figure) => [figure, cells[figure]?.id ?? null])),
});

/** Returns the choices for the reference fields. */
async function choices(tx: Transaction, ...tables: readonly Fields[]) {
  const types = tables
    .flatMap((table) => Object.values(table))
    .flatMap(({ target: type }) =>
      type?.startsWith('reference:') ? [type.slice('reference:'.length) as ReferenceType] : [],
    );
  const found = await referenceChoices(tx, [...new Set(types)]);
  return Object.entries(found).map(([type, entries]) => ({ type, entries }));
}

/** The cells of a row come from the tables of fields, as their schemas do, but only by name. */
const gridOf = <C extends keyof Calls>(grid: object) => ok(grid as ResultOf<Calls[C]>);

const noVehicle = { fundId: null, investmentId: null, id: null, closed: [] };

const portfolioRow = (
  { company, holding, holdingId: _own, investmentCode: _code, ...row }: BulkPortfolioRow,
  open: ReadonlySet<string>,
  reportingDate: string,
) => ({
  ...noVehicle,
  ...row,
  reportingDate,
  isCompanyLocked: !open.has(row.investmentId),
  company: ofQuarter(bulkParts.company, company, reportingDate),
  holding: ofQuarter(bulkParts.holding, holding && (enteredValues(holding) as StoredRecord), reportingDate),
});
const investmentRow = ({ investment, ...row }: BulkInvestmentRow, reportingDate: string) => ({
  ...noVehicle,
  ...row,
  reportingDate,
  investment: partOf(bulkParts.investment, investment),
});

/** Numbers the records of a save. */
const withPositions = (records: readonly BulkRecord[]): readonly PositionedRecord[] =>
  records.map((record, at) => ({ record, at }));
/** Saves the changed records, then the reported figures. */
async function saveBoth<B>(
  { tx }: RequestContext,
  { records, warningsConfirmed }: { readonly records: readonly BulkRecord[]; readonly warningsConfirmed: boolean },
  ports: BulkRecordPorts<B>,
  reportedOf: 'vehicle' | 'commitment',
) {
  const all = withPositions(records);
  const done = await saveRecords(
    all.filter((positioned) => !isReported(positioned)),
    ports,
  );
  const reported = done.isErr()
    ? done
    : await saveBulkReported(tx, all.filter(isReported), reportedOf, warningsConfirmed);
  return reported.map(() => ({ saved: records.length }));
}

const vehicles = vehicleOperations({ changeNavBasis, warnOfInitialClose });

export const bulkEditOperations: Operations<Calls> = {
  listPmReportingDates: async ({ tx }) => ok(await readReportingDates(tx, {})),
  listPsReportingDates: async (context) => ok(await reportingDates(context, 'holdings')),
  listCasReportingDates: async (context) => ok(await reportingDates(context, 'all')),

  async getFullPortfolioMetrics({ tx }, { query: { endDate } }) {
    const [all, refData] = await Promise.all([
      bulkPortfolios(tx, endDate),
      choices(tx, bulkParts.company, bulkParts.holding),
    ]);
    const open = new Set(all.flatMap(({ investmentId, isLocked }) => (isLocked ? [] : [investmentId])));
    const portfolios = all.map((row) => portfolioRow(row, open, endDate));
    return gridOf<'getFullPortfolioMetrics'>({ portfolios, refData });
  },
  async listBulkInvestments({ tx }, { query: { endDate } }) {
    const [all, refData] = await Promise.all([bulkInvestments(tx, endDate), choices(tx, bulkParts.investment)]);
    const rows = all.map((row) => investmentRow(row, endDate));
    return gridOf<'listBulkInvestments'>({ rows, refData });
  },
  async listBulkFunds({ tx }, { query: { endDate } }) {
    const [all, refData] = await Promise.all([bulkFunds(tx, endDate), choices(tx, bulkParts.vehicle)]);
    const rows = all.map(({ kind, vehicle, reported, ...row }) => ({
      ...noVehicle,
      ...row,
      holderName: null,
      reportingDate: endDate,
      closed: kind === 'fund' ? [] : ofFundsAlone,
      vehicle: partOf(bulkParts.vehicle, vehicle),
      reported: reportedPart(reported),
    }));
    return gridOf<'listBulkFunds'>({ rows, refData });
  },
  async listBulkInvestors({ tx }, { query: { endDate } }) {
    const [all, refData] = await Promise.all([bulkInvestors(tx, endDate), choices(tx, bulkParts.investor)]);
    const rows = all.map(({ commitmentId: _own, investor, reported, ...row }) => ({
      ...noVehicle,
      ...row,
      reportingDate: endDate,
      investor: partOf(bulkParts.investor, investor),
      reported: reportedPart(reported),
    }));
    return gridOf<'listBulkInvestors'>({ rows, refData });
  },

  async saveBulkPortfolios({ tx }, { body: { records } }) {
    const done = await saveBulkMetrics(tx, withPositions(records));
    return done.map(() => ({ saved: records.length }));
  },
  async saveBulkInvestments(context, { body: { records } }) {
    const done = await saveRecords(withPositions(records), {
      idOf: ({ investmentId }) => investmentId,
      fieldDefinitions: bulkParts.investment,
      fields: performanceInvestmentFields,
      load: (id) => performanceInvestmentOperations.getPerformanceInvestment(context, { params: { id } }),
      save: (body: InputOf<Performance['savePerformanceInvestment']>['body']) =>
        performanceInvestmentOperations.savePerformanceInvestment(context, { body }),
    });
    return done.map(() => ({ saved: records.length }));
  },
  saveBulkFunds: (context, { body: changes }) =>
    saveBoth(
      context,
      changes,
      {
        idOf: ({ fundId }) => fundId,
        fieldDefinitions: bulkParts.vehicle,
        fields: vehicleRecordFields,
        closed: ({ kind }) => (kind === 'coinvestment' ? ofFundsAlone : []),
        load: (id) => vehicles.getVehicle(context, { params: { id } }),
        save: (body: InputOf<(typeof vehicleEndpoints)['saveVehicle']>['body']) =>
          vehicles.saveVehicle(context, { body }),
      },
      'vehicle',
    ),
  saveBulkInvestors: (context, { body: changes }) =>
    saveBoth(
      context,
      changes,
      {
        idOf: ({ id }) => id,
        fieldDefinitions: bulkParts.investor,
        fields: investorFields,
        load: (id) => investorOperations.getInvestor(context, { params: { id } }),
        save: (body: InputOf<(typeof investorEndpoints)['saveInvestor']>['body']) =>
          investorOperations.saveInvestor(context, { body }),
      },
      'commitment',
    ),
};
