import { accountEntryList, entityAccountEntryList } from '@carrara/adapters/postgres/carry/carryViews/accountEntries';
import { allocationList, type StoredAllocation } from '@carrara/adapters/postgres/carry/carryViews/allocationRows';
import {
  fundsOfParticipant,
  investmentsOfParticipant,
  vestingSources,
} from '@carrara/adapters/postgres/carry/carryViews/vestingSources';
import { indexLists } from '@carrara/adapters/postgres/carry/carryViews/participantIndex';
import { participantDistributionList } from '@carrara/adapters/postgres/carry/carryViews/distributionHistory';
import { participantForecastList } from '@carrara/adapters/postgres/carry/carryViews/forecastHistory';
import {
  participantForecastPoints,
  participantForecastSlices,
  participantPoints,
  participantSlices,
  participantSummary,
} from '@carrara/adapters/postgres/carry/carryViews/participantFigures';
import { readTermination } from '@carrara/adapters/postgres/people/participant/employment';
import { participantNavigation } from '@carrara/adapters/postgres/portfolio/container/navigation';
import type { ListRow } from '@carrara/adapters/postgres/engine/lists/listQuery';
import type { participantViewEndpoints } from '@carrara/contract/carry/participant/participantViews';
import { type VestingAnalysisResult, vestingColumnsFor } from '@carrara/contract/carry/vesting/vestingAnalysis';
import type { ExplanationNode } from '@carrara/contract/core/explanation';
import type { InputOf, ResultOf } from '@carrara/contract/core/endpoint';
import {
  type CalendarDate,
  createExplanations,
  err,
  type Failures,
  fail,
  ok,
  type Recorder,
  type Result,
  currencyOrder,
} from '@carrara/domain/kernel';
import { explanationRecords } from '@carrara/adapters/postgres/carry/distribution/explanationRecords';
import { employmentHistory, isTerminated, leavingOn, vestingDate } from '@carrara/domain/people/participant';
import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { exportRows } from '../../../files/exportRows.ts';
import { mappedList } from '../../../core/mappedList.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import {
  ownedList,
  listAllRows,
  ownedListOperation,
  ownerNotFound,
  type OfRecord,
  ownerExists,
} from '../../../core/ownerScope.ts';
import { eligibleRow } from '../../people/eligibleRows.ts';
import { buildParticipantFilters } from '../../people/buildParticipantFilters.ts';
import { explanationNode } from '../../../core/explanationNode.ts';
import { vestedOn, readVesting } from '../vesting/vestingAnalysis.ts';

type Endpoints = typeof participantViewEndpoints;
type Kind = 'employee' | 'trust' | 'entity';
type AllocationRow = ResultOf<Endpoints['listEmployeeAllocations']>['pageData'][number];
type AllocationQuery = InputOf<Endpoints['listEmployeeAllocations']>['query'];
type VestingQuery = InputOf<Endpoints['getParticipantVesting']>;

/**
 * Returns the allocations in force, each with its vested percentage: as of the requested date or today, or as of an
 * earlier termination.
 */
const allocations = () =>
  mappedList<AllocationRow, AllocationQuery, OfRecord, StoredAllocation>(
    allocationList,
    ({ sourceType, asOf }, { today }, { params }) => ({ participantId: params.id, sourceType, asOf: asOf ?? today }),
    (row, { today }, { query }) => {
      const { own, tranches, terminationDate, employmentEvents, ...displayed } = row;
      const day = (query.asOf as CalendarDate | undefined) ?? today;
      const leaving = leavingOn(employmentHistory(employmentEvents, { terminationDate }), day);
      const on = vestingDate(day, leaving?.eventDate);
      return { ...displayed, ...vestedOn({ schedule: displayed.vestingSchedule, own, tranches }, on) };
    },
  );

