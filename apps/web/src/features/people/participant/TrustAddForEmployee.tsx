import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useParams } from 'react-router-dom';
import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import { useRecord } from '../../../record/recordCalls.ts';
import { employeeRecord, trustRecord } from './participantRecords.ts';

export function TrustAddForEmployee() {
  const { employeeId } = useParams();
  const { data } = useRecord(employeeRecord, employeeId);
  if (!data) return <LoadingState />;
  return <RecordEditor record={trustRecord} blank={{ employee: { id: data.id, name: employeeRecord.nameOf(data) } }} />;
}
