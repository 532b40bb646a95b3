import type { PrintedChart } from '@carrara/adapters/pdf/lineChart';
import { coverageText, coveredCount, meanNote, namesInFile } from '@carrara/contract/core/coverage';
import type { Column } from '@carrara/contract/core/fields';
import type { InputOf } from '@carrara/contract/core/endpoint';
import type { fundFileEndpoints } from '@carrara/contract/performance/fundProfile/fundFiles';
import { basisNames } from '@carrara/contract/performance/period/basis';
import { bridgeStepTitles } from '@carrara/contract/performance/return/bridgeSteps';
import { horizonTitles } from '@carrara/contract/performance/return/horizonTitles';
import { performanceInvestmentEndpoints } from '@carrara/contract/performance/investment/investment';
import { fundPerformanceEndpoints } from '@carrara/contract/performance/fundProfile/fundPerformance';
import { displayedFigure, reportedThroughMark } from '@carrara/contract/core/displayedFigure';
import { displayedDay } from '@carrara/contract/core/today';
import { figureColumns } from '@carrara/contract/performance/period/periodFigures';
import { excessTitle, reportedMultiplesTitle } from '@carrara/contract/performance/fundProfile/figureNotes';
import { titleInCurrency } from '@carrara/contract/performance/fundProfile/titleInCurrency';
import { err, ok } from '@carrara/domain/kernel';
import { anyListOperation, exportedFor, exportList } from '../../../files/exportList.ts';
import { spool } from '../../../files/spool.ts';
import { templateFileName } from '../../../files/templateFileName.ts';
import { listFiles } from '../../../files/listFiles.ts';
import type { AnswerOf, Operations, RequestContext } from '../../../core/operations.ts';
import { loadIssuer } from '../vehicle/loadIssuer.ts';
import { performanceInvestmentOperations } from '../investment/investment.ts';
import { fundPerformanceOperations } from './fundPerformance.ts';

type Calls = typeof fundFileEndpoints;
const { list: funds } = fundPerformanceEndpoints.listVehicles;

/** Figures only for the manager. */
const ofManager: readonly string[] = ['grossIrr', 'grossMoic'];
const steps: readonly Column[] = [
  { field: 'step', kind: 'text', title: 'Step' },
  { field: 'QTD', kind: 'money', title: 'Quarter' },
  { field: 'YTD', kind: 'money', title: 'Year' },
  { field: 'ITD', kind: 'money', title: 'Since inception' },
];

const horizonColumns: readonly Column[] = [
  { field: 'over', kind: 'text', title: 'Over' },
  { field: 'from', kind: 'date', title: 'From' },
  { field: 'irr', kind: 'return', title: 'Net IRR' },
];

const nameOf = (template: string, { now, tenant }: RequestContext) =>
  templateFileName(template, now, tenant.settings['timeZone']);

const overview =
  (isLp: boolean) =>
  async (context: RequestContext, { query }: InputOf<Calls['printFundOverview']>) => {
    const { endDate, carriesForward, basis } = query;
    const summary = await fundPerformanceOperations.summarizeFunds(context, {
      query: { endDate, carriesForward, basis },
    });
    if (summary.isErr()) return err(summary.error);
    const { print } = await import('@carrara/adapters/pdf/print');
    const { averageIrr, coverage } = summary.value;
    const isPartial = meanNote(coverage, 'funds') !== undefined;
    const excluded = coverageText(coverage, 'funds', namesInFile);
    const mean =
      averageIrr === null
        ? ''
        : `, average IRR ${print('return', averageIrr)}${isPartial ? ` (${coveredCount(coverage, 'funds')})` : ''}`;
    const basisText = isLp ? '' : `, ${basisNames[basis].toLowerCase()}`;
    const day = query.endDate === undefined ? '' : ` at ${print('date', query.endDate)}`;
    const columns = funds.columns.filter(({ field }) => !isLp || !ofManager.includes(field));
    const list = {
      ...funds,
      heading: `Fund overview${day}${basisText}${mean}`,
      columns,
      notes: excluded === undefined ? [] : [`Average IRR: ${excluded}.`],
    };
    const operation = anyListOperation(fundPerformanceOperations.listVehicles);
    const file = await exportList(listFiles, list, 'application/pdf', operation, context, { query });
    return file.map((content) => ({
      ...content,
      name: nameOf(isLp ? 'pm-LpFundOverview' : 'pm-FundOverview', context),
    }));
  };