/** Returns the endpoints that employees, trusts and entities share. */
function viewsOf(kind: Kind) {
  const chart =
    <T>(read: (tx: RequestContext['tx'], id: string) => Promise<T>) =>
    async ({ tx }: RequestContext, { params }: OfRecord): Promise<Result<T, Failures>> =>
      (await ownerExists(tx, params.id, kind)) ? ok(await read(tx, params.id)) : ownerNotFound(kind);
  return {
    list$Index: mappedList<RowOf<'listEmployeeIndex'>, PageQueryOf>(
      indexLists[kind],
      buildParticipantFilters(kind),
      eligibleRow,
    ),
    async get$Summary(
      { tx, today }: RequestContext,
      { params, query }: OfRecord & { query: { asOf?: string | undefined } },
    ) {
      const summary = await participantSummary(tx, kind, params.id, query.asOf ?? today);
      return summary ? ok(summary) : ownerNotFound(kind);
    },
    list$Choices: async ({ tx }: RequestContext) => ok(await participantNavigation(tx, kind)),
    chart$DistributionsBySector: chart((tx, id) => participantSlices(tx, id, 'sector')),
    chart$DistributionsByFund: chart((tx, id) => participantSlices(tx, id, 'fund')),
    chart$DistributionsByYear: chart((tx, id) => participantSlices(tx, id, 'year')),
    chart$DistributionHistory: chart(participantPoints),
    chart$ForecastsBySource: chart(participantForecastSlices),
    chart$ForecastHistory: chart(participantForecastPoints),
    list$Forecasts: ownedListOperation<RowOf<'listEmployeeForecasts'>, ForecastQuery>(
      kind,
      participantForecastList,
      ({ source }, _context, { params }) => ({ participantId: params.id, source }),
    ),
    list$Distributions: ownedListOperation<RowOf<'listEmployeeDistributions'>, HistoryQuery>(
      kind,
      participantDistributionList,
      ({ aggregateTrust, disbursedOnly, holderId, year, to }, _context, { params }) => ({
        [aggregateTrust ? 'withTrustsOf' : 'participantId']: params.id,
        disbursedOnly,
        holderId,
        year,
        to,
      }),
    ),
    list$Allocations: ownedList(kind, allocations()),
  };
}
type TrustRow = ResultOf<Endpoints['listTrustIndex']>['pageData'][number];
type PageQueryOf = InputOf<Endpoints['listEmployeeIndex']>['query'];
type RowOf<K extends 'listEmployeeIndex' | 'listEmployeeForecasts' | 'listEmployeeDistributions'> = ResultOf<
  Endpoints[K]
>['pageData'][number];
type ForecastQuery = InputOf<Endpoints['listEmployeeForecasts']>['query'];
type HistoryQuery = InputOf<Endpoints['listEmployeeDistributions']>['query'];

type Named<N extends string, T> = {
  [K in keyof T as K extends `${infer Before}$${infer After}` ? `${Before}${N}${After}` : never]: T[K];
};
const named = <const N extends string, T extends object>(name: N, operations: T) =>
  Object.fromEntries(
    Object.entries(operations).map(([key, operation]) => [key.replace('$', name), operation]),
  ) as Named<N, T>;

type EntryQuery = InputOf<Endpoints['listParticipantAccountEntries']>['query'];
type EntryRow = ResultOf<Endpoints['listParticipantAccountEntries']>['pageData'][number];
const entriesIn = (list: typeof accountEntryList) =>
  listOperation<EntryRow, EntryQuery, OfRecord>(list, ({ ledger, asOf }, _context, { params }) => ({
    participantId: params.id,
    ledger,
    asOf,
  }));
const [ownEntries, entriesThrough] = [entriesIn(accountEntryList), entriesIn(entityAccountEntryList)];
type EntryInput = { readonly query: EntryQuery } & OfRecord;
const entriesFor = async ({ tx }: RequestContext, { params }: OfRecord) =>
  (await ownerExists(tx, params.id, 'entity')) ? entriesThrough : ownEntries;
/** An entity's account consists of the entries that went through it. Everybody else has entries of their own. */
const accountEntries = Object.assign(
  async (context: RequestContext, input: EntryInput) => (await entriesFor(context, input))(context, input),
  {
    rows: async (context: RequestContext, input: EntryInput) => (await entriesFor(context, input)).rows(context, input),
  },
);

