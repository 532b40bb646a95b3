import { wordsOf } from '@carrara/contract/deeds';
import { lists } from 'virtual:contract/tables';
import { RecordTable } from '../../../record/RecordTable.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';

const list = { ...lists.listPayReads, operation: 'listPayReads' } as const;
const cells = { operation: ({ operation }: RecordValue) => wordsOf(String(operation)) };

/** Who looked at whose pay, for those who see the pay of everybody. */
export const PayReads = () => <RecordTable list={list} cells={cells} />;