const investmentOverview = async (context: RequestContext, { query }: InputOf<Calls['printInvestmentOverview']>) => {
  const { print } = await import('@carrara/adapters/pdf/print');
  const { list } = performanceInvestmentEndpoints.listPerformanceInvestments;
  const day = query.endDate === undefined ? '' : ` at ${print('date', query.endDate)}`;
  const operation = anyListOperation(performanceInvestmentOperations.listPerformanceInvestments);
  const printed = { ...list, heading: `Investment overview${day}` };
  const file = await exportList(listFiles, printed, 'application/pdf', operation, context, { query });
  return file.map((content) => ({ ...content, name: nameOf('pm-InvestmentOverview', context) }));
};

const profileFigures = figureColumns(
  'commitment',
  'contributions',
  'distributions',
  'unfunded',
  'nav',
  'irr',
  'tvpi',
  'dpi',
  'rvpi',
  'pic',
  'grossIrr',
  'grossMoic',
);

const profile =
  (isLp: boolean) =>
  async (context: RequestContext, { query }: InputOf<Calls['printFundProfile']>) => {
    const { id, endDate, currencyPair, basis } = query;
    const found = await fundPerformanceOperations.getFundProfile(context, {
      params: { id },
      query: { endDate, currencyPair, basis },
    });
    if (found.isErr()) return err(found.error);
    const fund = found.value;
    const { print } = await import('@carrara/adapters/pdf/print');
    const { profilePdf } = await import('@carrara/adapters/pdf/profilePdf');
    const all = { startPage: 1, pageSize: 1000, sortAsc: true, searchQuery: '' };
    const holdings = await fundPerformanceOperations.listFundHoldings(context, {
      params: { id },
      query: { ...all, sortColumn: 'investmentName', endDate, currencyPair },
    });
    if (holdings.isErr()) return err(holdings.error);
    const investors =
      isLp || fund.periodEndDate === null
        ? undefined
        : await fundPerformanceOperations.listFundInvestors(context, {
            params: { id, endDate: fund.periodEndDate },
            query: { ...all, sortColumn: 'investorName' },
          });
    if (investors?.isErr() === true) return err(investors.error);
    const facts = visibleColumns(profileFigures, isLp).map((column) => {
      const { kind, value } = displayedFigure(column, fund);
      const through = reportedThroughMark(column.field, fund);
      const text = print(kind, value);
      return {
        label: titleInCurrency(column.title, column.kind, fund),
        text: through === undefined ? text : `${text} (${through.toLowerCase()})`,
      };
    });
    if (fund.contradiction) facts.push({ label: reportedMultiplesTitle, text: fund.contradiction });
    if (fund.excessNote) facts.push({ label: excessTitle, text: fund.excessNote });
    // These figures cover only the fee-paying limited partners. The title says so if the other figures cover all partners.
    const basisText = !isLp && basis === 'all' ? `, ${basisNames.feePaying.toLowerCase()}` : '';
    const rows = { holdings: holdings.value.pageData, investors: investors?._unsafeUnwrap().pageData };
    const tables = profileTables(fund, rows, isLp, basisText);
    const note = [
      `Reporting date: ${print('date', fund.periodEndDate)}`,
      `Currency: ${fund.isoCode ?? ''}`,
      `Vintage year: ${print('year', fund.vintageYear)}`,
      ...(isLp ? [] : [`Basis of the figures: ${fund.basis}`]),
    ].join(' \u00b7 ');
    const metrics = await fundPerformanceOperations.chartFundMetrics(context, { params: { id } });
    if (metrics.isErr()) return err(metrics.error);
    const { head } = await loadIssuer(context, id);
    const charts = chartsOf(fund, metrics.value, basisText);
    const document = { head, title: 'Fund profile', name: fund.fundName, note, facts, charts, tables };
    const printed = profilePdf(document, exportedFor(context));
    const content = await spool(printed);
    const name = nameOf(isLp ? 'pm-LpFundProfile' : 'pm-FundProfile', context);
    return ok({ name, type: 'application/pdf', content });
  };

type FundCalls = typeof fundPerformanceEndpoints;
type Profile = AnswerOf<FundCalls['getFundProfile']>;

