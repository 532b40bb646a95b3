import type { Fields } from '@carrara/contract/core/fields';
import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useWrite } from '../api/calls.ts';
import { useContinueTo } from '../frame/useContinueTo.ts';
import { openFormDialog } from '../record/editor/FormDialog.tsx';
import { useAllowed } from '../session/hooks.ts';
import type { Values } from './useReportAddress.ts';

const fields = {
  description: { kind: 'longText', title: 'Purpose', max: 4000, help: 'For example: second-quarter file' },
} as const satisfies Fields;

/** A button that runs the report with its current parameters, stores the run and opens it. */
export function StoreRun({ report, values }: { readonly report: string; readonly values: Values }) {
  const isAllowed = useAllowed('reportRun.edit');
  const [run] = useWrite('runReport');
  const continueTo = useContinueTo();
  if (!isAllowed) return null;
  const store = async () => {
    const parameters = Object.entries(values).map(([name, value]) => ({ name, value }));
    let id = '';
    const isStored = await openFormDialog({
      title: 'Store this run',
      fields,
      saveLabel: 'Store',
      save: async (_changed, { description }) => {
        ({ id } = await run({ body: { report, parameters, description: description ? String(description) : null } }));
      },
    });
    if (isStored) await continueTo(`/performance/report/run/${id}`);
  };
  return (
    <Button variant="default" leftSection={<IconBookmark size={15} aria-hidden />} onClick={() => void store()}>
      Store this run
    </Button>
  );
}
