import { type SourceAccount, sourceAccounts } from '@carrara/adapters/postgres/carry/ledger/accountEntries';
import { ownPayment } from '@carrara/adapters/postgres/carry/portal/ownPayment';
import { ownTaxes } from '@carrara/adapters/postgres/carry/portal/ownTaxes';
import { readTermination } from '@carrara/adapters/postgres/people/participant/employment';
import { type OwnParticipant, ownParticipants } from '@carrara/adapters/postgres/people/portalUser';
import type { portalEndpoints } from '@carrara/contract/carry/participant/portal';
import type { ExplanationNode } from '@carrara/contract/core/explanation';
import type { InputOf, ResultOf, RowOf } from '@carrara/contract/core/endpoint';
import { portalShows } from '@carrara/contract/core/modules';
import { wireName } from '@carrara/contract/core/wireNames';
import { sumsOfYears, taxYears } from '@carrara/domain/carry/tax';
import {
  accruedBalance,
  paidAboveAccrued,
  undeterminedBalance,
  vestedBalance,
  vestedBalanceOfAll,
} from '@carrara/domain/carry/vesting';
import {
  createExplanations,
  currencyOrder,
  type Decimal,
  decimal,
  err,
  type Failures,
  fail,
  moneyText,
  ok,
  type Recorder,
  type Result,
  zero,
  fromKeys,
} from '@carrara/domain/kernel';
import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { explanationNode } from '../../../core/explanationNode.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import type { ListOperation, PageQuery } from '../../../core/recordOperations.ts';
import { explainRun } from '../run/distributionExplanation.ts';
import { limitToReader, withoutShares } from './portalExplanation.ts';
import { portalFigures } from './portalFigures.ts';
import { portalVesting } from './portalVesting.ts';
import { participantViewOperations as views } from './participantViews.ts';

type Endpoints = typeof portalEndpoints;
type Summary = ResultOf<Endpoints['getPortalSummary']>;

const displayCurrencies = ({ tenant }: RequestContext) => portalShows(tenant.settings);
const notLinked = 'You aren’t linked to a participant in this firm. Ask an administrator to link you.';

/**
 * Returns the participant whose figures are read. The database derives it from the signed-in person alone.
 *
 * Fails: NOT_FOUND for a person linked to nobody, or without such a trust.
 */
export async function requestedParticipant(
  { tx }: RequestContext,
  holder: number,
): Promise<Result<OwnParticipant, Failures>> {
  const own = await ownParticipants(tx);
  const found = own.find((ownParticipant) => ownParticipant.holder === holder);
  return found
    ? ok(found)
    : err([fail('NOT_FOUND', ['holder'], own.length === 0 ? notLinked : 'You have no such trust.')]);
}

/** The operations of the profiles. The portal returns the same data. */
const lists = {
  Employee: {
    summary: views.getEmployeeSummary,
    allocations: views.listEmployeeAllocations,
    distributions: views.listEmployeeDistributions,
    forecasts: views.listEmployeeForecasts,
  },
  Trust: {
    summary: views.getTrustSummary,
    allocations: views.listTrustAllocations,
    distributions: views.listTrustDistributions,
    forecasts: views.listTrustForecasts,
  },
  Entity: {
    summary: views.getEntitySummary,
    allocations: views.listEntityAllocations,
    distributions: views.listEntityDistributions,
    forecasts: views.listEntityForecasts,
  },
} as const;
type ListName = 'allocations' | 'distributions' | 'forecasts';

interface OwnList<N extends ListName, Q, Row> {
  readonly list: N;
  /** Converts the query to that of the profile's list. */
  readonly withRequest: (query: Q) => object;
  readonly map: (row: StoredRow<N>, context: RequestContext) => Row;
  readonly isVisible?: (context: RequestContext) => boolean;
  /** Fields that the firm turned off. Files leave them out, and nothing is sorted by them. */
  readonly hiddenFields?: (context: RequestContext) => readonly string[];
}
type StoredRow<N extends ListName> =
  Awaited<ReturnType<(typeof lists)['Employee'][N]>> extends Result<{ pageData: (infer Row)[] }, Failures>
    ? Row
    : never;

