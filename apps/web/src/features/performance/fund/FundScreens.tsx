import type { ViewProps } from '../../../frame/screenTypes.ts';
import { documentsView } from '../../../record/notes/DocumentsView.tsx';
import { useRecord } from '../../../record/recordCalls.ts';
import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import { editedFields, fundRecord, fundKind } from './fundRecord.ts';

export const FundEditor = () => <RecordEditor record={fundRecord} only={editedFields} />;

const documents = {
  fund: documentsView('fund', 'performance'),
  coinvestment: documentsView('coinvestment', 'performance'),
};
/** Documents belong to the fund or coinvestment itself. */
export function FundDocuments({ id }: ViewProps) {
  const { data } = useRecord(fundRecord, id);
  if (!data) return null;
  const Documents = documents[fundKind(data)];
  return <Documents id={id} />;
}
