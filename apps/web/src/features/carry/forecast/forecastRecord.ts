import { records } from 'virtual:contract/tables';
import { recordCalls } from '../../../record/plainRecord.ts';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';
import { forecastEditPath, forecastPath } from './addresses.ts';

export const forecastRecord: RecordDefinition = {
  ...recordCalls('forecast', records.forecast),
  options: 'Create',
  deletion: "Deleting this estimate is permanent and can't be undone. Are you sure you want to continue?",
  facts: ['distributionDate'],
  paths: {
    list: '/carry/forecast',
    add: '/carry/forecast/create',
    edit: forecastEditPath,
    profile: forecastPath,
  },
};