/** Creates a list of a profile, for the person or one of their trusts. */
function ownList<N extends ListName, Q extends PageQuery & { readonly holder: number }, Row>({
  list,
  withRequest,
  map,
  isVisible = () => true,
  hiddenFields = () => [],
}: OwnList<N, Q, Row>): ListOperation<Q, Row> {
  const load = async (context: RequestContext, query: Q) => {
    const own = await requestedParticipant(context, query.holder);
    const sorted = hiddenFields(context).includes(query.sortColumn) ? { sortColumn: 'sourceName' } : {};
    return own.map(({ id, kind }) => ({
      // Each kind has its own query and columns. `asked` fits the query, and `map` takes what all have.
      read: lists[kind][list] as unknown as ListOperation<
        Q,
        StoredRow<N>,
        { readonly params: { readonly id: string } }
      >,
      input: { params: { id }, query: { ...query, ...sorted, ...withRequest(query) } },
    }));
  };
  const page = async (context: RequestContext, { query }: { readonly query: Q }) => {
    const found = await load(context, query);
    if (found.isErr()) return err(found.error);
    if (!isVisible(context)) return ok({ ...emptyPage(query), pageData: [] as Row[] });
    const answer = await found.value.read(context, found.value.input);
    return answer.map(({ pageData, ...rest }) => ({ ...rest, pageData: pageData.map((row) => map(row, context)) }));
  };
  const rows = async (context: RequestContext, { query }: { readonly query: Q }) => {
    const found = await load(context, query);
    if (found.isErr()) return err(found.error);
    if (!isVisible(context)) return ok(mapped<Row, Row>([], (row) => row));
    const answer = await found.value.read.rows(context, found.value.input);
    return answer.map((batches) => mapped(batches, (row) => map(row, context)));
  };
  return Object.assign(page, { rows, hiddenFields });
}

async function* mapped<Stored, Row>(
  batches: AsyncIterable<readonly Stored[]> | Iterable<readonly Stored[]>,
  map: (row: Stored) => Row,
): AsyncIterable<readonly Row[]> {
  for await (const batch of batches) yield batch.map(map);
}

const emptyPage = ({ startPage, pageSize, sortColumn, sortAsc, searchQuery }: PageQuery) => ({
  totalItemCount: 0,
  currentPage: startPage,
  pageSize,
  sort: wireName(sortColumn),
  sortAsc,
  searchQuery,
});

/** Returns the balances of a profile without those that the firm hides. */
async function summaryOf(
  context: RequestContext,
  { id, kind }: OwnParticipant,
  asOf?: string,
): Promise<Result<Summary, Failures>> {
  const found = await lists[kind].summary(context, { params: { id }, query: { asOf } });
  const { forecasts, estimates } = displayCurrencies(context);
  const hidden = {
    ...(forecasts ? {} : { forecastedCarry: null }),
    ...(estimates ? {} : { carryBalance: null, carryBalanceCoverage: null }),
  };
  return found.map(({ id: _id, participantId: _participantId, byCurrency, ...summary }) => ({
    ...summary,
    ...hidden,
    byCurrency: byCurrency.map((balances) => ({ ...balances, ...hidden })),
  }));
}

type PaidQuery = InputOf<Endpoints['listPortalDistributions']>['query'];
const distributions = ownList<'distributions', PaidQuery, RowOf<Endpoints['listPortalDistributions']>>({
  list: 'distributions',
  withRequest: ({ year }) => ({ disbursedOnly: true, aggregateTrust: false, year }),
  map: ({
    distributionStatus: _1,
    fundId: _2,
    investmentId: _3,
    sectorId: _4,
    isDetermined: _5,
    numberOfParticipants: _6,
    distributionParticipantId: _7,
    ...row
  }) => row,
});
const latest = {
  startPage: 1,
  pageSize: 5,
  sortColumn: 'distributionDate',
  sortAsc: false,
  searchQuery: '',
} as const;

type Vesting = ResultOf<Endpoints['getPortalVesting']>;
const nothingAccrued = 'You were paid carry, but nothing has been accrued. The accrued amounts exclude it.';
/**
 * Splits accrued carry by the vesting of its sources, per currency, the base currency first. A source whose vesting is
 * unknown is named with its balance, one without accruals without, and one that was paid more than accrued with the
 * difference.
 */
