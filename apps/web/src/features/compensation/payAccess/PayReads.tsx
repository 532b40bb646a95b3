import { lists } from 'virtual:contract/tables';
import { RecordTable } from '../../../record/RecordTable.tsx';

const list = { ...lists.listPayReads, operation: 'listPayReads' } as const;

/** Who looked at whose pay, for those who see the pay of everybody. */
export const PayReads = () => <RecordTable list={list} />;
