import { settingsPage } from '../features/platform/settings/settingsPage.tsx';
import { activityView } from '../record/screens/annotations.ts';
import type { Redirect, Screen } from '../frame/screenTypes.ts';

const employee = async () => import('../features/compensation/employee/EmployeeDirectory.tsx');
const papers = async () => import('../features/compensation/employee/EmployeePapers.tsx');
const base = '/comp/employee';
const ofDeferred = { section: 'deferredAward', permission: 'pay.view' } as const;
const ofEmployee = { section: 'compEmployee' } as const;
const payroll = async () => import('../features/compensation/payroll/Payroll.tsx');
const ofPayroll = { section: 'payroll', kind: 'list', permission: 'pay.view' } as const;
const statements = async () => import('../features/compensation/statement/Statements.tsx');
const ofStatement = { section: 'payStatement', permission: 'pay.view' } as const;
const ofSettings = { section: 'compSettings', kind: 'list', permission: 'payAccess.view' } as const;

/** Pages of employees and of pay access. Salaries have the standard pages. */
export const compensationScreens: readonly Screen[] = [
  {
    path: '/comp/home',
    title: 'Home',
    kind: 'list',
    section: 'compHome',
    permission: 'pay.view',
    load: async () => (await import('../features/compensation/home/CompensationHome.tsx')).CompensationHome,
  },
  {
    ...ofEmployee,
    path: base,
    title: 'Employees',
    kind: 'list',
    permission: 'compEmployee.view',
    load: async () => (await employee()).EmployeeDirectory,
  },
  {
    ...ofEmployee,
    path: `${base}/add`,
    title: 'Add employee',
    kind: 'add',
    permission: 'compEmployee.edit',
    load: async () => (await employee()).EmployeeEditor,
  },
  {
    ...ofEmployee,
    path: `${base}/:id/edit`,
    title: 'Edit employee',
    kind: 'edit',
    permission: 'compEmployee.edit',
    load: async () => (await employee()).EmployeeEditor,
  },
  {
    ...ofEmployee,
    path: `${base}/:id/profile`,
    title: 'Employee',
    kind: 'profile',
    permission: 'compEmployee.view',
    load: async () => (await import('../features/compensation/employee/CompEmployeeProfile.tsx')).CompEmployeeProfile,
    views: [
      { id: 'overview', title: 'Overview', load: async () => (await employee()).EmployeeOverview },
      {
        id: 'compensation',
        title: 'Compensation',
        permission: 'pay.view',
        load: async () =>
          (await import('../features/compensation/employee/EmployeeCompensation.tsx')).EmployeeCompensation,
      },
      {
        id: 'leaving',
        title: 'Leaving',
        permission: 'pay.view',
        load: async () => (await import('../features/compensation/employee/EmployeeLeaving.tsx')).EmployeeLeaving,
      },
      {
        id: 'statement',
        title: 'Statements',
        permission: 'pay.view',
        load: async () =>
          (await import('../features/compensation/statement/EmployeeStatements.tsx')).EmployeeStatements,
      },
      {
        id: 'payroll-actual',
        title: 'Payroll',
        permission: 'pay.view',
        load: async () => (await payroll()).EmployeePayroll,
      },
      {
        id: 'note',
        title: 'Notes',
        permission: 'pay.view',
        load: async () => (await papers()).EmployeeNotes,
      },
      {
        id: 'document',
        title: 'Documents',
        permission: 'pay.view',
        load: async () => (await papers()).EmployeeDocuments,
      },
      activityView(),
    ],
  },
  {
    ...ofPayroll,
    path: '/comp/payroll',
    title: 'Payroll',
    load: async () => (await payroll()).Payroll,
  },
  {
    ...ofPayroll,
    path: '/comp/payroll/period',
    title: 'Payroll period',
    load: async () => (await payroll()).PayrollPeriod,
  },
  {
    ...ofDeferred,
    path: '/comp/deferred',
    title: 'Deferred awards',
    kind: 'list',
    load: async () => (await import('../features/compensation/employee/DeferredAwards.tsx')).DeferredAwards,
  },
  {
    ...ofDeferred,
    path: '/comp/deferred/:id',
    title: 'Deferred award',
    kind: 'profile',
    load: async () => (await import('../features/compensation/employee/DeferredAward.tsx')).DeferredAward,
  },
  {
    ...ofStatement,
    path: '/comp/statement',
    title: 'Compensation statements',
    kind: 'list',
    load: async () => (await statements()).Statements,
  },
  {
    ...ofStatement,
    path: '/comp/statement/:id',
    title: 'Compensation statement',
    kind: 'profile',
    load: async () => (await import('../features/compensation/statement/StatementPage.tsx')).StatementPage,
  },
  {
    ...ofSettings,
    path: '/comp/settings/payAccess',
    title: 'Pay access',
    load: settingsPage(
      'payAccess',
      async () => (await import('../features/compensation/access/PayAccessList.tsx')).PayAccessList,
    ),
  },
  {
    ...ofSettings,
    path: '/comp/settings/payRead',
    title: 'Pay reads',
    load: settingsPage('payRead', async () => (await import('../features/compensation/access/PayReads.tsx')).PayReads),
  },
];

export const compensationRedirects: readonly Redirect[] = [{ from: '/comp', to: base }];
