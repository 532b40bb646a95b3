import { readWorkbook } from '@carrara/adapters/spreadsheet/read';
import { err, ok } from '@carrara/domain/kernel';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileOf } from './fileOf.ts';
import { alderDocuments, alderNotes } from './alderPaper.ts';
import { alderPay, alderPayroll, alderStatements } from './alderPay.ts';
import { alderEntities, alderPeople } from './alderPeople.ts';
import { alderPortfolio, alderSharing } from './alderPortfolio.ts';
import { alderForecasts } from './alderForecasts.ts';
import { alderLedger } from './alderLedger.ts';
import { alderHistory, alderWaiting } from './alderRuns.ts';
import { alderRestatement } from './alderVehicles.ts';
import { entities } from './entities.ts';
import { firms } from './firms.ts';
import { correspondence } from './correspondence.ts';
import { demoInvestors } from './investors.ts';
import { by, type Cast, type Firm, type Happening, latest, openFirm, playInOrder } from './firm.ts';
import { expect } from './forecasts.ts';
import { enteredOn, hiring } from './hiring.ts';
import { metricsOfHoldings } from './holdingFacts.ts';
import { holdingMetrics } from './holdingMetrics.ts';
import { enter } from './ledgerRuns.ts';
import { mappings } from './mappings.ts';
import { office } from './office.ts';
import { filing, notes } from './paperwork.ts';
import { marketData } from './marketData.ts';
import { news } from './news.ts';
import { pay } from './pay.ts';
import { payroll } from './payroll.ts';
import { portal } from './portal.ts';
import { enteredTranche, portfolio } from './portfolio.ts';
import { rates } from './rates.ts';
import { realize } from './realizations.ts';
import { distribute } from './runs.ts';
import { datePlan, sharing, trancheSharing, vintageSharing } from './sharing.ts';
import type { Stage } from './stage.ts';
import type { Seeding } from './seeding.ts';
import { statements } from './statements.ts';
import { taxes } from './taxes.ts';
import { vehicleHistories } from './vehicleHistories.ts';
import { vehicleLedgers } from './vehicleLedgers.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Uploads a workbook and imports it if it has no errors. */
function upload(firm: Firm, day: string, path: string): Happening {
  const { operations } = firm;
  return by(firm, day, async (context) => {
    const file = fileOf(basename(path), workbookType, await readFile(path));
    const checked = await operations.upload.uploadFile(context, {
      params: { fileType: 'carry-plan' },
      query: {},
      file,
    });
    if (checked.isErr()) return err(checked.error);
    const { id, status } = checked.value;
    return status === 'FAILED'
      ? ok(undefined)
      : operations.upload.confirmUpload(context, {
          params: { id, fileType: 'carry-plan', confirmed: 'true' },
          body: { warningsConfirmed: true, overwrite: false },
        });
  });
}

/** Returns the date when a tranche and everybody in its own profile exist. */
function sharedFrom(firm: Firm, tranche: string): string {
  const [investment, holder, number] = tranche.split('/');
  const row = firm.plan.tranches.find(
    (each) => each.investment === investment && each.holder === holder && each.number === number,
  );
  const people = firm.plan.allocationProfiles.flatMap(({ container, participant }) =>
    container === tranche
      ? [alderEntities.find(({ code }) => code === participant)?.founded ?? enteredOn(firm, participant)]
      : [],
  );
  return latest(row && enteredTranche(firm, alderPortfolio, row), ...people);
}

/** Saves a report run. */
function storedRun(firm: Firm, day: string): Happening {
  const parameters = [
    { name: 'from', value: '2026-04-01' },
    { name: 'to', value: '2026-06-30' },
  ];
  const description = 'For the file of the second quarter';
  return by(firm, day, (context) =>
    firm.operations.reportRun.runReport(context, { body: { report: 'cashflow', parameters, description } }),
  );
}

/**
 * Plays ten years of the firm in the sample workbook. Its present is the workbook itself, uploaded as a person would.
 */
