import type { SealedLog } from '../../engine/auditLog/dailySeal.ts';

/** Log of delivery events. */
export const deliveryLog: SealedLog = {
  table: 'delivery_event',
  seals: 'delivery_day',
  objectType: 'deliveryDay',
  operation: 'sealDeliveries',
  title: 'Delivery evidence',
  columns: [
    'id',
    'delivery_id',
    'kind',
    'person_id',
    'version',
    'sha256',
    'detail',
    'typed_name',
    'is_stepped_up',
    'address',
  ],
};
