import { decimal, hundred, numberText, zero } from '../../kernel/index.ts';
import type { ImportChange } from './changes.ts';
import { type PlanState, normalizeKey } from './planState.ts';
import { findContainer } from './findContainer.ts';
import { currencyOfFund } from './planContainers.ts';
import { type Route, routesTo } from './routesTo.ts';
import { type CarryPlan, type PlanRow, planSheets } from './sheets.ts';
import { referenceId } from './records.ts';
import type { RunRequest, SourceType } from '../run/index.ts';
import { draftChanges } from './draftChanges.ts';
import type { ExistingDistribution } from './existingRecords.ts';

type SourceRow = PlanRow<'distributionSources'>;
type AdjustmentRow = PlanRow<'distributionAdjustments'>;
interface PlannedSource {
  readonly row: SourceRow;
  readonly id: string;
  readonly details: {
    readonly participantId: string;
    via: readonly string[];
    loanRepayment: string | null;
    otherAdjustment: string | null;
  }[];
}

interface Characterization {
  readonly taxCharacterization: { readonly id: string };
  readonly characterizationPercentage: string;
}

/** Returns the characterizations of a source: none, or a total of exactly 100. */
function characterizationsOf(state: PlanState, row: SourceRow): readonly Characterization[] {
  const entered = row.open.filter(({ value }) => !decimal(value).isZero());
  const total = entered.reduce((sum, { value }) => sum.plus(decimal(value)), zero);
  const last = entered.at(-1);
  if (last !== undefined && !total.equals(hundred)) {
    state.errors.push({
      sheet: planSheets.distributionSources.name,
      row: row.row,
      column: `${last.name}${planSheets.distributionSources.open.suffix}`,
      reason: `the tax characterizations of '${row.source}' must total 100%, not ${numberText(total)}%`,
    });
  }
  return entered.map(({ name, value }) => ({
    taxCharacterization: state.entry('tax-characterization', name, { sheet: 'distributionSources', row: row.row }),
    characterizationPercentage: value,
  }));
}

/** Returns the currency of the fund or coinvestment that a source belongs to. */
function currencyOf(state: PlanState, plan: CarryPlan, row: SourceRow): string | undefined {
  const [investment = '', second] = row.source.split('/').map((part) => part.trim());
  const holder = second ?? investment;
  const coinvestment = plan.coinvestments.find(({ code }) => normalizeKey(code) === normalizeKey(holder));
  const isFund = state.names.find('fund', holder) !== undefined && !row.type.startsWith('Coinvestment');
  const stored = state.existing.coinvestment.find(
    (each) => normalizeKey(String(each['code'])) === normalizeKey(holder),
  );
  if (isFund) return currencyOfFund(state, plan, holder)?.id;
  return referenceId(stored?.['currency']) ?? (coinvestment && currencyOfFund(state, plan, coinvestment.fund)?.id);
}

function planSources(state: PlanState, plan: CarryPlan): PlannedSource[] {
  const first = new Map<string, number>();
  const currencies = new Map<string, string>();
  return plan.distributionSources.flatMap((row) => {
    if (row.faulty) return [];
    const id = findContainer(state, row.type, row.source);
    if (!id) {
      state.refuse('distributionSources', row.row, 'source', `There is no ${row.type.toLowerCase()} '${row.source}'`);
      return [];
    }
    const earlier = first.get(id);
    if (earlier !== undefined)
      state.refuse('distributionSources', row.row, 'source', `'${row.source}' is already in row ${earlier}`);
    first.set(id, row.row);
    const currency = currencyOf(state, plan, row);
    if (currency) currencies.set(currency, currencies.get(currency) ?? row.source);
    const [other] = currencies.values();
    if (currency && currencies.size > 1 && currencies.get(currency) === row.source) {
      state.refuse(
        'distributionSources',
        row.row,
        'source',
        `'${row.source}' and '${other}' have different currencies, but all sources of a distribution must have the same one`,
      );
    }
    return [{ row, id, details: [] }];
  });
}

