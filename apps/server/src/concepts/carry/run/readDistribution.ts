import { approverFacts } from '@carrara/adapters/postgres/carry/distribution/approverFacts';
import { approverCandidates } from '@carrara/adapters/postgres/carry/approvalPolicy/approvers';
import { distributionStore } from '@carrara/adapters/postgres/carry/distribution/store';
import { readableFailures, loadLabels } from '@carrara/adapters/postgres/carry/run/labels';
import { type AssembledRun, assembleRun } from '@carrara/adapters/postgres/carry/distribution/assemble';
import {
  isNameShared,
  loadHead,
  loadInputs,
  loadPrevious,
  loadDisplayedHead,
  type DisplayedHead,
} from '@carrara/adapters/postgres/carry/distribution/head';
import { loadRun } from '@carrara/adapters/postgres/carry/distribution/rows';
import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { hasPermission, type Permission } from '@carrara/contract/core/permissions';
import {
  type ApprovalRules,
  type ApproverFacts,
  eligibleSubstitutes,
  allowedActions,
  approverRemedies,
  candidateFailures,
  disbursementDateFailures,
  type PayingSource,
  type DistributionHead,
  type PeopleOfRun,
  reasonForApproval,
  currentApprovers,
} from '@carrara/domain/carry/distribution';
import { type DistributionRule, ruleSource, ruleText } from '@carrara/domain/carry/approvalPolicy';
import type { Remark, Warning } from '@carrara/domain/carry/run';
import { err, fail, type Failures, ok, zip, type Result } from '@carrara/domain/kernel';
import { signedChange } from '@carrara/domain/kernel/measures';
import { refusedLetters } from '../../../letters/refusedLetters.ts';
import type { RequestContext } from '../../../core/operations.ts';
import {
  dateWarnings,
  displayedWarnings,
  isOpen,
  plainWarnings,
  listProblems,
} from '../../../usecases/carry/displayedRemarks.ts';
import { carryRules } from '../../../usecases/carry/carryRules.ts';
import { contractFailures } from '../../../usecases/carry/distributionRequest.ts';
import {
  loadAccrualWarnings,
  loadChangesSinceSaved,
  loadChangesSinceSubmission,
} from '../../../usecases/carry/distribution.ts';

export type DistributionAnswer = Promise<Result<Distribution, Failures>>;

/** The rows of a stored distribution: as the contract returns them, and what they pay from each source. */
export interface LoadedRun {
  readonly run: AssembledRun;
  readonly paid: readonly PayingSource[];
}

/**
 * Reads a stored distribution, with the actions available to this person. If it was just stored, the caller can pass
 * its rows. With `omitsRows`, the sources have none.
 */
export async function readDistribution(
  context: RequestContext,
  id: string,
  { stored, omitsRows = false }: { readonly stored?: LoadedRun | undefined; readonly omitsRows?: boolean } = {},
): DistributionAnswer {
  const { tx, grants, person } = context;
  const displayedHead = await loadDisplayedHead(tx, id);
  const head = await loadHead(tx, id);
  if (!displayedHead || !head) return err([fail('NOT_FOUND', ['id'], 'Distribution not found')]);
  const holder = {
    id: person.id,
    hasPermission: (permission: string) => hasPermission(grants, permission as Permission),
  };
  const people = isAnswered(head) ? noApproverFacts : await approverFacts(tx, head, context.today);
  const actions = allowedActions(head, holder, carryRules(context), people, context.today);
  const { remarks, approvals, ...fields } = displayedHead;
  const { run, paid } = stored ?? (await storedRun(context, head, omitsRows ? [] : undefined));
  const changes = await loadChangesSinceSubmission(context, head);
  const problems = [
    // One that was just saved is up to date.
    ...(isOpen(head.status) && !stored ? await outdatedProblems(context, head) : []),
    ...listProblems(displayedHead),
  ];
  return ok({
    ...fields,
    approvals: await listedApprovals(context, head, approvals, people),
    approvalRule: head.approvalRule && displayedRule(head.approvalRule),
    canEdit: actions.includes('saveDistribution'),
    actions: [...actions],
    previous: await previousOf(context, displayedHead),
    ...run,
    numberOfEntries: displayedHead.numberOfParticipants !== null ? run.distributionParticipants.length : null,
    warnings: displayedWarnings(
      [...remarks, ...(await accrualRemarks(context, head, paid)), ...vestingRemarks(changes.vesting, paid)],
      carryRules(context),
      problems,
      [
        ...plainWarnings(contractFailures(changes.records)),
        ...(await printingWarnings(run)),
        ...(head.status === 'DISB' || head.isReversal ? [] : await nameWarnings(context, head)),
        ...(head.status === 'APP'
          ? dateWarnings(disbursementDateFailures(head, context.today), 'distributionDate')
          : []),
      ],
    ),
    problems,
  });
}

