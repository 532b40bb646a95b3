import { fields, lists } from 'virtual:contract/tables';
import { type RecordDefinition, standardPaths } from '../../../record/recordDefinition.ts';

export const investmentsPath = '/performance/investment';

/** Returns the path of an investment, seen from one of its holders. */
export const profilePath = (id: string, sourceId: string, view = 'overview') =>
  `${investmentsPath}/${id}/source/${sourceId}/${view}`;
export const editingPath = (id: string, sourceId: string, endDate: string, view = 'companyGeneral') =>
  `${investmentsPath}/${id}/editing/${sourceId}/${endDate}/${view}`;

/** From the specification: the quarter end for new metrics if none is displayed. */
export const defaultEditingDate = '2014-12-31';

/** An investment in the performance module. */
export const investmentRecord: RecordDefinition = {
  noun: 'investment',
  annotated: 'investment',
  application: 'performance',
  fields: fields.performanceInvestmentFields,
  list: lists.listPerformanceInvestments,
  get: 'getPerformanceInvestment',
  save: 'savePerformanceInvestment',
  editPermission: 'valuation.edit',
  nameOf: ({ name }) => String(name),
  paths: {
    ...standardPaths(investmentsPath, 'overview'),
    profile: (id, view = 'overview') => `${investmentsPath}/${id}/${view}`,
  },
  viewAfterSave: 'overview',
  facts: ['code', 'legalName', 'sector'],
  status: 'status',
  picture: 'logo',
  stop: '.',
  check: ({ vehicles }) => ({
    vehicles:
      Array.isArray(vehicles) && vehicles.length > 0
        ? undefined
        : 'An investment must be linked to at least one fund or coinvestment.',
  }),
};
