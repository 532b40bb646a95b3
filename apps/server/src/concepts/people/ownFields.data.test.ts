import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let tenantId: string;
let token: string;

const get = (url: string) => server.call(token, tenantId, { method: 'GET', url });
const create = async (url: string, payload: object) => {
  const answer = await server.call(token, tenantId, { method: 'POST', url, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ Id: string }>().Id;
};
/** Returns the rows of a list's workbook by heading. */
async function rowsOf(url: string) {
  const separator = url.includes('?') ? '&' : '?';
  const answer = await get(`${url}${separator}format=excel`);
  const [sheet] = (await readWorkbook(answer.rawPayload))._unsafeUnwrap();
  const [head, ...rows] = sheet!.rows;
  const titles = new Map(head!.cells.map(({ column, text }) => [column, text]));
  return rows.map(({ cells }) => Object.fromEntries(cells.map(({ column, text }) => [titles.get(column), text])));
}

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  token = (await server.person(tenantId, { carry: 'administrator' })).token;
});
afterAll(() => server.stop());

describe('the list and the workbook of', () => {
  it('employees have what an employee has [A-C-033] [A-C-053] [E-T-121]', async () => {
    const title = await server.referenceEntry(tenantId, 'title', 'PARTNER');
    const employee = await create('/api/carry/employee', {
      FirstName: 'Zanele',
      LastName: 'Mokoena',
      Email: 'zanele@alder.example',
      JobLevel: 7,
      Department: 'Buyouts',
      Title: { Id: title },
      HireDate: '2019-03-01',
      CarryEligibleDate: '2020-01-01',
    });
    const own = {
      FirstName: 'Zanele',
      LastName: 'Mokoena',
      Email: 'zanele@alder.example',
      JobLevel: 7,
      Department: 'Buyouts',
      Title: { Id: title },
      CarryEligibleDate: '2020-01-01',
      IsCarryEligible: true,
    };
    expect((await get('/api/carry/employee?SortColumn=Department')).json()).toMatchObject({ PageData: [own] });
    expect(await rowsOf('/api/carry/employee')).toMatchObject([
      { Name: 'Zanele Mokoena', 'E-mail': 'zanele@alder.example', 'Job level': '7', Department: 'Buyouts' },
    ]);
    const comp = await server.person(tenantId, { comp: 'viewer' });
    const inCompensation = await server.call(comp.token, tenantId, {
      method: 'GET',
      url: `/api/comp/employee/${employee}`,
    });
    expect(inCompensation.json()).toMatchObject({ CarryEligibleDate: '2020-01-01' });
  });

  it('trusts and entities have what they have [A-C-014] [A-C-030] [A-C-056] [A-C-074]', async () => {
    const employee = await create('/api/carry/employee', {
      FirstName: 'Ada',
      LastName: 'Lind',
      CarryEligibleDate: '2020-01-01',
    });
    const trust = await create('/api/carry/trust', {
      LegalName: 'Lind Family Trust',
      Employee: { Id: employee },
      FormationDate: '2018-05-01',
      CarryEligibleDate: '2020-01-01',
    });
    await create('/api/carry/participantEntity', {
      Name: 'Lind Holding',
      FormationDate: '2017-05-01',
      CarryEligibleDate: '2020-01-01',
      Members: [{ ParticipantId: employee }, { ParticipantId: trust }],
    });
    expect((await get('/api/carry/trust')).json()).toMatchObject({
      PageData: [{ LegalName: 'Lind Family Trust', Employee: { Id: employee }, FormationDate: '2018-05-01' }],
    });
    expect(await rowsOf('/api/carry/trust')).toMatchObject([
      { 'Legal name': 'Lind Family Trust', Employee: 'Ada Lind' },
    ]);
    expect((await get('/api/carry/participantEntity?SortColumn=NumberOfMembers')).json()).toMatchObject({
      PageData: [{ Name: 'Lind Holding', NumberOfMembers: 2, FormationDate: '2017-05-01' }],
    });
    expect(await rowsOf('/api/carry/participantEntity')).toMatchObject([{ Name: 'Lind Holding', Members: '2' }]);
  });

  it('vesting schedules have a row for each period [A-C-013]', async () => {
    await create('/api/carry/vestingschedule', {
      Name: 'Four years',
      Details: [
        { PeriodStart: 0, PeriodEnd: 24, VestedPercentage: '25.5' },
        { PeriodStart: 24, PeriodEnd: null, VestedPercentage: '100' },
      ],
    });
    expect(await rowsOf('/api/carry/vestingschedule')).toMatchObject([
      { Name: 'Four years', 'Period start (months)': '0', 'Period end (months)': '24', 'Vested %': '25.5' },
      { Name: 'Four years', 'Period start (months)': '24', 'Vested %': '100' },
    ]);
  });
});
