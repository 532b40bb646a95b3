import type { Vintage } from '@carrara/contract/portfolio/vintage';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { readOnce, useWrite } from '../../api/calls.ts';
import type { Argument } from '../../api/operations.ts';
import { useIsVisible } from '../../frame/useContinueTo.ts';
import { openFormDialog } from './FormDialog.tsx';
import { useAppDispatch } from '../../session/hooks.ts';
import { fields } from 'virtual:contract/tables';

const { fund: _fund, ...edited } = fields.vintageFields;

/**
 * Returns a function that opens a form for a vintage of a fund. Resolves to the stored vintage, or to undefined if canceled. Rows of a list lack the
 * description, so the record itself is read first.
 */
export function useVintageDialog(fundId: string): (row?: Pick<Vintage, 'id'>) => Promise<Vintage | undefined> {
  const dispatch = useAppDispatch();
  const [save] = useWrite('saveFundVintage');
  const isVisible = useIsVisible();
  return async (row) => {
    const loaded = row && (await readOnce(dispatch, 'getVintage', { params: { id: row.id } }));
    if (!isVisible()) return undefined;
    const head = loaded ? { id: loaded.id, rowVersion: loaded.rowVersion } : {};
    let stored: Vintage | undefined;
    await openFormDialog({
      title: loaded ? `Edit ${loaded.vintageName}` : 'Add vintage',
      fields: edited,
      initial: { ...loaded },
      save: async (values) => {
        const body = { ...head, ...values } as Argument<'saveFundVintage'>['body'];
        stored = await save({ params: { id: fundId }, body });
        toastSuccess(`${stored.vintageName} ${loaded ? 'updated' : 'saved'} successfully`);
      },
    });
    return stored;
  };
}
