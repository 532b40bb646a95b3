import { runsWaitingFor } from '@carrara/adapters/postgres/carry/distribution/approvals';
import { notify } from '@carrara/adapters/postgres/platform/inbox/notifications';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { approverRemedies } from '@carrara/domain/carry/distribution';

/** Notifies the submitters of distributions that wait for a person who was archived. */
export async function notifyOfArchivedApprover(
  tx: Transaction,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  for (const run of await runsWaitingFor(tx, id)) {
    if (run.submittedById === null || run.submittedById === id || run.submittedById === tx.personId) continue;
    await notify(tx, {
      person: run.submittedById,
      kind: 'approval',
      subject: `${name} can’t approve ${run.name} any more. ${approverRemedies.withdraw}`,
      link: `/carry/distribution/${run.id}/approvals`,
      about: { objectType: 'distribution', objectId: run.id },
    });
  }
}
