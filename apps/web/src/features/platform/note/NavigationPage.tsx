import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { Navigate, useParams } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import { recordPath } from '../../../address/recordAddress.ts';
import { ReadState } from '../../../record/ReadState.tsx';

/** Opens the record that an id belongs to, whatever its type. The audit log contains the type. */
export function NavigationPage() {
  const { objectId = '' } = useParams();
  const { data, error, refetch } = useRead('listActivity', { params: { id: objectId }, query: { pageSize: 1 } });
  if (!data) return <ReadState error={error} onRetry={refetch} />;
  const [entry] = data.pageData;
  const location = entry && recordPath({ type: entry.objectType, id: objectId, containerId: entry.containerId });
  if (!location) return <EmptyState text="There is no such record, or you don’t have access to it." />;
  return <Navigate replace to={location.slice(1)} />;
}
