import { toastError } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useWrite } from '../api/calls.ts';
import { failureText } from '../api/failure.ts';
import { useGoOn } from '../frame/useGoOn.ts';
import { useAllowed } from '../session/hooks.ts';
import type { Given } from './useReportAddress.ts';

/** Runs a report as it is asked, to be kept, and leads to the run. */
export function KeepRun({ report, given }: { readonly report: string; readonly given: Given }) {
  const isAllowed = useAllowed('reportRun.edit');
  const [run, isRunning] = useWrite('runReport');
  const goOn = useGoOn();
  if (!isAllowed) return null;
  const keep = async () => {
    try {
      const parameters = Object.entries(given).map(([name, value]) => ({ name, value }));
      const { id } = await run({ body: { report, parameters } });
      await goOn(`/performance/report/run/${id}`);
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  return (
    <Button
      variant="default"
      loading={isRunning}
      leftSection={<IconBookmark size={15} aria-hidden />}
      onClick={() => void keep()}
    >
      Keep this run
    </Button>
  );
}
