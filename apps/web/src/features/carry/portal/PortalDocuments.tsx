import { lists } from 'virtual:contract/tables';
import { RecordTable } from '../../../record/RecordTable.tsx';

const documents = { ...lists.listPortalDocuments, operation: 'listPortalDocuments' } as const;
const statements = { ...documents, title: 'Your statements of pay' };
const documentHref = ({ id }: { readonly id: string }) => `#/participant-portal/document/${id}`;

/** What was released to oneself and the own trusts. */
export const PortalDocuments = () => (
  <RecordTable list={documents} query={() => ({ kind: 'all' })} rowHref={documentHref} />
);

/** The own pay: released statements, and nothing else. */
export const PortalPay = () => (
  <RecordTable list={statements} query={() => ({ kind: 'STATEMENT' })} rowHref={documentHref} />
);