function accruedByVesting(
  accounts: readonly SourceAccount[],
  sources: Vesting['sources'],
  base: string,
  explain?: Recorder,
) {
  const split = (account: SourceAccount, at: number) => {
    if (!account.isDetermined) return { ...account, parts: undefined, reason: nothingAccrued };
    const balance = decimal(account.balance);
    const shares = sources.filter(({ sourceId }) => sourceId === account.sourceId);
    const reason =
      // A balance of zero or less has nothing that could vest.
      !balance.greaterThan(0)
        ? undefined
        : shares.length === 0
          ? 'Carry was accrued to you, but you have no share on this day that could vest.'
          : shares.find((share) => share.reason !== null)?.reason;
    const parts = vestedBalance(
      balance,
      shares.map((share) => ({
        vested: decimal(share.weightedVestedEffectiveAllocationPercentage ?? '0'),
        unvested: decimal(share.weightedForfeitedEffectiveAllocationPercentage ?? '0'),
      })),
      explain?.within(['sources', at]),
    );
    return reason || !parts
      ? { ...account, parts: undefined, reason: reason ?? 'Your share there is zero.' }
      : { ...account, reason: null, parts };
  };
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].toSorted(currencyOrder(base));
  return currencies.map((currency) => {
    const ofCurrency = accounts.filter((account) => account.currency === currency).map(split);
    const whole = vestedBalanceOfAll(
      ofCurrency.map(({ parts }) => parts),
      explain,
    );
    const undetermined = ofCurrency.filter((account) => account.reason !== null);
    const without = undeterminedBalance(
      undetermined.filter((account) => account.isDetermined).map(({ balance }) => decimal(balance)),
      explain,
    );
    const accrued = accruedBalance(whole, without, explain);
    return {
      currency,
      vestedBalance: whole ? moneyText(whole.vested) : null,
      unvestedBalance: whole ? moneyText(whole.unvested) : null,
      undeterminedBalance: moneyText(without),
      accruedBalance: ofCurrency.some(({ isDetermined }) => isDetermined) ? moneyText(accrued) : null,
      undetermined: undetermined.map(({ sourceName, sourceHolder, reason }) => ({
        sourceName,
        sourceHolder,
        reason: reason ?? '',
      })),
      paidAbove: ofCurrency
        .map(({ sourceName, sourceHolder, isDetermined, balance }) => ({
          sourceName,
          sourceHolder,
          amount: moneyText(isDetermined ? paidAboveAccrued(decimal(balance)) : zero),
        }))
        .filter(({ amount }) => amount !== moneyText(zero)),
    };
  });
}

const accruedParts = {
  vestedBalance: 'vested',
  unvestedBalance: 'unvested',
  undeterminedBalance: 'undetermined',
  accruedBalance: 'accrued',
} as const;
const partTitles: Readonly<Record<string, string>> = {
  vested: 'Vested',
  unvested: 'Unvested',
  undetermined: 'Not determined',
  accrued: 'Accrued',
};
type AccruedPart = keyof typeof accruedParts;

const isAccruedPart = (figure: string): figure is AccruedPart => Object.hasOwn(accruedParts, figure);

/** Explains a part of the accrued carry in one currency, with the names of its sources. Undefined if there is none. */
function explainAccrued(
  accounts: readonly SourceAccount[],
  sources: Vesting['sources'],
  part: AccruedPart,
  displaysPercentages: boolean,
): ExplanationNode | undefined {
  const explanations = createExplanations();
  const [line] = accruedByVesting(accounts, sources, '', explanations);
  const tree = explanations.tree([accruedParts[part]]);
  if (!line || !tree) return undefined;
  const node = explanationNode(tree);
  const without = accounts.filter(
    ({ sourceName, isDetermined }) =>
      isDetermined && line.undetermined.some((undetermined) => undetermined.sourceName === sourceName),
  );
  const ownerOf = (path: ExplanationNode['path'] | undefined, at: number) =>
    (path ? accounts[Number(path[1])] : without[at])?.sourceName;
  const named = (below: ExplanationNode): ExplanationNode => ({
    ...below,
    name: `${partTitles[String(below.path.at(-1))] ?? ''} · ${below.path.length > 1 ? (ownerOf(below.path, 0) ?? '') : 'all sources'}`,
    inputs: below.inputs.map((input, at) => ({
      ...input,
      name: /^source \d+$/.test(input.name) ? (ownerOf(input.figure, at) ?? input.name) : input.name,
    })),
    children: below.children.map(named),
  });
  return named(displaysPercentages ? node : withoutShares(node));
}

