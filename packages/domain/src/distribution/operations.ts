import { postDistribution } from '../accountEntry/index.ts';
import { type CalendarDate, err, type Failures, fail, ok, type Path, type Result } from '../kernel/index.ts';
import { computeRun, remarksOf } from './computeRun.ts';
import {
  candidateFailures,
  decideApproval,
  decideApproverRemoval,
  decideApprovers,
  decideDeletion,
  decideDisbursement,
  decideEdit,
  decideReversal,
  decideSubmission,
  decideWithdrawal,
} from './decisions.ts';
import { ENGINE_VERSION } from './engineVersions.ts';
import { distributionInputToJson } from './json.ts';
import type { DistributionHead, DistributionPorts, Posted } from './ports.ts';
import type { RunRequest } from './runRequest.ts';
import { type RunRows, reversedRows, runResult } from './runRows.ts';
import { sameJson } from './sameJson.ts';

type Outcome<T = string> = Promise<Result<T, Failures>>;

export interface DraftToSave {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly reason?: string | null | undefined;
  readonly name: string;
  readonly description: string | null;
  readonly request: RunRequest;
  readonly approverIds?: readonly string[] | undefined;
}

async function held(
  ports: DistributionPorts,
  id: string,
  rowVersion: number | null | undefined,
): Promise<Result<DistributionHead, Failures>> {
  const head = await ports.hold(id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  const stale = await ports.stale(head, rowVersion);
  return stale ? err([stale]) : ok(head);
}

const refused = async (ports: DistributionPorts, failures: Failures) => err(await ports.readable(failures));

/**
 * Creates or changes a draft; a rejected distribution is changed as well.
 *
 * Source: calculations 5.7; carry specification section 4.
 * Fails:  NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, WRONG_STATE, NO_SOURCE, NO_PARTICIPANT, CHARACTERIZATION_NOT_100, MIXED_CURRENCIES,
 *         FIGURES_DIFFER, NOT_RECONCILED, NOT_AN_APPROVER_CANDIDATE, and those of `runInput` and of the engine for what was given.
 */
export async function saveDistribution(ports: DistributionPorts, draft: DraftToSave): Outcome {
  let before: DistributionHead | undefined;
  let known: ReadonlyMap<string, string> = new Map();
  if (draft.id) {
    const found = await held(ports, draft.id, draft.rowVersion);
    if (found.isErr()) return err(found.error);
    const edit = decideEdit(found.value);
    if (edit.isErr()) return err(edit.error);
    before = found.value;
    known = new Map((await ports.rowsOf(before.id)).sources.map(({ id, sourceId }) => [sourceId, id]));
  }
  const computed = await computeRun(ports, draft.request, known);
  if (computed.refusals.length > 0) return refused(ports, computed.refusals);
  if (draft.approverIds !== undefined) {
    const failures = candidateFailures(draft.approverIds, await ports.approverCandidates());
    if (failures.length > 0) return err(failures);
  }
  const id = before?.id ?? ports.newId();
  const currencies = draft.request.sources.map(({ sourceId }) => computed.facts.sources.get(sourceId)?.currencyId);
  await ports.keep(
    {
      id,
      name: draft.name,
      description: draft.description,
      request: draft.request,
      input: distributionInputToJson(computed.run.input),
      engineVersion: ENGINE_VERSION,
      currencyId: currencies.find((currency) => currency) ?? null,
      remarks: await remarksOf(ports, computed),
      rows: computed.rows,
      approverIds: draft.approverIds && [...new Set(draft.approverIds)],
      reason: draft.reason,
    },
    before,
  );
  return ok(id);
}

export interface Step {
  readonly id: string;
  readonly rowVersion: number | null | undefined;
  readonly comment?: string | null | undefined;
}

/**
 * Sends a draft to its approvers; the figures are those of the records as they are now, or it is refused.
 *
 * Source: calculations 5.7, 5.9.
 * Fails:  NOT_FOUND, STALE_VERSION, WRONG_STATE, INPUTS_CHANGED, and every reason of `submitRefusals` and `runInput`.
 */
export async function submitDistribution(ports: DistributionPorts, { id, rowVersion, comment }: Step): Outcome {
  const found = await held(ports, id, rowVersion);
  if (found.isErr()) return err(found.error);
  const head = found.value;
  const noApprover = head.approvals.length > 0 ? [] : [fail('NO_APPROVERS', ['approvers'], 'Please specify Approvers')];
  const reasons = [...(head.isReversal ? [] : await submissionReasons(ports, head)), ...noApprover];
  const decision = decideSubmission(head, await ports.readable(reasons));
  if (decision.isErr()) return err(decision.error);
  const asksAnew = head.approvals.some((approval) => approval.decision !== null);
  await ports.move(head, { event: 'submitDistribution', status: decision.value, comment, asksAnew });
  return ok(id);
}

async function submissionReasons(ports: DistributionPorts, head: DistributionHead): Promise<Failures> {
  const kept = await ports.inputsOf(head.id);
  const { run, problems } = await computeRun(ports, kept.request);
  const path: Path = ['sources'];
  const changed = sameJson(distributionInputToJson(run.input), kept.input)
    ? []
    : [
        fail(
          'INPUTS_CHANGED',
          path,
          'Allocations, taxes or participants have changed since this draft was saved: save it again and look at its figures.',
        ),
      ];
  return [...changed, ...problems];
}

/** Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE, COMMENT_REQUIRED. */
export async function withdrawDistribution(ports: DistributionPorts, { id, rowVersion, comment }: Step): Outcome {
  const found = await held(ports, id, rowVersion);
  if (found.isErr()) return err(found.error);
  const decision = decideWithdrawal(found.value, comment);
  if (decision.isErr()) return err(decision.error);
  await ports.move(found.value, { event: 'withdrawDistribution', status: decision.value, comment });
  return ok(id);
}

/**
 * One approver's answer.
 *
 * Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE, NOT_AN_APPROVER, ALREADY_DECIDED, OWN_DISTRIBUTION.
 */
export async function answerApproval(ports: DistributionPorts, step: Step & { decision: 'APP' | 'REJ' }): Outcome {
  const { id, rowVersion, comment, decision } = step;
  const head = await ports.hold(id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  // Who has answered is told that, although that answer has changed the version.
  const answered = decideApproval(head, ports.personId, decision, ports);
  if (answered.isErr()) return err(answered.error);
  const stale = await ports.stale(head, rowVersion);
  if (stale) return err([stale]);
  const { event, status, approvalId } = answered.value;
  await ports.move(head, { event, status, comment, answered: { approvalId, decision } });
  return ok(id);
}

/**
 * Pays an approved distribution: posts its account and escrow entries, once.
 *
 * Source: calculations 6; decisions, 'People and permissions'.
 * Fails:  NOT_FOUND, STALE_VERSION, WRONG_STATE, ONLY_APPROVER_DISBURSES.
 */
export async function disburseDistribution(ports: DistributionPorts, { id, rowVersion, comment }: Step): Outcome {
  const head = await ports.hold(id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  const decision = decideDisbursement(head, ports.personId);
  if (decision.isErr()) return err(decision.error);
  const stale = await ports.stale(head, rowVersion);
  if (stale) return err([stale]);
  await ports.post(head, postingOf(head, await ports.rowsOf(id)));
  await ports.move(head, { event: 'disburseDistribution', status: decision.value, comment });
  return ok(id);
}

/** The entries of a distribution, dated on its day, each with the row that it comes from. */
function postingOf({ id, distributionDate }: DistributionHead, rows: RunRows): Posted {
  const { entries, escrow } = postDistribution(runResult(rows), {
    originId: id,
    date: distributionDate as CalendarDate,
  });
  const keyOf = (sourceId: string, participantId: string, via: readonly string[]) =>
    [sourceId, ...via, participantId].join(' ');
  const details = new Map(
    rows.sources.flatMap(({ sourceId, details: lines }) =>
      lines.map((line) => [keyOf(sourceId, line.participantId, line.path), line.id] as const),
    ),
  );
  const withDetail = <E extends { sourceId: string; participantId: string; via: readonly string[] }>(entry: E) => ({
    ...entry,
    detailId: details.get(keyOf(entry.sourceId, entry.participantId, entry.via))!,
  });
  return { entries: entries.map(withDetail), escrow: escrow.map(withDetail) };
}

export interface Reversal {
  readonly id: string;
  readonly distributionDate: string;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/**
 * Makes the mirror of a disbursed distribution as a draft of its own; nothing is computed anew.
 *
 * Source: calculations 5.8.
 * Fails:  NOT_FOUND, WRONG_STATE, REVERSAL_FIXED, ALREADY_REVERSED.
 */
export async function reverseDistribution(ports: DistributionPorts, reversal: Reversal): Outcome {
  const head = await ports.hold(reversal.id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  const decision = decideReversal(head);
  if (decision.isErr()) return err(decision.error);
  const kept = await ports.inputsOf(head.id);
  const id = ports.newId();
  const name = reversal.name?.trim() || `Reversal of ${head.name}`.slice(0, 200);
  await ports.keep(
    {
      id,
      name,
      description: reversal.description ?? null,
      request: { ...kept.request, distributionDate: reversal.distributionDate },
      input: kept.input,
      engineVersion: head.engineVersion ?? ENGINE_VERSION,
      currencyId: null,
      remarks: [],
      rows: reversedRows(await ports.rowsOf(head.id), ports.newId),
      reversesId: head.id,
    },
    undefined,
  );
  return ok(id);
}

/** Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE, NOT_AN_APPROVER_CANDIDATE. */
export async function addApprovers(
  ports: DistributionPorts,
  { id, rowVersion, approverIds }: Step & { readonly approverIds: readonly string[] },
): Outcome {
  const head = await ports.hold(id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  const stale = typeof rowVersion === 'number' ? await ports.stale(head, rowVersion) : undefined;
  if (stale) return err([stale]);
  const added = decideApprovers(head, approverIds, await ports.approverCandidates());
  if (added.isErr()) return err(added.error);
  if (added.value.length > 0) await ports.addApprovers(head, added.value);
  return ok(id);
}

/** Fails: NOT_FOUND, WRONG_STATE. */
export async function removeApprover(ports: DistributionPorts, id: string, approvalId: string): Outcome {
  const head = await ports.hold(id);
  if (!head?.approvals.some((approval) => approval.id === approvalId)) {
    return err([fail('NOT_FOUND', ['approvalId'], 'There is no such approver of this distribution.')]);
  }
  const decision = decideApproverRemoval(head);
  if (decision.isErr()) return err(decision.error);
  await ports.removeApprover(head, approvalId);
  return ok(id);
}

/** Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE. */
export async function deleteDistribution(ports: DistributionPorts, { id, rowVersion }: Step): Outcome {
  const head = await ports.hold(id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  const stale = typeof rowVersion === 'number' ? await ports.stale(head, rowVersion) : undefined;
  if (stale) return err([stale]);
  const decision = decideDeletion(head);
  if (decision.isErr()) return err(decision.error);
  await ports.remove(head);
  return ok(id);
}
