import { type Manifest, carryOnly, compOnly, editors, changedByCarryAdministrators, record } from './manifest.ts';

export const people = {
  recordTypes: {
    employee: {
      title: 'Employee',
      plural: 'Employees',
      table: 'employee',
      parent: 'participant',
      permission: 'employee',
      rights: 'carry',
      annotated: true,
      list: 'listEmployees',
      name: 'name',
      listQuery: { isCarryEligible: 'false' },
      listAddress: '/carry/participant/employee',
      address: '/carry/employee/:id/profile/overview',
      displayCurrencies: ['Participant', 'CompEmployee', 'Salary'],
    },
    trust: {
      title: 'Trust',
      plural: 'Trusts',
      table: 'trust',
      parent: 'participant',
      permission: 'trust',
      rights: 'carry',
      annotated: true,
      list: 'listTrusts',
      name: 'name',
      listQuery: { isCarryEligible: 'false' },
      listAddress: '/carry/participant/trust',
      address: '/carry/trust/:id/profile/overview',
      displayCurrencies: ['Participant'],
    },
    entity: {
      title: 'Entity',
      plural: 'Entities',
      table: 'entity',
      parent: 'participant',
      permission: 'entity',
      rights: 'carry',
      annotated: true,
      list: 'listEntities',
      name: 'name',
      listQuery: { isCarryEligible: 'false' },
      listAddress: '/carry/participant/entity',
      address: '/carry/entity/:id/profile/overview',
      displayCurrencies: ['Participant'],
    },
  },
  permissions: {
    /** Carry's letters need addresses. All other personal data of an employee is for compensation and for carry's administrators. */
    employee: {
      applications: carryOnly,
      acts: {
        ...record(carryOnly).acts,
        viewAddress: editors(['carry', 'comp']),
        viewPersonalData: { ...editors(compOnly), or: changedByCarryAdministrators },
        /** Needed to be notified of a change. Both modules list employees. */
        follow: { applications: ['carry', 'comp'], role: 'viewer' },
      },
    },
    participant: record(carryOnly),
    /** The employees whose data people can read in the portal, and the portal's content. */
    portalUser: { applications: carryOnly, acts: { view: 'administrator', edit: 'administrator' } },
  },
  actions: {
    changeEmployeePicture: ['Picture of', 'changed'],
    linkPortalUser: ['Portal user of', 'linked'],
    unlinkPortalUser: ['Portal user of', 'unlinked'],
    saveLeaverKind: ['Leaver type of', 'changed'],
    saveReportingLine: ['Reporting line of', 'changed'],
  },
} as const satisfies Manifest;
