import { type Whole, toWhole } from '../../kernel/cents/index.ts';
import { type Failure, type Path, percentTotal, type Recorder, toCents } from '../../kernel/index.ts';
import { type LocatedAdjustments, locateAdjustments } from './adjustments.ts';
import { checkDistinct, checkMoney, checkPercent, type Refuse, refuseInto } from './checks.ts';
import type { DistributionInput, ParticipantInput, SourceInput } from './distribution.ts';
import { type Holders, linkHolders, MAX_ROWS } from './holders.ts';
import { addTaxGroups, type Route, type RouteFacts, routeTo, pathKey } from './routes.ts';
import { shareBalances, isOverAllocated, type Weights, shareWeights } from './shares.ts';
import { checkTaxProfiles, groupTaxes, type SourceTaxes, sourceTaxes, type TaxGroups } from './taxGroups.ts';

/** A checked source, prepared for the engine. */
export interface SourcePlan {
  readonly source: SourceInput;
  readonly position: number;
  readonly amount: Whole;
  readonly weights: Weights;
  /** In the order of the allocations. */
  readonly routes: readonly Route[];
  readonly adjustments: LocatedAdjustments;
  readonly taxes: SourceTaxes;
}

export interface DistributionPlan {
  /** The sources that can be computed. */
  readonly sources: readonly SourcePlan[];
  readonly failures: readonly Failure[];
}

type LocatedAdjustment = Parameters<typeof locateAdjustments>[0][number];

interface PlanFacts extends RouteFacts {
  readonly input: DistributionInput;
  readonly holders: Holders<ParticipantInput>;
  readonly adjustments: ReadonlyMap<string, readonly LocatedAdjustment[]>;
  readonly taxGroups: TaxGroups;
  /** Direct paths, built when a source first needs them. */
  readonly routes: Map<string, Route>;
  remainingRows: number;
}

/**
 * Checks an input and prepares its sources. An invalid source is left out, with all its failures listed.
 *
 * Source: docs/calculations/distribution.md, docs/calculations/tax.md, docs/calculations/escrow.md.
 */
export function planDistribution(input: DistributionInput, explain?: Recorder): DistributionPlan {
  const failures: Failure[] = [];
  const refuse = refuseInto(failures);
  const sourceIds = input.sources.map(({ id }) => id);
  checkGround(input, sourceIds, refuse);
  const isSound = failures.length === 0;
  const taxGroups = groupTaxes(input.participants);
  const facts: PlanFacts = {
    input,
    defaults: input,
    holders: linkHolders(input.participants, ['participants'], refuse),
    adjustments: bySource(input, new Set(sourceIds), refuse),
    taxGroups,
    taxGroupOf: taxGroups.groupOf,
    routes: new Map(),
    remainingRows: MAX_ROWS,
  };
  const sources = input.sources.flatMap((source, position) => {
    const before = failures.length;
    const plan = planSource(source, position, facts, refuse, explain?.within(['sources', position]));
    return plan !== undefined && isSound && failures.length === before ? [plan] : [];
  });
  return { sources, failures };
}

function checkGround(input: DistributionInput, sourceIds: readonly string[], refuse: Refuse): void {
  checkPercent(input.defaultEscrow, ['defaultEscrow'], refuse);
  checkPercent(input.defaultTerminatedEscrow, ['defaultTerminatedEscrow'], refuse);
  input.participants.forEach(({ defaultEscrow }, i) => {
    checkPercent(defaultEscrow, ['participants', i, 'defaultEscrow'], refuse);
  });
  checkDistinct(sourceIds, 'SOURCE_DUPLICATE', (i) => ['sources', i, 'id'], refuse);
  checkTaxProfiles(input, refuse);
}

function planSource(
  source: SourceInput,
  position: number,
  facts: PlanFacts,
  refuse: Refuse,
  explain: Recorder | undefined,
): SourcePlan | undefined {
  const path: Path = ['sources', position];
  const { netDistributableAmount } = source;
  checkMoney(netDistributableAmount, [...path, 'netDistributableAmount'], refuse);
  if (netDistributableAmount.lt(0)) {
    refuse('NEGATIVE_AMOUNT', [...path, 'netDistributableAmount'], 'the amount of a source can’t be negative');
  }
  checkPercent(source.defaultEscrow, [...path, 'defaultEscrow'], refuse, `the escrow % of source ${source.id}`);
  checkCharacterizations(source, path, refuse);
  const weights = shareWeights(source.allocations, [...path, 'allocations'], refuse);
  if (weights !== undefined && isOverAllocated(weights)) {
    refuse(
      'OVER_ALLOCATED',
      [...path, 'allocations'],
      `the allocations of source ${source.id} total more than 100.0000%`,
    );
  }
  const routes = routesOf(source, path, facts, refuse);
  if (routes === undefined) return undefined;
  const adjustments = locateAdjustments(facts.adjustments.get(source.id) ?? [], routes, refuse);
  const groupsInUse = new Set<number>();
  for (const route of routes) addTaxGroups(route, groupsInUse);
  const taxPath = [...path, 'characterizations'];
  const taxes = sourceTaxes(source, facts.input.taxProfiles, facts.taxGroups, groupsInUse, taxPath, explain);
  for (const { code, path: at, detail } of taxes.failures)
    refuse(code, at, `${detail}, but source ${source.id} needs one`);
  if (weights === undefined || !(netDistributableAmount.decimalPlaces() <= 2)) return undefined;
  const balances = shareBalances(source.allocations);
  const split = balances ? { ...weights, balances } : weights;
  return {
    source,
    position,
    amount: toWhole(toCents(netDistributableAmount)),
    weights: split,
    routes,
    adjustments,
    taxes,
  };
}