export async function playAlderRidge(
  stage: Stage,
  { operations, tasks }: Pick<Seeding, 'operations' | 'tasks'>,
  cast: Cast,
  workbook: string,
): Promise<void> {
  const sheets = await readWorkbook(await readFile(workbook));
  if (sheets.isErr()) throw new Error(`demo: ${sheets.error.map(({ detail }) => detail).join('; ')}`);
  const firm = await openFirm({ stage, operations, cast, opened: '2016-01-15' }, sheets.value);
  await playInOrder(stage, [
    ...office(firm, {
      administrator: 'administrator',
      entries: [{ type: 'title', code: 'SENIOR-ADVISOR', description: 'Senior Advisor' }],
      groups: [
        {
          day: '2016-01-18',
          name: 'Carry team',
          roles: [
            { application: 'carry', role: 'editor' },
            { application: 'reporting', role: 'editor' },
          ],
          members: ['accountant'],
        },
        {
          day: '2016-01-18',
          name: 'Investment committee',
          roles: [{ application: 'carry', role: 'viewer' }],
          members: ['priya', 'noah'],
        },
        {
          day: '2017-02-06',
          name: 'Audit of 2016',
          roles: [{ application: 'carry', role: 'viewer' }],
          members: ['viewer'],
          archived: '2017-05-31',
        },
      ],
      users: [
        {
          day: '2016-01-18',
          firstName: 'Martin',
          lastName: 'Keel',
          email: 'martin.keel@alder.example',
          roles: [{ application: 'carry', role: 'editor' }],
          archived: '2019-08-30',
        },
        {
          day: '2022-09-05',
          firstName: 'Ines',
          lastName: 'Carvalho',
          email: 'ines.carvalho@alder.example',
          roles: [{ application: 'carry', role: 'viewer' }],
        },
      ],
    }),
    ...firms(firm, '2016-01-16'),
    ...mappings(firm, '2016-01-18'),
    ...demoInvestors(firm, '2016-02-01'),
    ...hiring(firm, alderPeople),
    ...pay(firm, alderPeople, alderPay),
    ...payroll(firm, alderPayroll),
    ...statements(firm, alderStatements, tasks.statements),
    ...entities(firm, alderEntities),
    ...portfolio(firm, alderPortfolio),
    ...sharing(firm, alderPeople, alderSharing),
    ...vintageSharing(firm, alderPeople, alderPortfolio.vintages),
    ...trancheSharing(firm, alderPeople, (tranche) => sharedFrom(firm, tranche)),
    ...taxes(firm),
    ...rates(firm, 'administrator'),
    ...[...alderHistory, ...alderWaiting].flatMap((run) => [
      ...realize(firm, run, run.state !== 'REJ'),
      ...distribute(firm, run),
    ]),
    ...enter(firm, alderLedger),
    ...expect(firm, alderForecasts),
    ...vehicleLedgers(firm, vehicleHistories(firm.plan), alderRestatement, ['2026-08-10', '2026-08-13', '2026-08-14']),
    holdingMetrics(firm, '2026-08-05', '2026-06-30', metricsOfHoldings(firm.plan, vehicleHistories(firm.plan))),
    news(firm, '2026-08-06', alderPortfolio),
    ...marketData(firm, '2026-08-17'),
    storedRun(firm, '2026-08-18'),
    ...filing(firm, 'documents.alder.example', alderDocuments(firm)),
    ...notes(firm, alderNotes),
    ...correspondence(firm, {
      day: '2026-09-08',
      administrator: 'administrator',
      senderAddress: '120 Federal Street\nBoston, Massachusetts 02110',
      contact: 'Carry administration, carry@alder.example, +1 617 555 0142',
      logo: 4,
      manager: 'ALDER',
      accounts: [
        {
          of: 'E002',
          holderName: 'Noah Okafor',
          bankName: 'First Example Bank',
          bankCode: '021000021',
          accountNumber: '0001234711',
        },
        {
          of: 'E003',
          holderName: 'Priya Raman',
          bankName: 'First Example Bank',
          bankCode: '021000021',
          accountNumber: '0009876201',
        },
        {
          of: 'E001',
          holderName: 'Amelia Hartmann',
          bankName: 'Example Bank Europe',
          bankCode: 'DEUTDEFF500',
          accountNumber: 'DE89370400440532013000',
        },
      ],
    }),
    upload(firm, '2026-09-09', join(dirname(workbook), 'carry-plan-with-errors.xlsx')),
    upload(firm, '2026-09-10', workbook),
    datePlan(firm, '2026-09-10'),
    ...portal(firm, {
      day: '2026-09-11',
      administrator: 'administrator',
      head: 'hrHead',
      users: ['portalTrust', 'portalEntity', 'portalPartner'],
      letters: 'Q2 2026 carry distribution',
    }),
  ]);
}
