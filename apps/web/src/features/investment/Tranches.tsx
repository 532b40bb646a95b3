import type { Tranche } from '@carrara/contract/tranche';
import { confirm, LoadingState, toastError, toastSuccess } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { useParams } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import { readOnce, useRead, useWrite } from '../../api/calls.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { RecordTable } from '../../record/RecordTable.tsx';
import { useAllowed, useAppDispatch } from '../../session/hooks.ts';
import type { TranchePart } from './trancheDefaults.ts';
import { openTrancheDialog } from './trancheDialog.ts';

const list = { ...lists.listTranches, operation: 'listTranches' } as const;

/** The tranches of an investment; with a fund or coinvestment in the address, those held through it. */
export function Tranches({ id }: ViewProps) {
  const { fundOrCoinvestmentId } = useParams();
  const { data: investment } = useRead('getInvestment', { params: { id } });
  const readParts = usePartsReader(id);
  const [save] = useWrite('saveTranche');
  const [remove] = useWrite('deleteTranche');
  const mayEdit = useAllowed('tranche.edit');
  const mayDelete = useAllowed('tranche.delete');
  if (!investment) return <LoadingState />;
  const edit = async (tranche?: Tranche) => {
    try {
      const parts = await readParts();
      await openTrancheDialog({ investment, parts, tranche, preferred: fundOrCoinvestmentId, save });
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  const askRemove = async (tranche: Tranche) => {
    const text = "Deleting this tranche is permanent and can't be undone. Are you sure you want to continue?";
    if (!(await confirm({ title: `Delete ${tranche.name ?? 'tranche'}`, text, confirmLabel: 'Delete', danger: true })))
      return;
    try {
      await remove({ params: { investmentId: id, trancheId: tranche.id }, query: { rowVersion: tranche.rowVersion } });
      toastSuccess(`${tranche.name ?? 'Tranche'} deleted successfully`);
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  const rowActions = (row: unknown) => {
    const tranche = row as Tranche;
    return (
      <>
        {mayEdit ? (
          <Button variant="subtle" size="compact-xs" onClick={() => void edit(tranche)}>
            Edit
          </Button>
        ) : null}
        {mayDelete && tranche.canDelete ? (
          <Button variant="subtle" size="compact-xs" onClick={() => void askRemove(tranche)}>
            Delete
          </Button>
        ) : null}
      </>
    );
  };
  return (
    <RecordTable
      list={list}
      params={{ investmentId: id }}
      query={() => ({ fundOrCoinvestmentId })}
      embedded
      rowHref={(row) => `#/carry/investment/${id}/tranche/${row.id}/profile`}
      actions={mayEdit ? <Button onClick={() => void edit()}>Add tranche</Button> : null}
      {...(mayEdit || mayDelete ? { rowActions } : {})}
    />
  );
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