/** Returns the problem of a draft whose records have changed since it was saved. */
async function outdatedProblems(context: RequestContext, head: DistributionHead) {
  const changes = contractFailures(await loadChangesSinceSaved(context, head));
  return changes.map(({ code, detail: message, path }) => ({
    code,
    message,
    path: [...path],
    location: null,
    acknowledgment: null,
  }));
}

/** Returns warnings if a run that isn't paid yet takes more from accounts than was accrued, as of now. */
async function accrualRemarks(
  context: RequestContext,
  head: DistributionHead,
  paid: LoadedRun['paid'],
): Promise<readonly Remark[]> {
  const store = distributionStore(context.tx, carryRules(context));
  const warnings = await loadAccrualWarnings(store, head, { paid });
  if (warnings.length === 0) return [];
  const readable = await readableFailures(context.tx, warnings);
  return zip(warnings, readable).map(([{ code, path, amount }, { detail: message }]) => {
    const sourceId = paid[Number(path[1])]?.sourceId ?? null;
    const location = { sourceId, participantId: null, via: [], field: 'netDistributableAmount' };
    return { kind: 'warning', code, path, message, amount, location };
  });
}

/** Returns the warnings about changed vesting, each at its source. */
const vestingRemarks = (changes: readonly Warning[], paid: LoadedRun['paid']): readonly Remark[] =>
  changes.map(({ code, path, detail: message, amount }) => {
    const sourceId = paid[Number(path[1])]?.sourceId ?? null;
    return {
      kind: 'warning',
      code,
      path,
      message,
      amount,
      location: { sourceId, participantId: null, via: [], field: 'effectiveAllocation' },
    };
  });

async function storedRun(
  context: RequestContext,
  { id, status }: DistributionHead,
  rowsOf: readonly string[] | undefined,
): Promise<LoadedRun> {
  const { tx } = context;
  const rows = await loadRun(tx, id);
  const request = isOpen(status) ? (await loadInputs(tx, id)).request : undefined;
  // People whose vesting is to be applied need names even if nothing can be computed.
  const requested = request?.sources.map(({ vestingApplied = [] }) =>
    vestingApplied
      .flatMap((vestingRequest) => [
        vestingRequest.participantId,
        ...(vestingRequest.via ?? []),
        ...vestingRequest.recipients,
      ])
      .map((participantId) => ({ participantId })),
  );
  return { run: assembleRun(rows, await loadLabels(tx, rows, requested), request, rowsOf), paid: rows.sources };
}

/** True if all approvals are given. Nobody can answer any more. */
const isDecided = ({ status }: Pick<DistributionHead, 'status'>): boolean => status === 'DISB' || status === 'APP';
/** True if all approvals are given and no approver is left who wasn't needed. */
const isAnswered = (head: DistributionHead): boolean =>
  isDecided(head) && head.approvals.every(({ decision }) => decision !== null);
const noApproverFacts: ApproverFacts = { substitutes: new Map(), payeeIds: new Set() };

/** Returns the rule of a distribution as sentences. */
export const displayedRule = (rule: DistributionRule) => ({ text: ruleText(rule), source: ruleSource(rule) });

