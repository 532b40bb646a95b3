import { vehicleList } from '@carrara/adapters/postgres/performance/fundProfile/vehicleList';
import { reportingDates } from '@carrara/adapters/postgres/performance/periodFigures/reportingDates';
import { eventList } from '@carrara/adapters/postgres/performance/reporting/eventList';
import { figuresWithCoinvestments } from '@carrara/adapters/postgres/performance/reporting/figuresWithCoinvestments';
import { holdingInvestmentList, holdingList } from '@carrara/adapters/postgres/performance/reporting/holdingList';
import { investorFigureList } from '@carrara/adapters/postgres/performance/reporting/investorList';
import { investmentStore } from '@carrara/adapters/postgres/portfolio/container/containers';
import type { ListQuery } from '@carrara/adapters/postgres/engine/lists/listQuery';
import type { Basis } from '@carrara/contract/performance/period/basis';
import type { ReportingView, reportingEndpoints } from '@carrara/contract/performance/reporting/reporting';
import { err, noSuch, ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { type ListOperation, listOperation, type PageQuery } from '../../../core/recordOperations.ts';
import { termsInForce } from '../terms/economicTerms.ts';
import { markContradictions, markedList } from '../vehicle/figureList.ts';
import { fundFileOperations } from '../fund/fundFiles.ts';
import { fundPerformanceOperations } from '../fund/fundPerformance.ts';
import { readFilters as onRequestedBasis } from '../vehicle/namedVehicle.ts';

interface OfRecord {
  readonly params: { readonly id: string };
}
interface Dated extends PageQuery {
  readonly endDate?: string | undefined;
  readonly carriesForward?: boolean | undefined;
  /** For lists of funds. */
  readonly basis?: Basis | undefined;
}
interface Viewed extends Dated {
  readonly view: ReportingView;
}
interface Narrowed extends Dated {
  readonly category: string;
  readonly showAllFunds?: boolean;
}

/**
 * Creates a list with three views. Funds combined with their coinvestments are computed first, so that they are sorted
 * and added up as displayed.
 */
function viewedList<Row>(
  list: ListQuery<Row>,
  subject: 'VEHICLE' | 'HOLDING',
  filtersOf: (view: ReportingView) => Readonly<Record<string, unknown>>,
): ListOperation<Viewed, Row> {
  const listed = async ({ tx }: RequestContext, { endDate, carriesForward, basis, view }: Viewed) => {
    const requestQuery =
      view === 'includingCoinvest'
        ? {
            endDate,
            carriesForward,
            basis,
            converted: await figuresWithCoinvestments(tx, subject, endDate, carriesForward, basis === 'all'),
          }
        : await onRequestedBasis(tx, { endDate, carriesForward, basis });
    return markedList(listOperation<Row, Viewed>(list, () => ({ ...requestQuery, ...filtersOf(view) })));
  };
  const page = async (context: RequestContext, input: { readonly query: Viewed }) =>
    (await listed(context, input.query))(context, input);
  const rows = async (context: RequestContext, input: { readonly query: Viewed }) =>
    (await listed(context, input.query)).rows(context, input);
  return Object.assign(page, { rows });
}

const holdingsOf = listOperation(holdingList, (query: Dated, _context, { params }: OfRecord) => ({
  view: 'all',
  investmentId: params.id,
  endDate: query.endDate,
  carriesForward: query.carriesForward,
}));
const familyOn = async ({ tx }: RequestContext, query: Dated) => {
  const requestQuery = await onRequestedBasis(tx, query);
  return markedList(
    listOperation(vehicleList, (_query: Dated, _context, { params }: OfRecord) => ({
      withCoinvestmentsOf: params.id,
      ...requestQuery,
    })),
  );
};
const narrowed = ({ category, endDate }: Narrowed) => ({
  category: category === 'All' ? undefined : category,
  endDate,
});

/** Operations of reporting. A record and its list share one endpoint, so that a file of it contains that list. */
export const reportingOperations: Operations<typeof reportingEndpoints> = {
  listReportingDates: async (context) => ok(await reportingDates(context, 'all')),
  listReportingInvestors: markedList(listOperation(investorFigureList)),
  listReportingInvestments: viewedList(holdingInvestmentList, 'HOLDING', (view) => ({ view })),
  listReportingFunds: viewedList(vehicleList, 'VEHICLE', (view) => ({ kind: view === 'all' ? undefined : 'fund' })),
  listReportingInvestmentEvents: listOperation(eventList, (query: Narrowed, _context, { params }: OfRecord) => ({
    investmentId: params.id,
    ...narrowed(query),
  })),
  listReportingFundEvents: listOperation(eventList, (query: Narrowed, _context, { params }: OfRecord) => ({
    vehicleId: query.showAllFunds ? undefined : params.id,
    ...narrowed(query),
  })),
  listReportingFundInvestments: fundPerformanceOperations.listFundHoldings,
  getReportingInvestment: Object.assign(
    async (context: RequestContext, input: OfRecord & { readonly query: Dated }) => {
      const { tx } = context;
      const { id } = input.params;
      const stored = await investmentStore.load(tx, id);
      if (!stored) return err([noSuch('investment')]);
      const page = await holdingsOf(context, input);
      if (page.isErr()) return err(page.error);
      const { name, code, legalName, type, sector, industries, status, initialInvestmentDate, address } = stored;
      return ok({
        ...page.value,
        id,
        investmentName: name,
        code,
        legalName,
        type,
        sector,
        industries: industries ?? [],
        status,
        initialInvestmentDate,
        country: address?.country ?? null,
        reportingDates: await reportingDates(context, 'investment', id),
      });
    },
    { rows: holdingsOf.rows },
  ),
  getReportingFund: Object.assign(
    async (context: RequestContext, input: OfRecord & { readonly query: Dated }) => {
      const { tx } = context;
      const { id } = input.params;
      const found = await vehicleList.page(tx, {
        filters: { id, ...(await onRequestedBasis(tx, input.query)) },
      });
      const [fund] = found._unsafeUnwrap().pageData;
      if (fund === undefined) return err([noSuch('fund')]);
      const page = await (await familyOn(context, input.query))(context, input);
      if (page.isErr()) return err(page.error);
      const { terms } = await termsInForce(tx, id, null, input.query.endDate ?? context.today);
      return ok({
        ...page.value,
        ...markContradictions(fund),
        terms: terms.map(({ code, name, value }) => ({ code, name, value })),
        reportingDates: await reportingDates(context, 'vehicle', id),
      });
    },
    {
      rows: async (context: RequestContext, input: OfRecord & { readonly query: Dated }) =>
        (await familyOn(context, input.query)).rows(context, input),
    },
  ),
  printReportingFund: (context, { params, query }) =>
    fundFileOperations[context.tenant.isLpTenant ? 'printLpFundProfile' : 'printFundProfile'](context, {
      query: { id: params.id, endDate: params.date, basis: query.basis },
    }),
};
