import { approverFacts, payeesOf } from '@carrara/adapters/postgres/carry/distribution/approverFacts';
import { approverCandidates } from '@carrara/adapters/postgres/carry/approvalPolicy/approvers';
import {
  assembleOutlines,
  assembleRun,
  assembleRunInTurns,
} from '@carrara/adapters/postgres/carry/distribution/assemble';
import { type ChartBy, distributionChart } from '@carrara/adapters/postgres/carry/distribution/charts';
import { discardDraft } from '@carrara/adapters/postgres/carry/distribution/drafts';
import { countDistributions, distributionList } from '@carrara/adapters/postgres/carry/distribution/distributionList';
import { loadHead, loadDisplayedHead } from '@carrara/adapters/postgres/carry/distribution/head';
import { loadLabels, readableRemarks } from '@carrara/adapters/postgres/carry/run/labels';
import { type PaidSource, paidSources } from '@carrara/adapters/postgres/carry/distribution/paidSources';
import { sourceOptions } from '@carrara/adapters/postgres/carry/distribution/sourceOptions';
import type { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import { emptyId } from '@carrara/contract/core/kinds';
import { writeAhead } from '@carrara/contract/core/wireNames';
import {
  balancePositions,
  type ComputedRun,
  mayAnswer,
  currentApprovers,
  runRemarks,
  type SourceBalances,
  type VestingPreview,
} from '@carrara/domain/carry/distribution';
import { notify, settleRequest } from '@carrara/adapters/postgres/platform/inbox/notifications';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { withCheckedFilters } from '../../../core/namedRecords.ts';
import type { HandlerInputOf, Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { getDistributionChanges } from './distributionChanges.ts';
import type { DistributionFiles } from './distributionFiles.ts';
import { explainDistribution } from './distributionExplanation.ts';
import { contractFailures, toRunRequest } from '../../../usecases/carry/distributionRequest.ts';
import { carryRules } from '../../../usecases/carry/carryRules.ts';
import { findChangedParticipants } from './findChangedParticipants.ts';
import {
  type DistributionAnswer,
  type LoadedRun,
  nameWarnings,
  printingWarnings,
  readDistribution,
  refusedApprovers,
  withPayees,
} from './readDistribution.ts';
import { displayedRemarks, displayedWarnings } from '../../../usecases/carry/displayedRemarks.ts';
import {
  addApprovers,
  answerApproval,
  computeDistribution,
  deleteDistribution,
  disburseDistribution,
  previewRunVesting,
  recomputeDistribution,
  removeApprover,
  reverseDistribution,
  saveDistribution,
  submitDistribution,
  withdrawDistribution,
} from '../../../usecases/carry/distribution.ts';

type Endpoints = typeof distributionEndpoints;

/** Returns a computed run in the contract's form. */
async function displayedRun(
  context: RequestContext,
  computed: ComputedRun,
  {
    id,
    name,
    rowsOf,
  }: Pick<HandlerInputOf<Endpoints['generateDistributionDetails']>['body'], 'id' | 'name' | 'rowsOf'> = {},
) {
  const labels = await loadLabels(context.tx, computed.rows, computed.outlines.values());
  const problems = [
    ...computed.refusals,
    ...computed.problems.filter((problem) => !isAmong(problem, computed.refusals)),
  ];
  const remarks = await readableRemarks(context.tx, runRemarks({ ...computed, problems }));
  const run = assembleRun(computed.rows, labels, computed.request, rowsOf);
  const toFix = displayedRemarks(remarks, 'problem');
  return {
    ...run,
    warnings: displayedWarnings(remarks, carryRules(context), toFix, [
      ...(await printingWarnings(run)),
      ...(name ? await nameWarnings(context, { id, name: name.trim() }) : []),
    ]),
    problems: toFix,
    outlines: assembleOutlines(computed.outlines, labels),
  };
}

const displayedBalances = ({ positions, ...source }: SourceBalances) => ({
  ...source,
  positions: positions.map(({ gross, ...position }) => ({ ...position, grossCarryDistributed: gross })),
});

const displayedVesting = ({ holders, shares, moves, problems, ...source }: VestingPreview) => ({
  ...source,
  problems: problems.map(({ detail }) => detail),
  holders: holders.map(({ effective, vested, forfeited, gross, via, through, ...holder }) => ({
    ...holder,
    via: [...via],
    through: [...through],
    effectiveAllocation: effective,
    vestedPercentage: vested,
    forfeitedAllocation: forfeited,
    grossCarryDistributed: gross,
  })),
  shares: shares.map(({ effective, via, ...share }) => ({ ...share, via: [...via], effectiveAllocation: effective })),
  moves: moves.map(({ change, via, ...move }) => ({ ...move, via: [...via], effectiveChange: change })),
});

const isAmong = (failure: Failures[number], others: Failures) =>
  others.some(({ code, path }) => code === failure.code && path.join() === failure.path.join());

/** A person whose answer to a submitted run is requested: an approver, or today's substitute of one. */
interface RequestedPerson {
  readonly id: string;
  /** The approver in whose place a substitute decides. */
  readonly approverName?: string;
}

/** Returns the people whose answer to a run is requested now. */
async function requestedPeople(context: RequestContext, id: string): Promise<readonly RequestedPerson[]> {
  const { tx, today } = context;
  const head = await loadHead(tx, id);
  if (head?.status !== 'SUB') return [];
  const people = await approverFacts(tx, head, today);
  const names = new Map((await approverCandidates(tx)).map((candidate) => [candidate.id, candidate.name]));
  const candidates = currentApprovers(head, people).flatMap((approverId): readonly RequestedPerson[] => {
    const substituteId = people.substitutes.get(approverId);
    const substitute = substituteId ? [{ id: substituteId, approverName: names.get(approverId) ?? '' }] : [];
    return [{ id: approverId }, ...substitute];
  });
  return candidates.filter((person) => names.has(person.id) && mayAnswer(head, person.id, carryRules(context), people));
}

/** Notifies the people whose answers are requested now and weren't before. */
async function notifyRequested(
  context: RequestContext,
  id: string,
  before: readonly RequestedPerson[] = [],
): Promise<void> {
  const { tx, person } = context;
  const head = await loadHead(tx, id);
  const notified = new Set([person.id, ...before.map((requested) => requested.id)]);
  for (const { id: personId, approverName } of await requestedPeople(context, id)) {
    if (notified.has(personId)) continue;
    notified.add(personId);
    const approval = approverName === undefined ? 'your approval' : `your approval on behalf of ${approverName}`;
    await notify(tx, {
      person: personId,
      kind: 'approval',
      subject: `${head?.name ?? ''} is waiting for ${approval}.`,
      link: approvalsPath(id),
      requestedRecordId: id,
      about: { objectType: 'distribution', objectId: id },
    });
  }
}

/** The page where approvers read a run and decide. */
const approvalsPath = (id: string) => `/carry/distribution/${id}/approvals`;

/**
 * Marks the notifications of people who are no longer waited for as read, because somebody has decided or the run was
 * withdrawn. Notifies those who are next.
 */
async function settleApprovals<T>(
  context: RequestContext,
  id: string,
  outcome: Result<T, Failures>,
  before: readonly RequestedPerson[],
) {
  if (outcome.isErr()) return;
  const waitedFor = await requestedPeople(context, id);
  await settleRequest(
    context.tx,
    id,
    waitedFor.map((requested) => requested.id),
  );
  await notifyRequested(context, id, before);
}

/** Notifies the submitter of a run of a decision on it. */
async function notifySubmitter({ tx, person }: RequestContext, id: string, decision: 'APP' | 'REJ'): Promise<void> {
  const head = await loadDisplayedHead(tx, id);
  const submittedById = (await loadHead(tx, id))?.submittedById;
  if (!head || submittedById == null || submittedById === person.id) return;
  // Nobody decides twice on a distribution.
  const substituted = head.approvals.find(({ decidedBy }) => decidedBy?.id === person.id)?.approver.name;
  await notify(tx, {
    person: submittedById,
    kind: 'approval',
    subject: `${person.name} ${decision === 'APP' ? 'approved' : 'rejected'} ${head.name}${substituted ? ` for ${substituted}` : ''}.`,
    link: approvalsPath(id),
    about: { objectType: 'distribution', objectId: id },
  });
}

const answered = async (context: RequestContext, outcome: Result<string, Failures>): DistributionAnswer =>
  outcome.isErr() ? err(contractFailures(outcome.error)) : readDistribution(context, outcome.value);

const chart = (by: ChartBy) => async (context: RequestContext) => ok(await distributionChart(context.tx, by));

/** Port to the ledgers of the vehicles, called in the transaction of the payment. */
export interface DisbursementPorts {
  readonly carryPaid: (tx: Transaction, paid: readonly PaidSource[]) => Promise<Result<unknown, Failures>>;
}

/** Operation that pays a distribution or a reversal. */
export const disbursementOperations = (
  ports: DisbursementPorts,
): Pick<Operations<typeof distributionEndpoints>, 'disburseDistribution'> => ({
  async disburseDistribution(context, { params, body }) {
    const paid = await disburseDistribution(context, { id: params.id, ...body });
    if (paid.isErr()) return answered(context, paid);
    const notified = await ports.carryPaid(context.tx, await paidSources(context.tx, { distributionId: paid.value }));
    return notified.isErr() ? err(notified.error) : answered(context, paid);
  },
});

export const distributionOperations: Omit<
  Operations<typeof distributionEndpoints>,
  keyof DistributionFiles | 'disburseDistribution'
> = {
  listDistributions: withCheckedFilters(
    { fundId: 'fund', coinvestmentId: 'coinvestment', sourceId: 'source', sectorId: 'sector' },
    listOperation(distributionList, ({ status, sectorId, fundId, coinvestmentId, sourceId, year, from, to }) => ({
      status,
      sectorId,
      fundId,
      coinvestmentId,
      sourceId,
      year,
      from,
      to,
    })),
  ),
  countDistributions: async ({ tx }) => ok(await countDistributions(tx)),
  getDistribution: (context, { params, query }) =>
    readDistribution(context, params.id, { omitsRows: query.rows === 'none' }),
  getDistributionChanges,
  async saveDistribution(context, { body }) {
    let stored: LoadedRun | undefined;
    const draft = {
      id: body.id === emptyId ? undefined : body.id,
      rowVersion: body.rowVersion,
      reason: body.reason,
      name: body.name.trim(),
      description: body.description?.trim() || null,
      request: toRunRequest(body),
      approverIds: body.approvers?.map(({ id }) => id),
    };
    const saved = await saveDistribution(context, draft, async ({ rows, request }, labels) => {
      const run = await assembleRunInTurns(rows, labels, request, writeAhead, body.rowsOf);
      stored = { run, paid: rows.sources };
    });
    if (saved.isErr()) return err(contractFailures(saved.error));
    if (body.draftId) await discardDraft(context.tx, body.draftId);
    const answer = await readDistribution(context, saved.value, { stored });
    // A failure rolls back everything stored in this transaction.
    return answer.andThen((posted) => {
      const differing = findChangedParticipants(body.distributionParticipants ?? [], posted.distributionParticipants);
      return differing.length > 0 ? err(differing) : ok(posted);
    });
  },
  recomputeDistribution: async (context, { params, body }) =>
    answered(context, await recomputeDistribution(context, { id: params.id, ...body })),
  async generateDistributionDetails(context, { body }) {
    const computed = await computeDistribution(context, toRunRequest(body));
    // A missing record has no name to display. Any other problem is returned along with the figures.
    const missing = computed.run.refusals.filter(({ code }) => code.endsWith('_UNKNOWN'));
    return missing.length > 0
      ? err(contractFailures(missing))
      : ok({
          ...(await displayedRun(context, computed, body)),
          investorBalances: body.investorBalanceBased ? balancePositions(computed).map(displayedBalances) : [],
        });
  },
  async previewVesting(context, { body }) {
    const preview = await previewRunVesting(context, toRunRequest(body));
    return preview.mapErr(contractFailures).map((sources) => sources.map(displayedVesting));
  },
  async generateAllocationsByDistributionSource(context, { query }) {
    const { sourceId, type, allocationProfileId, netDistributableAmount, ...run } = query;
    const source = {
      source: { id: sourceId },
      type,
      netDistributableAmount,
      taxCharacterizations: [],
      details: [],
    };
    const computed = await computeDistribution(
      context,
      toRunRequest({
        ...run,
        investorBalanceBased: false,
        unallocatedAcknowledged: false,
        distributionSources: [
          allocationProfileId ? { ...source, allocationProfile: { id: allocationProfileId } } : source,
        ],
      }),
    );
    if (computed.run.refusals.length > 0) return err(contractFailures(computed.run.refusals));
    const [displayed] = (await displayedRun(context, computed)).distributionSources;
    return displayed ? ok(displayed) : err([fail('NOT_FOUND', ['sourceId'], 'There is no such source.')]);
  },
  listDistributionSourceOptions: async ({ tx }, { query }) => ok(await sourceOptions(tx, query.distributionDate)),
  async listApproverCandidates(context, { query }) {
    const { tx, person } = context;
    const head = query.distributionId ? await loadHead(tx, query.distributionId) : undefined;
    if (query.distributionId && !head) return err([fail('NOT_FOUND', ['distributionId'], 'Distribution not found')]);
    const createdBy = head ?? { createdById: null, editorIds: [], submittedById: null };
    const candidates = await approverCandidates(tx);
    const refusals = refusedApprovers(
      candidates,
      candidates,
      query.submits ? { ...createdBy, submittedById: person.id } : createdBy,
      carryRules(context),
    );
    const payeeIds = head ? await payeesOf(tx, head.id) : new Set<string>();
    return ok(
      candidates.map((candidate) => ({
        ...candidate,
        refusal: refusals.get(candidate.id) ?? null,
        isPayee: payeeIds.has(candidate.id),
      })),
    );
  },
  async addApprovers(context, { params, body }) {
    const approverIds = body.approvers.map(({ id }) => id);
    const before = await requestedPeople(context, params.id);
    const outcome = await addApprovers(context, { id: params.id, rowVersion: body.rowVersion, approverIds });
    if (outcome.isOk()) await notifyRequested(context, params.id, before);
    return answered(context, outcome);
  },
  async listApprovals({ tx }, { params }) {
    const head = await loadDisplayedHead(tx, params.id);
    if (!head) return err([fail('NOT_FOUND', ['id'], 'Distribution not found')]);
    return ok(withPayees(head.approvals, await payeesOf(tx, params.id)));
  },
  async removeApprover(context, { params }) {
    return answered(context, await removeApprover(context, params.id, params.approvalId));
  },
  async submitDistribution(context, { params, body: { approvers, ...body } }) {
    const submission = { id: params.id, ...body, approverIds: approvers?.map(({ id }) => id) };
    const submitted = await answered(context, await submitDistribution(context, submission));
    if (submitted.isOk()) await notifyRequested(context, params.id);
    return submitted;
  },
  async withdrawDistribution(context, { params, body }) {
    const withdrawn = await withdrawDistribution(context, { id: params.id, ...body });
    await settleApprovals(context, params.id, withdrawn, []);
    return answered(context, withdrawn);
  },
  async saveApproval(context, { body }) {
    const {
      distributionId: id,
      rowVersion,
      approvalDecision: decision,
      approvalComments: comment,
      acknowledged,
    } = body;
    const before = await requestedPeople(context, id);
    const outcome = await answerApproval(context, { id, rowVersion, decision, comment, acknowledged });
    if (outcome.isOk()) await notifySubmitter(context, id, decision);
    await settleApprovals(context, id, outcome, before);
    return answered(context, outcome);
  },
  reverseDistribution: async (context, { params, body }) =>
    answered(context, await reverseDistribution(context, { id: params.id, ...body })),
  async deleteDistribution(context, { params, query }) {
    const outcome = await deleteDistribution(context, { id: params.id, rowVersion: query.rowVersion });
    return outcome.map((id) => ({ id }));
  },
  explainDistribution,
  chartDistributionsBySector: chart('sector'),
  chartDistributionsByFund: chart('fund'),
  chartDistributionsByCoinvestment: chart('coinvestment'),
  chartDistributionsByYear: chart('year'),
  chartDistributionsByInvestment: chart('investment'),
};
