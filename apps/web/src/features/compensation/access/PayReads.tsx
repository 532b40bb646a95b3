import { lists } from 'virtual:contract/tables';
import { RecordTable } from '../../../record/list/RecordTable.tsx';

const list = lists.listPayReads;

/** The log of pay access, for people who can see everyone's pay. */
export const PayReads = () => <RecordTable list={list} />;
