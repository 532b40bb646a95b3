import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { PortalPanels } from './PortalPanels.tsx';

/** The start page of a participant: key figures and news. */
export function PortalHome() {
  const { data, error, refetch } = useRead('getPortalHome', undefined);
  const documents = useRead('listPortalDocuments', { query: { pageSize: 10 } });
  if (data) return <PortalPanels home={data} documents={documents.data?.pageData} />;
  if (error?.status === 404) return <EmptyState text={failureText(error)} />;
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  return <LoadingState lines={12} />;
}
