import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useSession } from '../../../session/hooks.ts';
import styles from './dataManagement.module.css';
import type { UploadReport } from './fileTypes.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Vehicle' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'periodEnd', kind: 'date', title: 'Quarter' },
  { field: 'nav.before', kind: 'money', title: 'NAV before', isKey: true },
  { field: 'nav.after', kind: 'money', title: 'NAV after', isKey: true },
  { field: 'unfunded.before', kind: 'money', title: 'Unfunded before' },
  { field: 'unfunded.after', kind: 'money', title: 'Unfunded after' },
  { field: 'irr.before', kind: 'return', title: 'Net IRR before' },
  { field: 'irr.after', kind: 'return', title: 'Net IRR after' },
] as const;

interface FiguresProps {
  readonly figures: UploadReport['figures'];
  readonly title: string;
}

/** The figures of each vehicle at the end of its last quarter, before and after the upload of a file or its undo. */
export function FiguresBeforeAndAfter({ figures, title }: FiguresProps) {
  const isLp = useSession().settings?.isLpTenant === true;
  const rows = figures.map(({ nav, unfunded, irr, ...vehicle }) => ({
    ...vehicle,
    'nav.before': nav.before,
    'nav.after': nav.after,
    'unfunded.before': unfunded.before,
    'unfunded.after': unfunded.after,
    'irr.before': irr.before,
    'irr.after': irr.after,
  }));
  return (
    <Panel title={title} flush>
      {isLp ? null : (
        <p className={styles.rest}>These figures cover all partners, including commitments that pay no fees.</p>
      )}
      <DataTable
        label={title}
        cardsOnPhone
        columns={columns}
        rows={rows}
        rowKey={({ vehicleId }) => vehicleId}
        density="compact"
      />
    </Panel>
  );
}
