import type { Access, Permission } from '@carrara/contract/core/permissions';
import { everyRecordType } from '@carrara/contract/core/recordType';
import type { SetupStepId } from '@carrara/domain/platform/setupStep';
import type { ListName } from '../../api/operations.ts';

/** A button on an empty list, for people with permission. */
export interface Step {
  readonly title: string;
  readonly path: string;
  readonly permission: Access;
  /** The setup step that must be done before. Until then, its own actions are offered instead. */
  readonly after?: SetupStepId;
}

/** The first action for an empty list, and where to find it. */
export interface FirstStep {
  readonly text: string;
  readonly steps: readonly Step[];
}

const addEmployee: Step = { title: 'Add employee', path: '/carry/employee/add', permission: 'employee.edit' };
const addTrust: Step = {
  title: 'Add trust',
  path: '/carry/trust/add',
  permission: 'trust.edit',
  after: 'participants',
};
const addEntity: Step = { title: 'Add entity', path: '/carry/entity/add', permission: 'entity.edit' };
const addFund: Step = { title: 'Add fund', path: '/carry/fund/add', permission: 'fund.edit' };
const addCoinvestment: Step = {
  title: 'Add coinvestment',
  path: '/carry/coinvestment/add',
  permission: 'coinvestment.edit',
  after: 'fund',
};
const addInvestment: Step = {
  title: 'Add investment',
  path: '/carry/investment/add',
  permission: 'investment.edit',
  after: 'fund',
};
const addVintage: Step = {
  title: 'Add vintage',
  path: '/carry/vintage/add',
  permission: 'vintage.edit',
  after: 'fund',
};
const createDistribution: Step = {
  title: 'Create distribution',
  path: '/carry/distribution/create',
  permission: 'distribution.edit',
  after: 'allocationProfile',
};
const createForecast: Step = {
  title: 'Create forecast',
  path: '/carry/forecast/create',
  permission: 'forecast.edit',
  after: 'allocationProfile',
};
const createRealization: Step = {
  title: 'Create realization',
  path: '/carry/realization/create',
  permission: 'realization.edit',
  after: 'allocationProfile',
};
const createLedgerRun: Step = {
  title: 'Create ledger run',
  path: '/carry/ledger/create',
  permission: 'ledgerRun.edit',
  after: 'allocationProfile',
};
const addSchedule: Step = { title: 'Add vesting schedule', path: '/carry/vesting/add', permission: 'vesting.edit' };
const addTaxProfile: Step = {
  title: 'Add tax profile',
  path: '/carry/settings/taxEditor',
  permission: 'taxProfile.edit',
};
const uploadPlan: Step = {
  title: 'Upload a carry plan',
  path: '/carry/datamanagement?upload=carry-plan',
  permission: 'distribution.edit',
};
const uploadRates: Step = {
  title: 'Upload exchange rates',
  path: '/performance/datamanagement?upload=exchange-rates',
  permission: 'fx.edit',
};
const uploadEmployees: Step = {
  title: 'Upload employees',
  path: '/comp/datamanagement?upload=employees',
  permission: 'compEmployee.edit',
};

/** The first step for the last runs on the home page. */
export const firstRun: FirstStep = {
  text: 'A distribution splits the carry that a fund paid, using its allocation profile.',
  steps: [createDistribution],
};

