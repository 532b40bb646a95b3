import { Button } from '@mantine/core';
import { useDownload } from '../../api/download.ts';

export interface EvidenceButtonProps {
  readonly of: 'Distribution' | 'Realization' | 'LedgerRun';
  readonly id: string;
}

/** Saves the evidence pack of a run, by which anybody computes it again without the system. */
export function EvidenceButton({ of, id }: EvidenceButtonProps) {
  const download = useDownload();
  return (
    <Button variant="default" onClick={() => void download(`download${of}Evidence`, { params: { id } })}>
      Evidence
    </Button>
  );
}
