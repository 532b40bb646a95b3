import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RecordTable } from '../../../record/RecordTable.tsx';

/** The funds and coinvestments of a firm. */
export const FirmFunds = ({ id }: ViewProps) => (
  <RecordTable
    list={{ ...lists.listFirmFunds, operation: 'listFirmFunds' }}
    params={{ id }}
    embedded
    rowHref={(row) => `#/performance/fund/${row.id}/overview`}
  />
);
