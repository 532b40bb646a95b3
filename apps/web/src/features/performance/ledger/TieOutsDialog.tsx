import { withDisplayedDays } from '@carrara/contract/core/displayedFigure';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { ReadDialog } from '../../../record/profile/ReadDialog.tsx';
import { carriedText } from './carriedText.ts';

const columns = [
  { field: 'code', kind: 'code', title: 'No.' },
  { field: 'title', kind: 'text', title: 'Check' },
  { field: 'result', kind: 'longText', title: 'Result' },
] as const;
/** Maximum number of differences listed per check. */
const MOST_LISTED = 20;

/** The tie-outs of a quarter, which are compared before it is locked. */
export function TieOutsDialog(props: {
  readonly vehicleId: string;
  readonly endDate: string;
  readonly onClose: () => void;
}) {
  const { vehicleId, endDate, onClose } = props;
  const { data, error, refetch } = useRead('listTieOuts', { params: { vehicleId, endDate }, query: {} });
  const { data: period } = useRead('getPeriod', { params: { vehicleId, endDate }, query: {} });
  const carried = period && carriedText(period);
  const locked =
    period?.status === 'LOCKED' ? period.versions.find(({ version }) => version === period.version) : undefined;
  const acknowledgment = (code: string) =>
    locked?.acknowledged.some((finding) => finding.code === code)
      ? ['Acknowledged', ...(locked.lockedBy ? [`by ${locked.lockedBy}`] : [])].join(' ')
      : 'To acknowledge';
  const rows = (data ?? []).map(({ code, title, blocksLock, differences }) => {
    const more = differences.length > MOST_LISTED ? [`and ${String(differences.length - MOST_LISTED)} more`] : [];
    const text = [...differences.slice(0, MOST_LISTED).map(({ message }) => withDisplayedDays(message)), ...more].join(
      '\n',
    );
    const found = blocksLock ? text : `${acknowledgment(code)}: ${text}`;
    return { id: code, code, title, result: text === '' ? 'Holds' : found };
  });
  return (
    <ReadDialog
      title={`Tie-outs of ${formatDate(endDate)}`}
      lead="Each check compares two figures. T1 to T10, T13 and T14 must hold to the cent. Acknowledge differences in T11, T12 and T15 to T18 when you lock the quarter."
      onClose={onClose}
    >
      {carried ? <p>{carried}</p> : null}
      {error && !data ? (
        <ErrorState message={failureText(error)} onRetry={refetch} />
      ) : data ? (
        <DataTable label="Tie-outs" columns={columns} rows={rows} rowKey={({ id }) => id} />
      ) : (
        <LoadingState lines={12} />
      )}
    </ReadDialog>
  );
}