function adjust(
  state: PlanState,
  plan: CarryPlan,
  sources: readonly PlannedSource[],
  row: AdjustmentRow,
  seen: Map<string, number>,
): void {
  const source = sources.find((each) => normalizeKey(each.row.source) === normalizeKey(row.source));
  const participantId = state.names.find('participant', row.participant);
  if (!source) {
    const isFaulty = plan.distributionSources.some(
      (each) => each.faulty && normalizeKey(each.source) === normalizeKey(row.source),
    );
    if (!isFaulty)
      state.refuse('distributionAdjustments', row.row, 'source', `'${row.source}' isn’t a source of the distribution`);
  }
  if (!participantId)
    state.refuse('distributionAdjustments', row.row, 'participant', `There is no participant '${row.participant}'`);
  const key = `${normalizeKey(row.source)}|${normalizeKey(row.participant)}`;
  const earlier = seen.get(key);
  if (earlier !== undefined)
    state.refuse('distributionAdjustments', row.row, 'participant', `is already adjusted in row ${earlier}`);
  seen.set(key, row.row);
  if (!source || !participantId || earlier !== undefined) return;
  const routes: readonly Route[] = routesTo(state, plan, source.id, participantId);
  const [route] = routes;
  if (!route) {
    state.notes.push(
      `${planSheets.distributionAdjustments.name}, row ${row.row}: '${row.participant}' has no share in '${row.source}', so the adjustment is not applied.`,
    );
    return;
  }
  if (routes.length > 1 && route.length > 0) {
    const reason = `'${row.participant}' shares in '${row.source}' through several entities, so it isn’t clear which share to adjust`;
    return state.refuse('distributionAdjustments', row.row, 'participant', reason);
  }
  source.details.push({
    participantId,
    via: route,
    loanRepayment: row.loanRepayment ?? null,
    otherAdjustment: row.otherAdjustment ?? null,
  });
}

/** Plans the draft of a distribution. Leaves the distribution unchanged if it is no longer a draft. */
export function planDistribution(state: PlanState, plan: CarryPlan): void {
  const [row, ...others] = plan.distribution;
  for (const other of others)
    state.refuse('distribution', other.row, 'name', 'a plan can contain only one distribution');
  const sources = planSources(state, plan);
  const seen = new Map<string, number>();
  for (const adjustment of plan.distributionAdjustments)
    if (!adjustment.faulty) adjust(state, plan, sources, adjustment, seen);
  const inputs = sources.map(({ row: source, id, details }) => ({
    source: { id },
    type: source.type,
    netDistributableAmount: source.amount,
    taxCharacterizations: characterizationsOf(state, source),
    details,
  }));
  if (!row) {
    const [source] = plan.distributionSources;
    if (source)
      state.refuse(
        'distributionSources',
        source.row,
        null,
        'the sheet Distribution has no distribution for this source. Add it there',
      );
    return;
  }
  if (row.faulty) return;
  // Without the faulty rows, the run would be a different one.
  const { distributionSources, distributionAdjustments, allocationProfiles, entityMembers } = plan;
  const inputRows = [...distributionSources, ...distributionAdjustments, ...allocationProfiles, ...entityMembers];
  if (inputRows.some(({ faulty }) => faulty)) return;
  if (plan.distributionSources.length === 0)
    state.refuse('distribution', row.row, null, 'the distribution has no sources');
  const [before, ...namesakes] = state.existing.distribution.filter(
    (each) => normalizeKey(each.name) === normalizeKey(row.name),
  );
  if (namesakes.length > 0) {
    const reason = `${namesakes.length + 1} distributions are named '${row.name}', so it isn’t clear which one to change. Rename all but one of them, or use another name here`;
    return state.refuse('distribution', row.row, 'name', reason);
  }
  if (before && before.status.code !== 'DRAFT') {
    state.notes.push(
      `The distribution '${row.name}' is already ${before.status.description.toLowerCase()}, so it is skipped.`,
    );
    return;
  }
  const values = {
    name: row.name,
    // The workbook has no description.
    description: before?.description ?? null,
    distributionDate: row.date,
    defaultEscrow: row.defaultEscrow,
    defaultTerminatedEscrow: row.defaultTerminatedEscrow,
    distributionSources: inputs,
  };
  if (!before) {
    state.writes.push({ kind: 'distribution', id: state.newId(), rowVersion: null, values });
    return state.count(title, 'created');
  }
  const changes = changesOfDraft(state, before, { name: row.name, request: requestOf(values) });
  if (changes.length > 0) {
    state.changes.push(...changes);
    state.warnings.push(replaced(before.name, changes));
  } else if (!state.writes.some(({ kind }) => kind !== 'reference')) {
    return state.count(title, 'unchanged');
  } else {
    state.notes.push(
      `The draft '${before.name}' is recomputed, because this plan changes records that it may depend on.`,
    );
  }
  const { unallocatedAcknowledged } = before.request;
  state.writes.push({
    kind: 'distribution',
    id: before.id,
    rowVersion: before.rowVersion,
    // An earlier acknowledgment of an unallocated rest doesn't cover changed figures.
    values: { ...values, unallocatedAcknowledged: changes.length === 0 && unallocatedAcknowledged },
  });
  state.count(title, 'updated');
}