type RowsOf<Name extends 'listFundHoldings' | 'listFundInvestors'> = AnswerOf<FundCalls[Name]>['pageData'];

const visibleColumns = (columns: readonly Column[], isLp: boolean) =>
  columns.filter(({ field, hidden }) => !hidden && !(isLp && ofManager.includes(field)));

/** Returns the tables of a fund's profile. An investor's tenant has no table of investors. */
function profileTables(
  fund: Profile,
  {
    holdings,
    investors,
  }: { readonly holdings: RowsOf<'listFundHoldings'>; readonly investors: RowsOf<'listFundInvestors'> | undefined },
  isLp: boolean,
  basisText: string,
) {
  // The bridge and the investors' figures stay in the fund's own currency.
  const inOwn = (title: string) => (fund.ownCurrency === null ? title : `${title}, ${fund.ownCurrency}`);
  const { listFundHoldings, listFundInvestors } = fundPerformanceEndpoints;
  return [
    { title: inOwn(isLp ? 'NAV bridge' : 'NAV bridge, all partners'), columns: steps, rows: bridgeRows(fund.bridges) },
    {
      title: `Net IRR over time${basisText}`,
      columns: horizonColumns,
      rows: fund.horizons.map((horizon) => ({ ...horizon, over: horizonTitles[horizon.horizon] })),
    },
    {
      title: fund.isoCode ? `Investments, ${fund.isoCode}` : 'Investments',
      columns: visibleColumns(listFundHoldings.list.columns, isLp),
      rows: holdings,
    },
    ...(investors === undefined
      ? []
      : [
          { title: inOwn('Investors'), columns: visibleColumns(listFundInvestors.list.columns, isLp), rows: investors },
        ]),
  ];
}

/** Returns the charts over time as on the fund's page. */
function chartsOf(
  { jCurve, periodEndDate, ownCurrency }: Profile,
  metrics: AnswerOf<FundCalls['chartFundMetrics']>,
  basisText: string,
): readonly PrintedChart[] {
  const ages = jCurve?.quarters ?? [];
  const quarters = metrics.filter(({ quarter }) => periodEndDate !== null && quarter <= periodEndDate);
  return [
    {
      title: `J-curve, percent of commitment${basisText}`,
      unit: '%',
      categories: ages.map(({ age }) => `Q${age}`),
      series: [
        { name: 'Cash', values: ages.map(({ percent }) => percent) },
        { name: 'Cash and NAV', values: ages.map(({ percentWithNav }) => percentWithNav) },
      ],
    },
    {
      title: ['Invested and fair value by quarter', ...(ownCurrency ? [ownCurrency] : [])].join(', '),
      categories: quarters.map(({ quarter }) => displayedDay(quarter)),
      series: [
        { name: 'Invested', values: quarters.map(({ investedCapital }) => investedCapital) },
        { name: 'Fair value', values: quarters.map(({ fairValue }) => fairValue) },
      ],
    },
  ];
}

type Bridges = readonly {
  readonly period: string;
  readonly steps: readonly { readonly step: string; readonly amount: string | null }[] | null;
  readonly notDetermined: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}[];

/** Returns a row per step, with quarter, year and since inception side by side. If no period has a bridge, a single row has the reasons. */
function bridgeRows(bridges: Bridges) {
  const [first = bridges.length > 0 ? [{ step: 'All steps' }] : []] = bridges.flatMap(({ steps: own }) =>
    own ? [own] : [],
  );
  return first.map(({ step }) => ({
    step: bridgeStepTitles[step] ?? step,
    ...Object.fromEntries(
      bridges.map(({ period, steps: own }) => [
        period,
        own?.find((candidate) => candidate.step === step)?.amount ?? null,
      ]),
    ),
    notDetermined: bridges.flatMap(({ period, notDetermined }) =>
      notDetermined
        .filter(({ field }) => field === step || field === 'steps')
        .map((reason) => ({ ...reason, field: period })),
    ),
  }));
}

export const fundFileOperations: Operations<Calls> = {
  printFundOverview: overview(false),
  printLpFundOverview: overview(true),
  printInvestmentOverview: investmentOverview,
  printFundProfile: profile(false),
  printLpFundProfile: profile(true),
};
