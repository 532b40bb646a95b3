import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { runConfirmed } from '../../api/runWithToast.ts';
import { useContinueTo } from '../../frame/useContinueTo.ts';
import { useAllowed } from '../../session/hooks.ts';
import { useDeleteRecord } from '../recordCalls.ts';
import type { RecordDefinition, RecordValue } from '../recordDefinition.ts';

interface DeleteButtonProps {
  readonly record: RecordDefinition;
  readonly value: RecordValue;
}

/** A button that deletes a record, for people who may. */
export function DeleteButton({ record, value }: DeleteButtonProps) {
  const mayDelete = useAllowed(record.deletePermission ?? record.editPermission) && record.remove !== undefined;
  const isOpen = record.isEditable?.(value) ?? true;
  const remove = useRemoval(record);
  return mayDelete && isOpen ? (
    <Button variant="default" onClick={() => void remove(value)}>
      Delete
    </Button>
  ) : null;
}

/** Returns a function that asks with the text of the specification, deletes, reports success and returns to the list. */
function useRemoval(record: RecordDefinition): (value: RecordValue) => Promise<void> {
  const remove = useDeleteRecord(record);
  const continueTo = useContinueTo();
  return async (value) => {
    if (record.cannotDelete && value['canDelete'] === false) return toastError(record.cannotDelete);
    const name = record.nameOf(value);
    const text =
      record.deletion ?? "Deleting this record is permanent and can't be undone. Are you sure you want to continue?";
    await runConfirmed({ title: `Delete ${name}`, text, confirmLabel: 'Delete' }, async () => {
      await remove(value);
      toastSuccess(`${name} deleted successfully${record.stop ?? ''}`);
      await continueTo(record.paths.list);
    });
  };
}
