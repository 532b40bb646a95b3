import { toastError } from '@carrara/ui/feedback/toasts.ts';
import { Menu } from '@mantine/core';
import { useDownload } from '../api/download.ts';
import { FileMenu } from '../report/FileMenu.tsx';

export interface StatementFilesProps {
  readonly operation: 'exportCapitalAccount' | 'exportPortfolioSummary';
  readonly endDate: string;
  readonly fundId: string | undefined;
  readonly investorId?: string | undefined;
  /** True for a statement of the whole fund. Files of an account need an investor. */
  readonly isOfFund?: boolean;
}

/** Buttons for the files of a statement. If a choice is missing, the button explains it. Files that can't exist are not offered. */
export function StatementFiles({ operation, endDate, fundId, investorId, isOfFund = false }: StatementFilesProps) {
  const download = useDownload();
  const query = { ...(fundId ? { fundId } : {}), ...(investorId ? { investorId } : {}) };
  const file = (format: 'excel' | 'application/pdf') =>
    void download(operation, { params: { endDate }, query: { ...query, format } });
  const isAccount = operation === 'exportCapitalAccount';
  const excel = () => (fundId ? file('excel') : toastError('Please select a fund before exporting to Excel.'));
  const pdf = () =>
    fundId && (investorId || !isAccount)
      ? file('application/pdf')
      : toastError('Please select a fund and an investor before exporting to PDF.');
  return (
    <FileMenu>
      <Menu.Item onClick={excel}>Excel</Menu.Item>
      {isOfFund && isAccount ? null : <Menu.Item onClick={pdf}>PDF</Menu.Item>}
      {isAccount && fundId && investorId ? (
        <Menu.Item
          onClick={() => void download('downloadReportingTemplate', { query: { fundId, investorId, endDate } })}
        >
          ILPA Reporting Template
        </Menu.Item>
      ) : null}
    </FileMenu>
  );
}