/** The first steps by list. A list that is missing here has none, because other actions fill it. */
export const firstSteps: Readonly<Partial<Record<ListName, FirstStep>>> = {
  ...Object.fromEntries(
    everyRecordType.flatMap(([, { isPlain, list, title, permission, listAddress: base = '' }]) => {
      const noun = title.toLowerCase();
      const add = { title: `Add ${noun}`, path: `${base}/add`, permission: `${permission}.edit` as Permission };
      return isPlain && list ? [[list, { text: `Nothing here yet. Add the first ${noun}.`, steps: [add] }]] : [];
    }),
  ),
  listParticipants: {
    text: 'Add the people who share in the carry, one by one or all at once with a carry plan. To include people who aren’t carry-eligible, choose ‘Everyone’ above.',
    steps: [addEmployee, uploadPlan],
  },
  listEmployeeIndex: {
    text: 'Add the employees who share in the carry, or upload them with a carry plan.',
    steps: [addEmployee, uploadPlan],
  },
  listTrustIndex: {
    text: 'Add an employee first, then the trusts that hold carry for that person.',
    steps: [addTrust],
  },
  listEntityIndex: {
    text: 'Add an entity if several people hold carry together. Then choose its members.',
    steps: [addEntity],
  },
  listFundsAndCoinvestments: {
    text: 'Add a fund first. Its coinvestments, investments and allocation profiles depend on it.',
    steps: [addFund, uploadPlan],
  },
  listFunds: {
    text: 'Add a fund first. Its coinvestments, investments and allocation profiles depend on it.',
    steps: [addFund, uploadPlan],
  },
  listCoinvestments: {
    text: 'Add the fund first, then its coinvestment.',
    steps: [addCoinvestment],
  },
  listInvestments: {
    text: 'Add the fund first, then its investments and their tranches.',
    steps: [addInvestment],
  },
  listVintages: {
    text: 'A vintage is a year’s group of a fund’s investments, with allocation shares of its own. Add the fund first, then its vintages.',
    steps: [addVintage],
  },
  listDistributions: {
    text: 'A distribution splits the carry that a fund paid, using its allocation profile. Add participants, a fund and its profile first.',
    steps: [createDistribution],
  },
  listRealizations: {
    text: 'A realization accrues the carry of a sold investment to its participants. Add participants, a fund and its allocation profile first.',
    steps: [createRealization],
  },
  listLedgerRuns: {
    text: 'A ledger run enters opening balances, releases escrow or claws carry back. Add participants, a fund and its allocation profile first.',
    steps: [createLedgerRun],
  },
  listForecasts: {
    text: 'A forecast estimates each participant’s carry from a future sale. Choose a source, its multiple and the date. Nothing is posted.',
    steps: [createForecast],
  },
  listVestingSchedules: {
    text: 'Add a schedule for each class of participants. It sets the vested percentage of their carry by number of months.',
    steps: [addSchedule, uploadPlan],
  },
  listTaxProfiles: {
    text: 'Add the tax profiles that distributions use to withhold taxes, then assign them to participants.',
    steps: [addTaxProfile, uploadPlan],
  },
  listGroups: {
    text: 'Add a group for roles that several people share, then add its members.',
    steps: [{ title: 'Add group', path: '/carry/settings/groupEditor', permission: 'group.edit' }],
  },
  listExchangeRates: {
    text: 'Add the first rate by hand, or upload rates from a file. Each rate needs its currency pair.',
    steps: [{ title: 'Upload rates', path: '/carry/datamanagement?upload=exchange-rates', permission: 'fx.edit' }],
  },
  listPortalUsers: {
    text: 'Add an employee first, then give the person access to the portal.',
    steps: [addEmployee],
  },
  listVehicles: {
    text: 'Add the first fund. Enter its commitments, cash and values in its ledger.',
    steps: [{ title: 'Add fund', path: '/performance/fund/add', permission: 'fundLedger.edit' }],
  },
  listPerformanceInvestments: {
    text: 'Add a fund first, then the investments that it holds.',
    steps: [
      { title: 'Add investment', path: '/performance/investment/add', permission: 'valuation.edit', after: 'fund' },
    ],
  },
  listDataTransfers: {
    text: 'Link to the other firm first. Then one of you sends the other a quarter.',
    steps: [
      {
        title: 'Tenant links',
        path: '/performance/datamanagement/tenantlinkrequest',
        permission: 'tenantLink.view',
      },
    ],
  },
  listPayrollFiles: {
    text: 'Upload a file of each payroll provider and period. It is then compared with the salaries.',
    steps: [{ title: 'Upload payroll', path: '/comp/datamanagement?upload=payroll-actuals', permission: 'pay.edit' }],
  },
  listPayStatementsOfYear: {
    text: 'Nobody whose pay you can see was employed in this year. Choose another year, or add employees with their salaries.',
    steps: [uploadEmployees],
  },
  listDeliveries: {
    text: 'Nothing was released yet. Release the letters of a disbursed distribution, or compensation statements.',
    steps: [
      { title: 'Distributions', path: '/carry/distribution', permission: 'distribution.view' },
      { title: 'Statements', path: '/comp/statement', permission: 'pay.view' },
    ],
  },
  listUploads: {
    text: 'Download a file template above, fill it in and upload it. It is checked before anything is stored.',
    steps: [uploadPlan, uploadEmployees, uploadRates],
  },
};
