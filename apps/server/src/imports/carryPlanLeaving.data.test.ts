import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPayAccess } from '../testing/grantPayAccess.ts';
import { refusal } from '../testing/testClient.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';
import { uploadClient } from '../testing/uploads.ts';

const headings = ['Code', 'Type', 'Name', 'Hire Date', 'Termination Date', 'Status'];

async function workbook(terminationDate: string | null, status: string): Promise<Uint8Array<ArrayBuffer>> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Participants');
  sheet.addRow(headings);
  sheet.addRow(['E2', 'Employee', 'Noah Okafor', '2020-01-01', terminationDate, status]);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

describe('a leaving', { sequential: true }, () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let head: TestPerson;
  let withoutPay: TestPerson;
  let params: { id: string };
  let files: ReturnType<typeof uploadClient>;

  const check = async (terminationDate: string | null, status: string, by = head) =>
    files.checked('carry-plan', await workbook(terminationDate, status), { name: 'plan.xlsx', as: by });
  const imported = async (terminationDate: string) => {
    const { id, errors, warnings } = await check(terminationDate, 'Terminated');
    expect(errors).toEqual([]);
    await files.confirm('carry-plan', id, { warningsConfirmed: true });
    return warnings;
  };
  const employee = () => as(head).getCompEmployee({ params });
  const steps = async () =>
    (await as(head).getEmployee({ params })).employment.map(({ kind, eventDate, reason, isCorrected }) =>
      [kind, eventDate, reason, ...(isCorrected ? ['corrected later'] : [])].join(', '),
    );

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    const roles = { carry: 'administrator', comp: 'administrator' } as const;
    head = await server.person(tenantId, roles);
    withoutPay = await server.person(tenantId, roles);
    await grantPayAccess(server, tenantId, head, 'ALL');
    files = uploadClient(server, tenantId, head);
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    const name = { firstName: 'Noah', lastName: 'Okafor', code: 'E2' };
    const body = { ...name, hireDate: '2020-01-01', isPayRestricted: false };
    const { id } = await as(head).saveCompEmployee({ body });
    params = { id };
    const tranches = [{ vestDate: '2028-03-01', percent: '100', payDate: '2028-03-15' }];
    const grant = { grantDate: '2025-03-01', amount: '900.00', currency: { id: usd }, tranches };
    await as(head).grantDeferredAward({ body: { ...grant, employee: { id } } });
  });
  afterAll(() => server.stop());

  it('by an import is a step of the employment, and has no leaver type of an earlier one', async () => {
    const { rowVersion } = await employee();
    const leave = { terminationReason: 'Retired', terminationDate: '2024-12-31', leaverKind: 'GOOD' } as const;
    await as(head).terminateCompEmployee({ params, body: { rowVersion, ...leave, warningsConfirmed: true } });
    expect((await employee()).leaverKind).toBe('Good leaver');
    await as(head).rehireEmployee({ params, body: { rehireReason: 'Back', rehireDate: '2025-02-01' } });
    expect(await imported('2026-05-31')).toEqual(['E2 Noah Okafor: The employment ends on 05/31/2026.']);
    expect(await employee()).toMatchObject({ status: { code: 'TERMINATED' }, leaverKind: null });
    expect(await steps()).toEqual([
      'HIRED, 2020-01-01, ',
      'TERMINATED, 2024-12-31, Retired',
      'REHIRED, 2025-02-01, Back',
      'TERMINATED, 2026-05-31, Import of a carry plan',
    ]);
  });

  it('has no leaver type after a rehire and a termination without one', async () => {
    const { rowVersion } = await employee();
    const correction = { terminationReason: 'Resigned', terminationDate: '2026-05-31', leaverKind: 'BAD' } as const;
    await as(head).correctCompLeaving({ params, body: { rowVersion, ...correction } });
    await as(head).rehireEmployee({ params, body: { rehireReason: 'Back', rehireDate: '2026-06-01' } });
    await as(head).terminateEmployee({
      params,
      body: { terminationReason: 'Left', terminationDate: '2026-07-31' },
    });
    expect((await employee()).leaverKind).toBeNull();
  });

  it('is corrected by an import as by the call, with the earlier version in the history', async () => {
    expect(await imported('2026-06-30')).toEqual([
      'E2 Noah Okafor: The last day of employment changes from 07/31/2026 to 06/30/2026.',
    ]);
    expect((await steps()).slice(-2)).toEqual([
      'TERMINATED, 2026-06-30, Left',
      'TERMINATED, 2026-07-31, Left, corrected later',
    ]);
  });

  it('stays with a planned rehire after an import of an earlier workbook', async () => {
    const rehire = { rehireReason: 'Back', rehireDate: '2026-12-15' };
    await as(head).rehireEmployee({ params, body: rehire });
    const earlier = await check('2026-06-30', 'Terminated');
    expect(earlier).toMatchObject({
      errors: [],
      warnings: [],
      notes: ['E2 Noah Okafor returns on 12/15/2026. The plan doesn’t change that.'],
    });
    await files.confirm('carry-plan', earlier.id, { warningsConfirmed: false });
    expect((await employee()).rehireDate).toBe(rehire.rehireDate);
    expect((await check('2026-05-31', 'Terminated')).errors).toMatchObject([
      {
        column: 'Termination Date',
        reason: expect.stringContaining('returns on 12/15/2026, and an import can’t undo'),
      },
    ]);
    expect((await check(null, 'Active')).errors).toEqual([]);
    const reversal = { terminationReason: 'Not back', terminationDate: '2026-06-30' };
    await as(head).terminateEmployee({ params, body: reversal });
  });

  it('is not undone by an empty cell of an import', async () => {
    const { errors } = await check(null, 'Active');
    expect(errors).toMatchObject([{ row: 2, column: 'Status', reason: expect.stringContaining('use Rehire') }]);
    expect((await employee()).terminationDate).toBe('2026-06-30');
  });

  it('can’t be moved away from pay that the author can’t see, which the refusal doesn’t describe', async () => {
    await as(head).settleLeaver({
      body: { employeeId: params.id, on: '2026-06-30', treatment: 'FORFEIT', reason: 'Left' },
    });
    const correct = (by: TestPerson, terminationDate: string) =>
      as(by).correctEmployeeLeaving({ params, body: { terminationReason: 'Left', terminationDate } });
    const hidden =
      'The last day of employment was used by: compensation records that you can’t see. Reverse these first, or leave the day unchanged.';
    expect((await refusal(correct(withoutPay, '2026-06-15'))).errors).toMatchObject([
      { code: 'BUILT_UPON', message: hidden },
    ]);
    const { errors } = await check('2026-06-15', 'Terminated', withoutPay);
    expect(errors.map(({ column, reason }) => [column, reason])).toEqual([['Termination Date', hidden]]);
    expect((await refusal(correct(head, '2026-06-15'))).errors).toMatchObject([
      { message: expect.stringContaining('deferred award forfeited on 06/30/2026') },
    ]);
  });

  it('can be moved to the day of its settlement', async () => {
    // As a correction by somebody without pay access left it before such entries counted for everybody.
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
      const before = [params.id, '2026-06-10', '2026-06-30'];
      await tx.query('UPDATE employment_event SET event_date = $2 WHERE employee_id = $1 AND event_date = $3', before);
      await tx.query('UPDATE participant SET termination_date = $2 WHERE id = $1 AND termination_date = $3', before);
    });
    const body = { terminationReason: 'Left', terminationDate: '2026-06-30' };
    const corrected = await as(head).correctEmployeeLeaving({ params, body });
    expect(corrected.terminationDate).toBe('2026-06-30');
  });
});