/**
 * Checks that characterizations, if any, total exactly 100.
 *
 * Fails: CHARACTERIZATION_NOT_100, CHARACTERIZATION_DUPLICATE, and those of percentages.
 */
export function checkCharacterizations(
  { id, characterizations = [] }: SourceInput,
  source: Path,
  refuse: Refuse,
): void {
  const path = [...source, 'characterizations'];
  if (characterizations.length === 0) return;
  characterizations.forEach(({ percent }, i) => {
    checkPercent(percent, [...path, i, 'percent'], refuse);
  });
  const ids = characterizations.map((characterization) => characterization.id);
  checkDistinct(ids, 'CHARACTERIZATION_DUPLICATE', (i) => [...path, i, 'id'], refuse);
  const total = percentTotal(characterizations.map(({ percent }) => percent));
  if (!total.isHundred) {
    refuse(
      'CHARACTERIZATION_NOT_100',
      path,
      `the characterizations of source ${id} must total 100%, not ${total.text}%`,
    );
  }
}

/** Returns the paths of a source; undefined if one of them is invalid. */
function routesOf(source: SourceInput, path: Path, facts: PlanFacts, refuse: Refuse): readonly Route[] | undefined {
  const routes: Route[] = [];
  const { defaultEscrow: ofSource } = source;
  const memberShares = memberSharesOf(source, path, refuse);
  const existingRoutes = ofSource || memberShares ? new Map<string, Route>() : facts.routes;
  const own = {
    ...facts,
    ...(ofSource ? { defaults: { ...facts.defaults, ofSource } } : {}),
    ...(memberShares ? { memberShares } : {}),
  };
  source.allocations.forEach(({ participantId }, i) => {
    const holder = facts.holders.get(participantId);
    if (holder === undefined) {
      refuse('PARTICIPANT_UNKNOWN', [...path, 'allocations', i, 'participantId'], `no participant ${participantId}`);
      return;
    }
    if (holder.isBroken) return;
    const fitted = facts.remainingRows >= 0;
    facts.remainingRows -= holder.rows;
    if (facts.remainingRows < 0) {
      if (fitted)
        refuse('TOO_MANY_ROWS', [...path, 'allocations', i], `a distribution can have at most ${MAX_ROWS} rows`);
      return;
    }
    let route = existingRoutes.get(participantId);
    if (route === undefined) {
      route = routeTo(holder, own);
      existingRoutes.set(participantId, route);
    }
    routes.push(route);
  });
  return routes.length === source.allocations.length ? routes : undefined;
}

/** Returns the splits of entities that apply to this source only. They total less than 100 if a member forfeits to nobody. */
function memberSharesOf({ memberShares = [] }: SourceInput, path: Path, refuse: Refuse): RouteFacts['memberShares'] {
  if (memberShares.length === 0) return undefined;
  return new Map(
    memberShares.flatMap(({ via, shares }, i) => {
      const weights = shareWeights(shares, [...path, 'memberShares', i], refuse);
      return weights ? [[pathKey(via), { shares, weights }] as const] : [];
    }),
  );
}

function bySource(
  { adjustments = [] }: DistributionInput,
  sourceIds: ReadonlySet<string>,
  refuse: Refuse,
): ReadonlyMap<string, readonly LocatedAdjustment[]> {
  const grouped = new Map<string, LocatedAdjustment[]>();
  adjustments.forEach((adjustment, i) => {
    const path: Path = ['adjustments', i];
    if (!sourceIds.has(adjustment.sourceId)) {
      refuse('SOURCE_UNKNOWN', [...path, 'sourceId'], `no source ${adjustment.sourceId}`);
    }
    const group = grouped.get(adjustment.sourceId) ?? [];
    group.push({ adjustment, path });
    grouped.set(adjustment.sourceId, group);
  });
  return grouped;
}
