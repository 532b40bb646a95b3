import type { Tranche } from '@carrara/contract/portfolio/tranche';
import { readOnce, useWrite } from '../../../api/calls.ts';
import { runConfirmed, runWithToast } from '../../../api/runWithToast.ts';
import { useIsVisible } from '../../../frame/useContinueTo.ts';
import { useAllowed, useAppDispatch } from '../../../session/hooks.ts';
import type { TranchePart } from './trancheDefaults.ts';
import { openTrancheDialog } from './trancheDialog.ts';

interface TrancheMoves {
  /** Opens the form for a new tranche or an existing one. */
  readonly edit: (tranche?: Tranche) => Promise<void>;
  /** Deletes the tranche after a confirmation. Resolves to true if it was deleted. */
  readonly remove: (tranche: Tranche) => Promise<boolean>;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
}

/** The actions for the tranches of an investment, in their list and on the page of one. */
export function useTrancheMoves(investmentId: string, preferred?: string): TrancheMoves {
  const dispatch = useAppDispatch();
  const readParts = usePartsReader(investmentId);
  const [save] = useWrite('saveTranche');
  const [remove] = useWrite('deleteTranche');
  const isVisible = useIsVisible();
  return {
    mayEdit: useAllowed('tranche.edit'),
    mayDelete: useAllowed('tranche.delete'),
    edit: async (tranche) => {
      await runWithToast(async () => {
        const [investment, parts] = await Promise.all([
          readOnce(dispatch, 'getInvestment', { params: { id: investmentId } }),
          readParts(),
        ]);
        if (isVisible()) await openTrancheDialog({ investment, parts, tranche, preferred, save });
      });
    },
    remove: (tranche) => {
      const text = "Deleting this tranche is permanent and can't be undone. Are you sure you want to continue?";
      const name = tranche.name ?? 'Tranche';
      return runConfirmed({ title: `Delete ${name}`, text, confirmLabel: 'Delete' }, async () => {
        await remove({ params: { investmentId, trancheId: tranche.id }, query: { rowVersion: tranche.rowVersion } });
        return `${name} deleted successfully`;
      });
    },
  };
}

/** Returns a function that reads the parts on demand, so that the next number is current even right after a save. */
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
