import { grantPayAccess } from './grantPayAccess.ts';
import { openFirm } from './openFirm.ts';
import type { BodyOf } from './testClient.ts';
import { type TestPerson, TestServer } from './testServer.ts';
import { uploadClient } from './uploads.ts';

export const payrollColumns = 'Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\n';
export const payrollLine = (employee: string, amount: string, type = 'Salary') =>
  `${employee},Payday,2026-01-01,2026-01-31,2026-01-30,${type},${amount},USD\n`;

async function startPayFirm() {
  const server = await TestServer.start();
  const tenantId = await server.tenant();
  /** A person who sees everybody's pay except her own, and is on the payroll. */
  const head = await server.person(tenantId, { comp: 'administrator' });
  const other = await server.person(tenantId, { comp: 'administrator' });
  /** A person without access to pay. */
  const blind = await server.person(tenantId, { comp: 'administrator' });
  await server.referenceEntry(tenantId, 'currency', 'USD');
  await server.referenceEntry(tenantId, 'pay-type', 'SALARY');
  await grantPayAccess(server, tenantId, head, 'ALL');
  await grantPayAccess(server, tenantId, other, 'ALL');
  const employee = (by: TestPerson, more: Partial<BodyOf<'saveCompEmployee'>>) =>
    server.as(by).saveCompEmployee({
      body: { firstName: 'Pia', lastName: 'Pay', hireDate: '2020-01-01', isPayRestricted: false, ...more },
    });
  await employee(head, { code: 'E-1', email: 'pia@firm.example' });
  await employee(head, { code: 'E-2', firstName: 'Max' });
  await employee(other, { code: 'E-3', firstName: 'Ada', lastName: 'Head', user: { id: head.personId } });
  return { server, tenantId, head, other, blind, files: uploadClient(server, tenantId, head) };
}

/**
 * Creates a firm with pay before the tests of a file, and stops its server after them. Its functions can be
 * destructured. Its values exist only while tests run.
 */
export function openPayFirm() {
  const firm = openFirm(startPayFirm, ['tenantId', 'head', 'other', 'blind', 'files']);
  const { as } = firm;
  /** Returns the payments that a person sees. */
  const paid = async (person = firm.head) => {
    const body = await as(person).listPayroll();
    return body.pageData.map(({ name, amount }) => `${name} ${amount}`).toSorted();
  };
  /** Undoes an upload without the preview. */
  const undo = (id: string) => as(firm.head).undoUpload({ params: { id }, body: { reason: 'Wrong file' } });
  return Object.assign(firm, { paid, undo });
}
