import { Button } from '@mantine/core';
import { useDownload } from '../../api/download.ts';

export interface EvidenceButtonProps {
  readonly kind: 'Distribution' | 'Realization' | 'LedgerRun';
  readonly id: string;
}

/** Downloads the evidence pack of a run, with which anybody can recompute it without the system. */
export function EvidenceButton({ kind: type, id }: EvidenceButtonProps) {
  const download = useDownload();
  return (
    <Button variant="default" onClick={() => void download(`download${type}Evidence`, { params: { id } })}>
      Evidence
    </Button>
  );
}