/** Returns the listed approvers, with the reason for those who currently can't approve, and who can decide for whom. */
async function listedApprovals(
  context: RequestContext,
  head: DistributionHead,
  approvals: DisplayedHead['approvals'],
  people: ApproverFacts,
): Promise<Distribution['approvals']> {
  const listed = approvals.map(({ approver }) => ({ id: approver.id, name: approver.name ?? '' }));
  const candidates = isDecided(head) ? [] : await approverCandidates(context.tx);
  const refusals = isDecided(head)
    ? new Map<string, string>()
    : refusedApprovers(
        listed,
        candidates,
        head,
        carryRules(context),
        head.status === 'SUB' ? approverRemedies.withdraw : approverRemedies.choose,
      );
  const substitutes = eligibleSubstitutes(head, carryRules(context), people);
  const requested = head.status === 'SUB' ? currentApprovers(head, people) : [];
  const nameOf = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return withPayees(approvals, people.payeeIds).map((approval) => {
    const { id } = approval.approver;
    const isOpen = approval.approvalDecision === null;
    const substitute = isOpen ? nameOf.get(substitutes.get(id) ?? '') : undefined;
    return {
      ...approval,
      refusal: isOpen ? (refusals.get(id) ?? null) : null,
      isRequested: requested.includes(id),
      reason: isOpen && head.status === 'SUB' ? reasonForApproval(head, id, people) : null,
      substitute: substitute ? { id: substitute.id, name: substitute.name } : null,
    };
  });
}

/** Returns approvals with the payees among the approvers who haven't decided. */
export const withPayees = (
  approvals: DisplayedHead['approvals'],
  payeeIds: ReadonlySet<string>,
): DisplayedHead['approvals'] =>
  approvals.map((approval) =>
    approval.approvalDecision === null ? { ...approval, isPayee: payeeIds.has(approval.approver.id) } : approval,
  );

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Returns why people can't be approvers, as text, by their ids. */
export function refusedApprovers(
  people: readonly Named[],
  candidates: readonly Named[],
  run: PeopleOfRun,
  rules: ApprovalRules,
  remedy?: string,
): ReadonlyMap<string, string> {
  const active = new Set(candidates.map(({ id }) => id));
  return new Map(
    people.flatMap(({ id, name }) =>
      candidateFailures([id], run, active, rules, remedy).map(({ detail }) => [id, detail.replace(id, name)] as const),
    ),
  );
}

type Row = Distribution['distributionParticipants'][number];
/** Returns the people and trusts who are paid, directly or through entities. */
const payeesIn = (rows: readonly Row[]): Row['participant'][] =>
  rows.flatMap(({ participant, memberParticipants, grossCarryDistributed }) =>
    participant.type === 'Entity'
      ? payeesIn(memberParticipants)
      : /[1-9]/.test(grossCarryDistributed ?? '')
        ? [participant]
        : [],
  );

/**
 * Returns warnings about letters that can't be printed, so that they are known before the run is submitted or paid.
 * Addresses are checked when the letters are created.
 */
export async function printingWarnings({ distributionParticipants }: Pick<Distribution, 'distributionParticipants'>) {
  const payees = payeesIn(distributionParticipants);
  const refused = await refusedLetters(payees.map((payee) => ({ ...payee, address: [] })));
  return [...refused.values()].map((message) => ({
    code: 'NOT_PRINTABLE',
    message,
    path: ['distributionParticipants'],
    location: null,
    acknowledgment: null,
  }));
}

/** Returns a warning if another distribution has the same name. Carry plans match distributions by name. */
export async function nameWarnings(
  { tx }: RequestContext,
  { id, name }: { readonly id?: string | null | undefined; readonly name: string },
) {
  if (!(await isNameShared(tx, name, id))) return [];
  const message = `Another distribution is also named '${name}'. A carry plan can’t tell them apart. Rename one of them.`;
  return [{ code: 'NAME_SHARED', message, path: ['name'], location: null, acknowledgment: null }];
}

async function previousOf(
  { tx }: RequestContext,
  { id, totalCarryDistributed }: Pick<Distribution, 'id' | 'totalCarryDistributed'>,
) {
  const found = await loadPrevious(tx, id);
  if (!found) return null;
  const { hasSameSources, ...previous } = found;
  if (totalCarryDistributed === null || !hasSameSources) return { ...previous, changePercent: null };
  return { ...previous, changePercent: signedChange(previous.totalCarryDistributed, totalCarryDistributed) };
}