/** The person's share in the sources, and values that it could be computed from. */
const sharesOfVesting = [
  'calculatedTrancheCarryAmount',
  'weightedVestedEffectiveAllocationPercentage',
  'weightedForfeitedEffectiveAllocationPercentage',
] as const;
const isShareOfVesting = (figure: string) => sharesOfVesting.some((name) => name === figure);

/** Removes the figures that show the person's share. */
const withoutPercentages = (vesting: Vesting): Vesting => {
  const bare = fromKeys(sharesOfVesting, () => null);
  return {
    ...vesting,
    sources: vesting.sources.map((source) => ({ ...source, ...bare, effective: null })),
    rows: vesting.rows.map((row) => ({ ...row, ...bare })),
    totals: { ...vesting.totals, ...bare },
    byCurrency: vesting.byCurrency.map((sums) => ({ ...sums, calculatedTrancheCarryAmount: null })),
  };
};

/**
 * Operations of the participant portal. They return the data of the signed-in person's participant, and nothing about
 * anybody else.
 */
export const portalOperations: Operations<Endpoints> = {
  async getPortalHome(context) {
    const { tx, person } = context;
    const own = await ownParticipants(tx);
    if (own.length === 0) return err([fail('NOT_FOUND', ['holder'], notLinked)]);
    const holders = [];
    const paid = [];
    for (const ownParticipant of own) {
      const summary = await summaryOf(context, ownParticipant);
      if (summary.isErr()) return err(summary.error);
      const vesting = await portalVesting(context, ownParticipant.id);
      if (vesting.isErr()) return err(vesting.error);
      const leaving = await readTermination(tx, ownParticipant.id, context.today);
      const leavingDate = leaving?.terminationDate ?? null;
      holders.push({
        holder: ownParticipant.holder,
        name: ownParticipant.name,
        kind: ownParticipant.kind,
        leavingDate,
        rehireDate: (leavingDate && leaving?.rehireDate) ?? null,
        summary: summary.value,
        figures: await portalFigures(context, ownParticipant.id),
        vesting: vesting.value,
      });
      const page = await distributions(context, { query: { ...latest, holder: ownParticipant.holder } });
      if (page.isErr()) return err(page.error);
      paid.push(...page.value.pageData.map((row) => ({ ...row, holder: ownParticipant.holder })));
    }
    paid.sort((a, b) => b.distributionDate.localeCompare(a.distributionDate));
    return ok({
      name: person.name,
      today: context.today,
      displayed: displayCurrencies(context),
      holders,
      distributions: paid.slice(0, latest.pageSize),
    });
  },
  async getPortalSummary(context, { query }) {
    const own = await requestedParticipant(context, query.holder);
    return own.isErr() ? err(own.error) : summaryOf(context, own.value, query.asOf);
  },
  listPortalAllocations: ownList<
    'allocations',
    InputOf<Endpoints['listPortalAllocations']>['query'],
    RowOf<Endpoints['listPortalAllocations']>
  >({
    list: 'allocations',
    withRequest: ({ asOf }) => ({ sourceType: 'all', asOf }),
    hiddenFields: (context) => (displayCurrencies(context).percentages ? [] : ['effective']),
    map: (row, context) => ({
      id: row.id,
      sourceType: row.sourceType,
      sourceName: row.sourceName,
      sourceHolder: row.sourceHolder,
      investmentDate: row.investmentDate,
      vestingSchedule: row.vestingSchedule,
      vestedPercentage: row.vestedPercentage,
      vestingBasis: row.vestingBasis,
      effective: displayCurrencies(context).percentages ? row.effective : null,
    }),
  }),
  async getPortalVesting(context, { query: { holder, ...query } }) {
    const own = await requestedParticipant(context, holder);
    if (own.isErr()) return err(own.error);
    const { id } = own.value;
    const found = await views.getParticipantVesting(context, { params: { id }, query });
    if (found.isErr()) return err(found.error);
    const { estimates, percentages } = displayCurrencies(context);
    // Carry still accrues to the vested share after the termination.
    const balancesOn = query.vestingDate ?? context.today;
    const accrued = estimates
      ? accruedByVesting(await sourceAccounts(context.tx, id, balancesOn), found.value.sources, tenantCurrency(context))
      : null;
    const vesting = { ...found.value, accrued };
    return ok(percentages ? vesting : withoutPercentages(vesting));
  },
  async explainPortalVesting(context, { query: { holder, ...query } }) {
    const own = await requestedParticipant(context, holder);
    if (own.isErr()) return err(own.error);
    const { id } = own.value;
    const { estimates, percentages } = displayCurrencies(context);
    const { figure, ...scope } = query;
    if (!percentages && isShareOfVesting(figure))
      return err([fail('NOT_FOUND', ['figure'], 'Your firm doesn’t show percentages in the portal.')]);
    if (isAccruedPart(figure)) {
      const { vestingDate, currency = '' } = scope;
      const vested = await views.getParticipantVesting(context, { params: { id }, query: { vestingDate } });
      if (vested.isErr()) return err(vested.error);
      const accounts = estimates ? await sourceAccounts(context.tx, id, vestingDate ?? context.today) : [];
      const ofCurrency = accounts.filter((account) => (account.currency ?? '') === currency);
      const node = explainAccrued(ofCurrency, vested.value.sources, figure, percentages);
      return node ? ok(node) : err([fail('NOT_FOUND', ['figure'], 'You have no accrued carry in this currency.')]);
    }
    const found = await views.explainParticipantVesting(context, { params: { id }, query: { ...scope, figure } });
    return found.map((node) => limitToReader(percentages ? node : withoutShares(node), () => true));
  },
  listPortalDistributions: distributions,
  async getPortalDistribution(context, { params, query }) {
    const own = await requestedParticipant(context, query.holder);
    if (own.isErr()) return err(own.error);
    const found = await ownPayment(context.tx, params.id, own.value.id);
    if (!found) return noSuchPayment;
    const { percentages } = displayCurrencies(context);
    return ok(
      percentages ? found : { ...found, lines: found.lines.map((line) => ({ ...line, effectiveAllocation: null })) },
    );
  },
  async explainPortalDistribution(context, { params, query: { holder, ...query } }) {
    const own = await requestedParticipant(context, holder);
    if (own.isErr()) return err(own.error);
    const { id: participantId } = own.value;
    const found = await ownPayment(context.tx, params.id, participantId);
    if (!found) return noSuchPayment;
    const explained = await explainRun(context, { params, query: { ...query, participantId } });
    if (explained.isErr()) return err(explained.error);
    // Keeps the person and the entities on their path. Other people's rows are removed.
    const ids = new Set([participantId, ...found.lines.flatMap(({ via }) => via)]);
    const { percentages } = displayCurrencies(context);
    return ok(limitToReader(percentages ? explained.value : withoutShares(explained.value), (id) => ids.has(id)));
  },
  listPortalForecasts: ownList<
    'forecasts',
    InputOf<Endpoints['listPortalForecasts']>['query'],
    RowOf<Endpoints['listPortalForecasts']>
  >({
    list: 'forecasts',
    withRequest: () => ({ source: 'all' }),
    map: ({ forecastId: _1, forecastName: _2, sourceId: _3, multiple: _4, ...row }) => row,
    isVisible: (context) => displayCurrencies(context).forecasts,
  }),
  async getPortalTax(context, { query }) {
    const own = await requestedParticipant(context, query.holder);
    if (own.isErr()) return err(own.error);
    const rows = taxYears(await ownTaxes(context.tx, own.value.id));
    const thisYear = Number(context.today.slice(0, 4));
    const texts = <T extends { readonly year: number; readonly tax: Decimal }>(item: T) => ({
      ...item,
      tax: moneyText(item.tax),
      isEstimate: item.year >= thisYear,
    });
    return ok({
      years: sumsOfYears(rows).map((year) => ({ ...texts(year), gross: moneyText(year.gross) })),
      rows: rows.map((row, at) => ({
        ...texts(row),
        gross: row.gross && moneyText(row.gross),
        id: `${String(row.year)} ${String(at)}`,
      })),
    });
  },
};

const noSuchPayment = err([fail('NOT_FOUND', ['id'], 'You have no such payment.')]);