async function analysis(context: RequestContext, { params, query }: VestingQuery, explain?: Recorder) {
  const { tx, today } = context;
  const chosen = query.vestingDate as CalendarDate | undefined;
  const day = chosen ?? today;
  const participant = await readTermination(tx, params.id, day);
  if (!participant) return ownerNotFound('participant');
  const { terminationDate } = participant;
  const vestingDateIs = isTerminated(terminationDate, day) ? 'termination' : chosen ? 'chosen' : 'today';
  const all = await vestingSources(tx, params.id, day);
  const requested = query.sourceId === undefined ? all : all.filter(({ id }) => id === query.sourceId);
  const found = readVesting(requested, query, vestingDate(day, terminationDate), {
    explain,
    participantId: params.id,
    dateOf: (source) => vestingDate(day, source.terminationDate),
  });
  return found.map((analyzed) => ({ result: { ...analyzed, vestingDateIs } as const, name: participant.name }));
}

type Analyzed = Pick<VestingAnalysisResult, 'sources' | 'rows'>;

/**
 * Names each step by its kind, with its source or tranche, and the terms of a sum likewise. The domain has only paths.
 */
function namedVesting(
  { sources, rows }: Analyzed,
  records: Awaited<ReturnType<typeof explanationRecords>>,
  root: ExplanationNode,
): ExplanationNode {
  const sourceAt = ([list, source]: ExplanationNode['path']) =>
    list === 'sources' ? sources[Number(source)] : undefined;
  const nameOf = (path: ExplanationNode['path']) => {
    const found = sourceAt(path);
    if (path[2] !== 'rows') return found?.sourceName;
    return rows.filter(({ shareId }) => shareId === found?.shareId)[Number(path[3])]?.trancheName;
  };
  const recordsOf = (path: ExplanationNode['path']) => {
    const record = records.get(sourceAt(path)?.sourceId ?? '');
    return record?.type ? [{ ...record, type: record.type }] : [];
  };
  /** Names a term of a sum by its source or tranche. */
  const inputName = ({ name, figure }: ExplanationNode['inputs'][number], path: ExplanationNode['path']) => {
    const [, term, number] = /^(part|invested|vested percentage) (\d+)$/.exec(name) ?? [];
    const owner = number ? nameOf(figure ?? [...path.slice(0, 2), 'rows', Number(number) - 1]) : undefined;
    if (!term || !owner) return name;
    return term === 'part' ? owner : `${asText(term)} · ${owner}`;
  };
  const named = (node: ExplanationNode): ExplanationNode => ({
    ...node,
    name: `${asText(String(node.path.at(-1)))} · ${nameOf(node.path) ?? 'all sources'}`,
    records: recordsOf(node.path),
    inputs: node.inputs.map((input) => ({ ...input, name: inputName(input, node.path) })),
    children: node.children.map(named),
  });
  return named(root);
}

