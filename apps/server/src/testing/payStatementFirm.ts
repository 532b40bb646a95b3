import { beforeAll } from 'vitest';
import { grantPayAccess } from './grantPayAccess.ts';
import { openPeople } from './openPeople.ts';
import type { AnswerOf, BodyOf } from './testClient.ts';
import type { TestPerson } from './testServer.ts';

export type Statement = AnswerOf<'getPayStatement'>;
export type Request = BodyOf<'savePayStatement'>;
type Batch = BodyOf<'startPayStatements'>;

/** Returns the first currency's amount of a figure. */
export const figure = ({ statement: { currencies } }: Statement, name: string) =>
  currencies[0]?.figures.find(({ figure: key }) => key === name)?.amount;

/**
 * Creates a firm before the tests of a file, and stops its server after them. It has three employees, of whom Lead
 * manages the others, and pay for a statement of 2025. Its functions and people can be destructured.
 */
export function openPayStatementFirm() {
  const firm = openPeople({
    head: { comp: 'administrator' },
    lead: { comp: 'editor' },
    administrator: { comp: 'administrator', carry: 'administrator' },
    /** A portal user linked to Ada. */
    reader: { 'participant-portal': 'viewer' },
  });
  const { as, people } = firm;
  const { head, lead, reader } = people;
  const currency = { id: '' };
  const employees = new Map<string, string>();
  const idOf = (name: string) => employees.get(name) ?? '';

  beforeAll(async () => {
    const { server, tenantId } = firm;
    currency.id = await server.referenceEntry(tenantId, 'currency', 'USD');
    const bonus = await server.referenceEntry(tenantId, 'pay-type', 'BONUS', 'BONUS');
    await grantPayAccess(server, tenantId, head, 'ALL');
    await grantPayAccess(server, tenantId, lead, 'REPORTS');
    for (const [firstName, more] of [
      ['Lead', { user: { id: lead.personId } }],
      ['Ada', { user: { id: reader.personId } }],
      ['Ben', {}],
    ] as const) {
      const manager = firstName === 'Lead' ? {} : { manager: { id: idOf('Lead') } };
      const hired = { firstName, lastName: 'Test', hireDate: '2020-01-01', isPayRestricted: false };
      const { id } = await as(head).saveCompEmployee({ body: { ...hired, ...manager, ...more } });
      employees.set(firstName, id);
    }
    for (const name of ['Lead', 'Ada'])
      await as(head).saveSalary({
        body: {
          employee: { id: idOf(name) },
          effectiveDate: '2024-01-01',
          amount: '10000.00',
          frequency: { code: 'MONTHLY' },
          ftePercent: '100',
          currency,
        },
      });
    await as(head).saveAward({
      body: {
        employee: { id: idOf('Ada') },
        performanceYear: 2025,
        payType: { id: bonus },
        amount: '50000.00',
        awardDate: '2026-02-15',
        currency,
      },
    });
  });

  const file = (person: TestPerson, path: string) =>
    firm.server.call(person.token, firm.tenantId, { method: 'GET', url: `/api/comp/statement/${path}` });
  const draft = (name: string, more: Partial<Request> = {}) =>
    as(head).savePayStatement({ body: { employee: { id: idOf(name) }, year: 2025, ...more } });
  const release = ({ id, rowVersion }: Pick<Statement, 'id' | 'rowVersion'>) =>
    as(head).releasePayStatement({ params: { id }, body: { rowVersion } });
  /** Drafts or releases the statements of many employees in a background job. */
  const work = async (act: Batch['act'], more: Partial<Batch> = {}) => {
    const { id } = await as(head).startPayStatements({ body: { act, year: 2025, ...more } });
    for (;;) {
      const task = await as(head).getTask({ params: { id } });
      if (!['WAITING', 'RUNNING'].includes(task.status)) return task;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return Object.assign(firm, { currency, idOf, file, draft, release, work });
}
