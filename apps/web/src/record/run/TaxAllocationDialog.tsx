import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import styles from './run.module.css';
import { type ParticipantPart, type ParticipantRow, participantParts, type DisplayedRun } from './participantParts.ts';

/**
 * Opens a dialog with the derivation of a participant's tax by source: each tax profile and characterization with its rate, percentage and amount.
 */
export const showTaxAllocation = (run: DisplayedRun, row: ParticipantRow): Promise<void> =>
  openDialog<void>((close) => (
    <TaxAllocationDialog row={row} parts={participantParts(run, row)} onClose={() => close()} />
  ));

const columns = [
  { field: 'name', kind: 'text', title: 'Tax profile' },
  { field: 'taxRate', kind: 'percent', title: 'Rate %' },
  { field: 'taxAllocationPercent', kind: 'percent', title: 'Allocation %' },
  { field: 'taxAllocationAmount', kind: 'money', title: 'Amount' },
] as const;

interface TaxAllocationDialogProps {
  readonly row: ParticipantRow;
  readonly parts: readonly ParticipantPart[];
  readonly onClose: () => void;
}

function TaxAllocationDialog({ row, parts, onClose }: TaxAllocationDialogProps) {
  const taxed = parts.filter(({ detail }) => detail.taxAllocations.length > 0);
  return (
    <DialogFrame title={`Tax allocation of ${row.participant.name}`} size="xl" onClose={onClose}>
      {taxed.length === 0 ? <EmptyState text="No tax profile applies, so nothing is withheld." /> : null}
      {taxed.map(({ source, detail }) => (
        <section key={source.id} className={styles.taxSource} aria-label={source.source.name}>
          <h3>
            {source.source.name}
            {detail.taxOverridden ? <Tag>set</Tag> : null}
          </h3>
          <DataTable
            label={`Tax of ${source.source.name}`}
            columns={columns}
            rows={detail.taxAllocations.map((tax, index) => ({
              ...tax,
              key: String(index),
              taxRate: tax.taxProfileRate?.taxRate ?? null,
            }))}
            rowKey={({ key }) => key}
            totals={[{ field: 'taxAllocationAmount', total: detail.tax }]}
            totalsLabel="Tax"
          />
        </section>
      ))}
      {taxed.length > 1 ? (
        <DataTable
          label="Tax of all sources"
          columns={[{ field: 'source', kind: 'text', title: 'Source' }, columns[3]]}
          rows={taxed.map(({ source, detail }) => ({
            id: source.id,
            source: source.source.name,
            taxAllocationAmount: detail.tax,
          }))}
          rowKey={({ id }) => id}
          totals={[{ field: 'taxAllocationAmount', total: row.tax }]}
          totalsLabel="Total"
        />
      ) : null}
    </DialogFrame>
  );
}
