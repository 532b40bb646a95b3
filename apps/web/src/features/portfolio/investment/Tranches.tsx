import type { Tranche } from '@carrara/contract/portfolio/tranche';
import { Button } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { useParams } from 'react-router-dom';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useTrancheMoves } from './useTrancheMoves.ts';
import { RowButton } from '../../../record/list/RowButton.tsx';

const list = lists.listTranches;

/** The tranches of an investment. If the address names a fund or coinvestment, those held through it. */
export function Tranches({ id }: ViewProps) {
  const { fundOrCoinvestmentId } = useParams();
  const { edit, remove, mayEdit, mayDelete } = useTrancheMoves(id, fundOrCoinvestmentId);
  const rowActions = (row: unknown) => {
    const tranche = row as Tranche;
    return (
      <>
        {mayEdit ? <RowButton label="Edit" onClick={() => edit(tranche)} /> : null}
        {mayDelete && tranche.canDelete ? <RowButton label="Delete" onClick={() => remove(tranche)} /> : null}
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
