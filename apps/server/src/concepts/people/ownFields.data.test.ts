import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { describe, expect, it } from 'vitest';
import { openPeople } from '../../testing/openPeople.ts';

const firm = openPeople({ person: { carry: 'administrator' } });
const { as } = firm;
const { person } = firm.people;

const get = (url: string) => firm.server.call(person.token, firm.tenantId, { method: 'GET', url });

/** Returns the rows of a list's workbook by heading. */
async function rowsOf(url: string) {
  const answer = await get(`${url}?format=excel`);
  const [sheet] = (await readWorkbook(answer.rawPayload))._unsafeUnwrap();
  const [head, ...rows] = sheet!.rows;
  const titles = new Map(head!.cells.map(({ column, text }) => [column, text]));
  return rows.map(({ cells }) => Object.fromEntries(cells.map(({ column, text }) => [titles.get(column), text])));
}

describe('the list and the workbook of', () => {
  it('employees have the fields of an employee [A-C-033] [A-C-053] [E-T-121]', async () => {
    const title = await firm.server.referenceEntry(firm.tenantId, 'title', 'PARTNER');
    const employee = (
      await as(person).saveEmployee({
        body: {
          firstName: 'Zanele',
          lastName: 'Mokoena',
          email: 'zanele@alder.example',
          jobLevel: 7,
          department: 'Buyouts',
          title: { id: title },
          hireDate: '2019-03-01',
          carryEligibleDate: '2020-01-01',
        },
      })
    ).id;
    const own = {
      firstName: 'Zanele',
      lastName: 'Mokoena',
      email: 'zanele@alder.example',
      jobLevel: 7,
      department: 'Buyouts',
      title: { id: title },
      carryEligibleDate: '2020-01-01',
      isCarryEligible: true,
    };
    expect(await as(person).listEmployees({ query: { sortColumn: 'Department' } })).toMatchObject({
      pageData: [own],
    });
    expect(await rowsOf('/api/carry/employee')).toMatchObject([
      { Name: 'Zanele Mokoena', 'E-mail': 'zanele@alder.example', 'Job level': '7', Department: 'Buyouts' },
    ]);
    const comp = await firm.server.person(firm.tenantId, { comp: 'viewer' });
    const inCompensation = await as(comp).getCompEmployee({ params: { id: employee } });
    expect(inCompensation).toMatchObject({ carryEligibleDate: '2020-01-01' });
  });

  it('trusts and entities have their own fields [A-C-014] [A-C-030] [A-C-056] [A-C-074]', async () => {
    const employee = (
      await as(person).saveEmployee({
        body: {
          firstName: 'Ada',
          lastName: 'Lind',
          carryEligibleDate: '2020-01-01',
        },
      })
    ).id;
    const trust = (
      await as(person).saveTrust({
        body: {
          legalName: 'Lind Family Trust',
          employee: { id: employee },
          formationDate: '2018-05-01',
          carryEligibleDate: '2020-01-01',
        },
      })
    ).id;
    await as(person).saveEntity({
      body: {
        name: 'Lind Holding',
        formationDate: '2017-05-01',
        carryEligibleDate: '2020-01-01',
        members: [{ participantId: employee }, { participantId: trust }],
      },
    });
    expect(await as(person).listTrusts()).toMatchObject({
      pageData: [{ legalName: 'Lind Family Trust', employee: { id: employee }, formationDate: '2018-05-01' }],
    });
    expect(await rowsOf('/api/carry/trust')).toMatchObject([
      { 'Legal name': 'Lind Family Trust', Employee: 'Ada Lind' },
    ]);
    expect(await as(person).listEntities({ query: { sortColumn: 'NumberOfMembers' } })).toMatchObject({
      pageData: [{ name: 'Lind Holding', numberOfMembers: 2, formationDate: '2017-05-01' }],
    });
    expect(await rowsOf('/api/carry/participantEntity')).toMatchObject([{ Name: 'Lind Holding', Members: '2' }]);
  });

  it('vesting schedules have a row for each period [A-C-013]', async () => {
    await as(person).saveVestingSchedule({
      body: {
        name: 'Four years',
        details: [
          { periodStart: 0, periodEnd: 24, vestedPercentage: '25.5' },
          { periodStart: 24, periodEnd: null, vestedPercentage: '100' },
        ],
      },
    });
    expect(await rowsOf('/api/carry/vestingschedule')).toMatchObject([
      { Name: 'Four years', 'Period start (months)': '0', 'Period end (months)': '24', 'Vested %': '25.5' },
      { Name: 'Four years', 'Period start (months)': '24', 'Vested %': '100' },
    ]);
  });
});
