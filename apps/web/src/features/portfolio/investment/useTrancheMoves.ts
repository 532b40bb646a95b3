import type { Tranche } from '@carrara/contract/portfolio/tranche';
import { confirm, toastError, toastSuccess } from '@carrara/ui/feedback';
import { failureWithStatus } from '../../../api/failure.ts';
import { readOnce, useWrite } from '../../../api/calls.ts';
import { useIsShown } from '../../../frame/useGoOn.ts';
import { useAllowed, useAppDispatch } from '../../../session/hooks.ts';
import type { TranchePart } from './trancheDefaults.ts';
import { openTrancheDialog } from './trancheDialog.ts';

interface TrancheMoves {
  /** Adds a tranche, or changes the one that is given. */
  readonly edit: (tranche?: Tranche) => Promise<void>;
  /** Asks and deletes; answers whether it is gone. */
  readonly remove: (tranche: Tranche) => Promise<boolean>;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
}

/** What can be done with the tranches of an investment, from their list and from the profile of one. */
export function useTrancheMoves(investmentId: string, preferred?: string): TrancheMoves {
  const dispatch = useAppDispatch();
  const readParts = usePartsReader(investmentId);
  const [save] = useWrite('saveTranche');
  const [remove] = useWrite('deleteTranche');
  const isShown = useIsShown();
  return {
    mayEdit: useAllowed('tranche.edit'),
    mayDelete: useAllowed('tranche.delete'),
    edit: async (tranche) => {
      try {
        const [investment, parts] = await Promise.all([
          readOnce(dispatch, 'getInvestment', { params: { id: investmentId } }),
          readParts(),
        ]);
        if (isShown()) await openTrancheDialog({ investment, parts, tranche, preferred, save });
      } catch (failure) {
        toastError(failureWithStatus(failure));
      }
    },
    remove: async (tranche) => {
      const text = "Deleting this tranche is permanent and can't be undone. Are you sure you want to continue?";
      const name = tranche.name ?? 'Tranche';
      if (!(await confirm({ title: `Delete ${name}`, text, confirmLabel: 'Delete', danger: true }))) return false;
      try {
        await remove({ params: { investmentId, trancheId: tranche.id }, query: { rowVersion: tranche.rowVersion } });
        toastSuccess(`${name} deleted successfully`);
        return true;
      } catch (failure) {
        toastError(failureWithStatus(failure));
        return false;
      }
    },
  };
}

/** Reads what funds and coinvestments hold when it is wanted: the next number is that of now, also right after a save. */
function usePartsReader(id: string): () => Promise<readonly TranchePart[]> {
  const dispatch = useAppDispatch();
  return async () =>
    (
      await Promise.all([
        readOnce(dispatch, 'listFundPartsForTranche', { params: { id } }, 'fresh'),
        readOnce(dispatch, 'listCoinvestmentPartsForTranche', { params: { id } }, 'fresh'),
      ])
    ).flat();
}
