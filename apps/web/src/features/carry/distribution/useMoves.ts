import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { askComment, confirm, toastError, toastSuccess } from '@carrara/ui/feedback';
import { failureText } from '../../../api/failure.ts';
import { useWrite } from '../../../api/calls.ts';
import { useGoOn } from '../../../frame/useGoOn.ts';
import { useToday } from '../../../session/useToday.ts';
import { disbursalQuestion, totalOf } from './disbursalQuestion.ts';
import { distributionPath } from './places.ts';
import { askReversal } from './reversalDialog.ts';
import { askSubmission } from './SubmitDialog.tsx';

/** What can be done with a distribution: each asks once, acts once, says so. A refusal is told and changes nothing on the screen. */
export function useMoves(distribution: Distribution) {
  const { id, name, rowVersion } = distribution;
  const today = useToday();
  const goOn = useGoOn();
  const [answer] = useWrite('saveApproval');
  const [withdraw] = useWrite('withdrawDistribution');
  const [disburse] = useWrite('disburseDistribution');
  const [reverse] = useWrite('reverseDistribution');
  const [remove] = useWrite('deleteDistribution');
  const attempt = async (deed: () => Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await deed();
      toastSuccess(done);
      return true;
    } catch (failure) {
      toastError(failureText(failure));
      return false;
    }
  };
  const decide = async (approvalDecision: 'APP' | 'REJ') => {
    const approves = approvalDecision === 'APP';
    const comment = await askComment({
      title: `${approves ? 'Approve' : 'Reject'} ${name}`,
      text: `${approves ? 'Approve' : 'Reject'} ${totalOf(distribution)}?`,
      label: 'Comment',
      confirmLabel: approves ? 'Approve' : 'Reject',
      danger: !approves,
    });
    if (comment === undefined) return;
    const body = { distributionId: id, rowVersion, approvalDecision, approvalComments: comment || null };
    await attempt(() => answer({ body }), `${name} ${approves ? 'approved' : 'rejected'} successfully`);
  };
  return {
    submit: () => askSubmission(distribution),
    approve: () => decide('APP'),
    reject: () => decide('REJ'),
    withdraw: async () => {
      const comment = await askComment({
        title: `Withdraw ${name}`,
        text: 'It becomes a draft again, and its approvers are asked anew when it is submitted.',
        label: 'Comment',
        required: true,
        confirmLabel: 'Withdraw',
      });
      if (comment === undefined) return;
      await attempt(
        () => withdraw({ params: { id }, body: { rowVersion, comment } }),
        `${name} withdrawn successfully`,
      );
    },
    disburse: async () => {
      if (!(await confirm(disbursalQuestion(distribution, today)))) return;
      await attempt(() => disburse({ params: { id }, body: { rowVersion } }), `${name} disbursed successfully`);
    },
    reverse: () =>
      askReversal(distribution, async (body) => {
        const mirror = await reverse({ params: { id }, body });
        toastSuccess(`${mirror.name} saved successfully`);
        await goOn(distributionPath(mirror.id));
      }),
    remove: async () => {
      const text = "Deleting this distribution is permanent and can't be undone. Are you sure you want to continue?";
      if (!(await confirm({ title: `Delete ${name}`, text, confirmLabel: 'Delete', danger: true }))) return;
      const gone = await attempt(
        () => remove({ params: { id }, query: { rowVersion } }),
        `${name} deleted successfully`,
      );
      if (gone) await goOn('/carry/distribution');
    },
  };
}
