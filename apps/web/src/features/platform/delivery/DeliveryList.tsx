import { lists } from 'virtual:contract/tables';
import { useInAddress } from '../../../period/useInAddress.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';

const list = lists.listDeliveries;

/** The releases of documents: all of them, or those of one distribution. */
export function DeliveryList() {
  const [objectType] = useInAddress('record');
  return (
    <RecordTable
      list={list}
      query={() => (objectType ? { objectId: objectType } : {})}
      rowHref={({ id }) => `#/carry/delivery/${id}`}
    />
  );
}
