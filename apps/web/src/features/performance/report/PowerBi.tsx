import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Button } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import report from '../../../report/report.module.css';
import styles from './powerBi.module.css';

/** The firm's report in an external program. If there is none, the page offers the Cash Flow Analysis of all funds and quarter ends as a workbook. */
export function PowerBi() {
  const { data, error, refetch } = useRead('getEmbeddedReport', undefined);
  const download = useDownload();
  return (
    <section aria-label="Power BI">
      <h1 className={report.title}>Power BI</h1>
      {error ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {!data && !error ? <LoadingState lines={10} /> : null}
      {data?.embedUrl ? (
        <iframe
          className={styles.frame}
          title="Power BI"
          src={data.embedUrl}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        />
      ) : null}
      {data && !data.embedUrl ? (
        <EmptyState
          text="Your firm hasn’t set up an external report. An administrator can enter its address in the firm’s settings."
          action={
            <Button
              variant="default"
              onClick={() => void download('reportCashflowAnalysis', { query: { format: 'excel' } })}
            >
              Cash Flow Analysis, Excel
            </Button>
          }
        />
      ) : null}
    </section>
  );
}