/** Turns `vestedCarryAmount` into 'Vested carry amount'. */
function asText(figure: string): string {
  const label = figure.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/**
 * Returns the index of a share. If only its source is given, it is the direct share, or the only one through entities.
 */
function shareAt(sources: Analyzed['sources'], sourceId: string | undefined, shareId = sourceId): number {
  const ofSource = sources.filter((source) => source.sourceId === sourceId);
  const [only] = shareId === sourceId && ofSource.length === 1 ? ofSource : [];
  return sources.findIndex((source) => source.shareId === (only?.shareId ?? shareId));
}

/** Returns the sources that a sum excludes because nothing is known about them. */
const excluded = ({ sources }: Analyzed, currency: string | null | undefined): ExplanationNode['inputs'] =>
  sources
    .filter((source) => source.reason !== null && (currency === undefined || source.currency === currency))
    .map(({ sourceName }) => ({ name: `${sourceName} (not determined)`, value: null, unit: 'money' }));

type VestingSums = VestingAnalysisResult['byCurrency'][number];

const inCurrencyOrder = (context: RequestContext, sums: readonly VestingSums[]) =>
  sums.toSorted(({ currency }, other) => currencyOrder(tenantCurrency(context))(currency, other.currency));

const totaled = ['originalCarryAmount', 'vestedCarryAmount', 'forfeitedCarryAmount'] as const;
/** Returns the sums per currency, as totals of a file. The carry of a source with several shares is repeated, so it has none. */
const totalsOf = (byCurrency: readonly VestingSums[]) =>
  byCurrency.flatMap(({ currency, ...sums }) =>
    totaled.map((field) => ({ field, total: sums[field] ?? '', currency: currency ?? 'no currency' })),
  );

export const participantViewOperations: Operations<Endpoints> = {
  ...named('Employee', viewsOf('employee')),
  ...named('Trust', viewsOf('trust')),
  ...named('Entity', viewsOf('entity')),
  async listEmployeeTrusts({ tx, today }, { params }) {
    if (!(await ownerExists(tx, params.id, 'employee'))) return ownerNotFound('employee');
    const stored = await listAllRows<ListRow>(tx, indexLists.trust, { employeeId: params.id });
    const trusts = stored.map((row) => eligibleRow<TrustRow>(row, { today }));
    const displayedTrusts = trusts.map(({ trustType, hireDate, ...trust }) => ({
      ...trust,
      type: trustType ?? null,
      formationDate: hireDate,
    }));
    // The index of trusts is sorted by name in descending order, so it is reversed here.
    return ok(displayedTrusts.reverse());
  },
  listEmployeeVesting: ownedList('employee', allocations()),
  async listParticipantFundsAndCoinvestments({ tx }, { params }) {
    if (!(await ownerExists(tx, params.id, 'participant'))) return ownerNotFound('participant');
    return ok(await fundsOfParticipant(tx, params.id));
  },
  async listParticipantInvestments({ tx }, { params }) {
    if (!(await ownerExists(tx, params.id, 'participant'))) return ownerNotFound('participant');
    return ok(await investmentsOfParticipant(tx, params.id));
  },
  async listParticipantEstimates({ tx }, { params }) {
    if (!(await ownerExists(tx, params.id, 'participant'))) return ownerNotFound('participant');
    return ok(await listAllRows(tx, participantForecastList, { participantId: params.id }));
  },
  getParticipantVesting: async (context, input) =>
    (await analysis(context, input)).map(({ result }) => ({
      ...result,
      byCurrency: inCurrencyOrder(context, result.byCurrency),
    })),
  async explainParticipantVesting(context, { params, query }) {
    const { figure, sourceId, shareId, tranche, currency, ...scope } = query;
    const explanations = createExplanations();
    const found = await analysis(context, { params, query: scope }, explanations);
    if (found.isErr()) return err(found.error);
    const { sources, byCurrency } = found.value.result;
    const isWhole = sourceId === undefined && shareId === undefined;
    const source = shareAt(sources, sourceId, shareId);
    const reason = sources[source]?.reason;
    if (reason) {
      const code = sources[source]?.vestingSchedule ? 'NO_VESTING_START' : 'NO_VESTING_SCHEDULE';
      return err([fail(code, ['sourceId'], reason)]);
    }
    const sums = byCurrency.findIndex((sum) => (sum.currency ?? '') === currency);
    const whole = byCurrency.length > 1 ? ['byCurrency', sums] : ['totals'];
    const below = tranche === undefined ? ['totals'] : ['rows', tranche];
    const tree = explanations.tree([...(isWhole ? whole : ['sources', source, ...below]), figure]);
    if (!tree) return err([fail('NOT_FOUND', ['figure'], 'This vesting analysis has no such figure.')]);
    const records = await explanationRecords(
      context.tx,
      sources.map((vestingSource) => vestingSource.sourceId),
    );
    const node = namedVesting(found.value.result, records, explanationNode(tree));
    const others = isWhole ? excluded(found.value.result, byCurrency[sums]?.currency) : [];
    return ok({ ...node, inputs: [...node.inputs, ...others] });
  },
  async exportParticipantVesting(context, input) {
    const found = await analysis(context, input);
    if (found.isErr()) return err(found.error);
    const { result, name } = found.value;
    const several = result.byCurrency.length > 1;
    const visible: Readonly<Record<string, boolean>> = {
      currency: new Set(result.sources.map(({ currency }) => currency)).size > 1,
      reason: result.sources.some(({ reason }) => reason !== null),
    };
    return ok(
      await exportRows(context, {
        title: `Vesting ${name} ${result.vestingDate}`,
        columns: vestingColumnsFor(result.vestingDateIs).filter(({ field }) => visible[field] ?? true),
        rows: result.rows,
        ...(several ? { totals: totalsOf(inCurrencyOrder(context, result.byCurrency)) } : {}),
      }),
    );
  },
  listParticipantAccountEntries: ownedList('participant', accountEntries),
};
