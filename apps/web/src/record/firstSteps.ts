import type { Access, Permission } from '@carrara/contract/core/permissions';
import { everyRecordType } from '@carrara/contract/core/recordType';
import type { ListName } from '../api/operations.ts';

/** A button on an empty list, for people with permission. */
export interface Step {
  readonly title: string;
  readonly path: string;
  readonly permission: Access;
}

/** The first action for an empty list, and where to find it. */
export interface FirstStep {
  readonly text: string;
  readonly steps: readonly Step[];
}

const addEmployee: Step = { title: 'Add employee', path: '/carry/employee/add', permission: 'employee.edit' };
const addTrust: Step = { title: 'Add trust', path: '/carry/trust/add', permission: 'trust.edit' };
const addEntity: Step = { title: 'Add entity', path: '/carry/entity/add', permission: 'entity.edit' };
const addFund: Step = { title: 'Add fund', path: '/carry/fund/add', permission: 'fund.edit' };
const addCoinvestment: Step = {
  title: 'Add coinvestment',
  path: '/carry/coinvestment/add',
  permission: 'coinvestment.edit',
};
const addInvestment: Step = { title: 'Add investment', path: '/carry/investment/add', permission: 'investment.edit' };
const addVintage: Step = { title: 'Add vintage', path: '/carry/vintage/add', permission: 'vintage.edit' };
const createDistribution: Step = {
  title: 'Create distribution',
  path: '/carry/distribution/create',
  permission: 'distribution.edit',
};
const createForecast: Step = {
  title: 'Create forecast',
  path: '/carry/forecast/create',
  permission: 'forecast.edit',
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
const uploadEmployees: Step = {
  title: 'Upload employees',
  path: '/comp/datamanagement?upload=employees',
  permission: 'compEmployee.edit',
};

/** Returns the text of an empty list of pay. The list is also empty for people without pay access. */
const noPayInSight = (noun: string) =>
  `You don’t have access to anyone’s pay yet, or there is no ${noun}. People with access to everyone’s pay can request access for you under Settings > Pay access.`;

/** The first steps on the home page. The carry plan comes before the first distribution. */
export const beforeShares: FirstStep = {
  text: 'Upload a carry plan, or add participants, a fund and its allocation profile. Then create the first distribution.',
  steps: [uploadPlan, addFund],
};
export const withShares: FirstStep = {
  text: 'A distribution shares out what a fund paid by its allocation profile.',
  steps: [createDistribution],
};

/** The first steps by list. A list that is missing here has none, because other actions fill it. */
export const firstSteps: Readonly<Partial<Record<ListName, FirstStep>>> = {
  ...Object.fromEntries(
    everyRecordType.flatMap(([, { isPlain, list, title, permission, listAddress: base = '' }]) => {
      const noun = title.toLowerCase();
      const add = { title: `Add ${noun}`, path: `${base}/add`, permission: `${permission}.edit` as Permission };
      const text = permission === 'pay' ? noPayInSight(noun) : `There are none yet. Begin with the first ${noun}.`;
      return isPlain && list ? [[list, { text, steps: [add] }]] : [];
    }),
  ),
  listParticipants: {
    text: "Begin with the people who share in the carry: one by one, or all with a carry plan. 'Everyone' above shows those who are not carry-eligible as well.",
    steps: [addEmployee, uploadPlan],
  },
  listEmployeeIndex: {
    text: 'Add the employees who share in the carry, or upload them with a carry plan.',
    steps: [addEmployee, uploadPlan],
  },
  listTrustIndex: { text: 'Add an employee first, then the trusts that hold carry for him or her.', steps: [addTrust] },
  listEntityIndex: {
    text: 'Add an entity when several people hold carry together; its members are chosen after it.',
    steps: [addEntity],
  },
  listFundsAndCoinvestments: {
    text: 'Begin with a fund; coinvestments, investments and allocation profiles hang on it.',
    steps: [addFund, addCoinvestment],
  },
  listFunds: {
    text: 'Begin with a fund; coinvestments, investments and allocation profiles hang on it.',
    steps: [addFund, uploadPlan],
  },
  listCoinvestments: {
    text: 'Add the fund first, then its coinvestment.',
    steps: [addFund, addCoinvestment],
  },
  listInvestments: {
    text: 'Add the fund first, then what it invested in, with its tranches.',
    steps: [addFund, addInvestment],
  },
  listVintages: {
    text: 'A vintage shares out what investments of some years paid. Add the fund first, then its vintages.',
    steps: [addFund, addVintage],
  },
  listDistributions: {
    text: 'A distribution shares out what a fund paid by its allocation profile: add participants, a fund and its profile first.',
    steps: [createDistribution],
  },
  listForecasts: {
    text: 'A forecast shows who may expect what of a sale that has not happened: choose a source, its multiple, and the day. Nothing is posted by it.',
    steps: [createForecast],
  },
  listVestingSchedules: {
    text: 'Add a schedule for each class of participants: after how many months how much of their carry is vested.',
    steps: [addSchedule, uploadPlan],
  },
  listTaxProfiles: {
    text: 'Add the tax profiles by which distributions withhold, then give them to participants.',
    steps: [addTaxProfile, uploadPlan],
  },
  listGroups: {
    text: 'Add a group for the roles that several people hold, then its members.',
    steps: [{ title: 'Add group', path: '/carry/settings/groupEditor', permission: 'group.edit' }],
  },
  listExchangeRates: {
    text: 'Add the first rate by hand, or upload rates from a file. Each rate needs its currency pair.',
    steps: [{ title: 'Upload rates', path: '/carry/datamanagement?upload=exchange-rates', permission: 'fx.edit' }],
  },
  listUploads: {
    text: 'Take the template of a file from above, fill it in, and upload it; it is checked before anything is stored.',
    steps: [uploadPlan, uploadEmployees],
  },
};
