import { fields, lists } from 'virtual:contract/tables';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';
import { forecastEditPath, forecastPath } from './addresses.ts';

export const forecastRecord: RecordDefinition = {
  noun: 'forecast',
  making: 'Create',
  annotated: 'forecast',
  fields: fields.forecastFields,
  list: { ...lists.listForecasts, operation: 'listForecasts' },
  get: 'getForecast',
  save: 'saveForecast',
  remove: 'deleteForecast',
  editPermission: 'forecast.edit',
  deletePermission: 'forecast.delete',
  deletion: "Deleting this estimate is permanent and can't be undone. Are you sure you want to continue?",
  facts: ['distributionDate'],
  nameOf: ({ name }) => String(name),
  paths: {
    list: '/carry/forecast',
    add: '/carry/forecast/create',
    edit: forecastEditPath,
    profile: forecastPath,
  },
};
