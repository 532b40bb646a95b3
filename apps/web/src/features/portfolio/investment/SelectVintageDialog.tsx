import type { Reference } from '@carrara/contract/core/kinds';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import { useVintageDialog } from '../../../record/editor/useVintageDialog.ts';
import { useAllowed } from '../../../session/hooks.ts';

export interface VintageQuestion {
  readonly fundId: string;
  readonly chosen: string | undefined;
}

/** Opens a dialog to choose a vintage of a fund. Resolves to undefined if canceled. Source: R-C-238. */
export const openVintageDialog = (question: VintageQuestion): Promise<Reference | undefined> =>
  openDialog<Reference | undefined>((close) => <SelectVintageDialog {...question} onClose={close} />);

const columns = [
  { field: 'vintageName', kind: 'text', title: 'Vintage' },
  { field: 'vintageYear', kind: 'code', title: 'Year' },
  { field: 'vintageType', kind: 'status', title: 'Type' },
  { field: 'totalInvestedAmount', kind: 'money', title: 'Invested' },
] as const;

export type SelectVintageDialogProps = VintageQuestion & { readonly onClose: (vintage?: Reference) => void };

export function SelectVintageDialog({ fundId, chosen: before, onClose }: SelectVintageDialogProps) {
  const { data, error, refetch } = useRead('listFundVintages', { params: { id: fundId } });
  const mayEdit = useAllowed('vintage.edit');
  const edit = useVintageDialog(fundId);
  const [chosen, setChosen] = useState(before);
  const [isRefused, setRefused] = useState(false);
  const choose = (id: string) => {
    setRefused(false);
    setChosen(id);
  };
  const use = () => {
    const vintage = data?.find(({ id }) => id === chosen);
    if (vintage) onClose({ id: vintage.id, name: vintage.vintageName });
    else setRefused(true);
  };
  // A missing vintage can be created without leaving the investment, and is then the chosen one.
  const add = async () => {
    const created = await edit();
    if (created) onClose({ id: created.id, name: created.vintageName });
  };
  return (
    <DialogFrame title="Select a vintage" onClose={() => onClose()} size="lg">
      {error && !data ? (
        <ErrorState message={failureText(error)} onRetry={refetch} />
      ) : !data ? (
        <LoadingState lines={4} />
      ) : data.length === 0 ? (
        <EmptyState text="The fund has no vintage yet." />
      ) : (
        <DataTable
          label="Vintages of the fund"
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          density="compact"
          cells={{
            vintageName: ({ id, vintageName }) => (
              <Radio name="vintage" label={vintageName} checked={chosen === id} onChange={() => choose(id)} />
            ),
          }}
        />
      )}
      {isRefused ? <Banner tone="bad">Choose a vintage.</Banner> : null}
      <DialogActions>
        {mayEdit ? (
          <Button variant="subtle" onClick={() => void add()}>
            Add a vintage to this fund
          </Button>
        ) : null}
        <Button variant="default" onClick={() => onClose()}>
          Cancel
        </Button>
        <Button onClick={use}>Use</Button>
      </DialogActions>
    </DialogFrame>
  );
}