const title = 'Distributions';
const MAX_REPORTED = 5;

/** Describes the changes to a draft that would be overwritten, so that nobody loses edits unknowingly. */
function replaced(name: string, changes: readonly ImportChange[]): string {
  const reported = changes
    .slice(0, MAX_REPORTED)
    .map(({ field, before, after }) => `${field} from ${before ?? 'nothing'} to ${after ?? 'nothing'}`);
  const rest = changes.length > reported.length ? [`${changes.length - reported.length} more`] : [];
  return `The draft '${name}' differs from the workbook. Importing the plan replaces these edits: ${[...reported, ...rest].join('; ')}.`;
}

function changesOfDraft(
  state: PlanState,
  before: ExistingDistribution,
  after: { readonly name: string; readonly request: RunRequest },
): readonly ImportChange[] {
  const { distributionDate } = after.request;
  const profileInForce = (containerId: string) =>
    state.existing.allocationProfile
      .filter(
        (each) =>
          referenceId(each['container']) === containerId && String(each['effectiveDate'] ?? '') <= distributionDate,
      )
      .sort(
        (a, b) =>
          Number(b['isCurrent'] === true) - Number(a['isCurrent'] === true) ||
          String(b['effectiveDate']).localeCompare(String(a['effectiveDate'])) ||
          Number(b['version']) - Number(a['version']),
      )[0]?.id;
  // Tranches of one investment may share a name, so their path distinguishes them.
  const pathOf = (id: string) => [state.names.called.get(id)].find((called) => called?.includes('/'));
  const nameOf = (id: string) => pathOf(id) ?? state.nameOf(id) ?? before.names[id];
  return draftChanges(title, before, after, { nameOf, profileInForce });
}

interface Planned {
  readonly distributionDate: string;
  readonly defaultEscrow: string;
  readonly defaultTerminatedEscrow: string;
  readonly distributionSources: readonly {
    readonly source: { readonly id: string };
    readonly type: string;
    readonly netDistributableAmount: string;
    readonly taxCharacterizations: readonly Characterization[];
    readonly details: PlannedSource['details'];
  }[];
}
const requestOf = (values: Planned): RunRequest => ({
  distributionDate: values.distributionDate,
  defaultEscrow: values.defaultEscrow,
  defaultTerminatedEscrow: values.defaultTerminatedEscrow,
  investorBalanceBased: false,
  unallocatedAcknowledged: false,
  sources: values.distributionSources.map((each) => ({
    sourceId: each.source.id,
    type: each.type as SourceType,
    netDistributableAmount: each.netDistributableAmount,
    characterizations: each.taxCharacterizations.map(({ taxCharacterization, characterizationPercentage }) => ({
      id: taxCharacterization.id,
      percent: characterizationPercentage,
    })),
    details: each.details,
  })),
});
