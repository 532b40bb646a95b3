import {
  assembleRun,
  loadHead,
  loadLabels,
  loadPrevious,
  loadShownHead,
} from '@carrara/adapters/postgres/distribution';
import type { Distribution } from '@carrara/contract/distributionRecord';
import { holds, type Permission } from '@carrara/contract/permissions';
import { actionsOf, type DistributionPorts, type Remark } from '@carrara/domain/distribution';
import { decimal, err, type Failures, fail, numberText, ok, type Result } from '@carrara/domain/kernel';
import { changeSinceEntry } from '@carrara/domain/performance';
import type { RequestContext } from '../operations.ts';
import { contractPath, portsOf, rulesOf } from './distributionRequest.ts';

export type DistributionAnswer = Promise<Result<Distribution, Failures>>;

/** A distribution as it is stored, with what this person may do with it. */
export async function readDistribution(
  context: RequestContext,
  id: string,
  ports: Pick<DistributionPorts, 'rowsOf'> = portsOf(context),
): DistributionAnswer {
  const { tx, grants, person } = context;
  const shown = await loadShownHead(tx, id);
  const head = await loadHead(tx, id);
  if (!shown || !head) return err([fail('NOT_FOUND', ['id'], 'Distribution not found')]);
  const rows = await ports.rowsOf(id);
  const labels = await loadLabels(tx, rows);
  const holder = { id: person.id, holds: (permission: string) => holds(grants, permission as Permission) };
  const actions = actionsOf(head, holder, rulesOf(context));
  const { remarks, ...fields } = shown;
  return ok({
    ...fields,
    canEdit: actions.includes('saveDistribution'),
    actions: [...actions],
    previous: await previousOf(context, shown),
    ...assembleRun(rows, labels),
    warnings: shownRemarks(remarks, 'warning'),
    problems: isOpen(head.status) ? [...shownRemarks(remarks, 'problem'), ...approverProblem(shown)] : [],
  });
}

const isOpen = (status: string) => status === 'DRAFT' || status === 'REJ';

const approverProblem = ({ approvals }: Pick<Distribution, 'approvals'>) =>
  approvals.length > 0 ? [] : [{ code: 'NO_APPROVERS', message: 'Please specify Approvers', path: ['approvers'] }];

/** Warnings or problems with their places named as the contract names them. */
export const shownRemarks = (remarks: readonly Remark[], kind: Remark['kind']) =>
  remarks
    .filter((remark) => remark.kind === kind)
    .map(({ code, message, path }) => ({ code, message, path: [...contractPath(path)] }));

async function previousOf(
  { tx }: RequestContext,
  { id, totalCarryDistributed }: Pick<Distribution, 'id' | 'totalCarryDistributed'>,
) {
  const previous = await loadPrevious(tx, id);
  if (!previous) return null;
  const { change, sign } = changeSinceEntry(decimal(previous.totalCarryDistributed), decimal(totalCarryDistributed));
  return { ...previous, changePercent: numberText(sign === '-' ? change.negated() : change) };
}
