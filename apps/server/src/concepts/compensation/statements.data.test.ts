import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { figure, openPayStatementFirm, type Request } from '../../testing/payStatementFirm.ts';
import { refusal } from '../../testing/testClient.ts';
import type { TestPerson } from '../../testing/testServer.ts';

describe('total compensation statements', () => {
  const firm = openPayStatementFirm();
  const { as, currency, idOf, file, draft, release, work } = firm;
  const { head, lead, administrator } = firm.people;
  /** Returns the audit's findings about statements. */
  const found = () =>
    unitOfWork({ pool: firm.server.database.worker, auditKey: firm.server.auditKey })(
      { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
      async (tx) =>
        (await verifyTenant(tx, firm.server.auditKey)).findings.filter(({ location: [kind] }) =>
          ['compensation statement', 'payStatement'].includes(kind ?? ''),
        ),
      { readOnly: true },
    );

  it('is drafted once for other people and for past years, and agrees with profile, report and files', async () => {
    const codeOf = async (person: TestPerson, body: Request) => {
      const { status, errors } = await refusal(as(person).savePayStatement({ body }));
      return [status, errors[0]?.code];
    };
    const ofAda = { employee: { id: idOf('Ada') }, year: 2025 };
    expect(await codeOf(head, { ...ofAda, year: 2026 })).toEqual([422, 'YEAR_NOT_OVER']);
    expect(await codeOf(lead, { ...ofAda, employee: { id: idOf('Lead') } })).toEqual([422, 'OWN_PAY']);
    expect(await codeOf(administrator, ofAda)).toEqual([404, 'NOT_FOUND']);
    const ada = await draft('Ada', { message: 'Thank you.' });
    expect(await codeOf(head, ofAda)).toEqual([409, 'DUPLICATE']);

    const years = await as(head).listEmployeeCompensations({ params: { id: idOf('Ada') } });
    const ofYear = years.pageData.find(({ year }) => String(year) === '2025')!;
    const report = await as(head).reportCompensationSummary({
      query: { employeeId: idOf('Ada'), selectedDate: '2025-12-31' },
    });
    for (const name of ['baseSalary', 'bonus', 'totalCash', 'totalCompensation', 'salaryEarned'] as const) {
      const own = figure(ada, name);
      expect(own, name).toMatch(/^\d/);
      expect([name, own, own]).toEqual([name, ofYear[name], report.pageData[0]![name]]);
    }
    expect([figure(ada, 'awardedFor'), figure(ada, 'paidIn')]).toEqual(['170000.00', '120000.00']);
    const ben = await draft('Ben');
    expect(ben.statement.currencies).toEqual([]);
    const why = await as(head).explainPayStatement({
      params: { id: ada.id },
      query: { currency: 'USD', figure: 'awardedFor' },
    });
    expect([why.result, why.children.length]).toEqual(['170000.00', 5]);
    await as(head).deletePayStatement({ params: { id: ben.id }, query: { rowVersion: ben.rowVersion } });
  });

  it('keeps its figures and its file after the release; a correction supersedes it, and both can be read', async () => {
    const { id, rowVersion } = (await as(head).listPayStatements({ query: { year: 2025 } })).pageData[0]!;
    const params = { id };
    const wordless = as(head).releasePayStatement({ params, body: { rowVersion, wording: ' ' } });
    expect(await refusal(wordless)).toMatchObject({ status: 400, errors: [{ path: 'Wording' }] });
    // Of two concurrent releases, one succeeds and the other reports that somebody else was first.
    const attempts = [1, 2].map(() => as(head).releasePayStatement({ params, body: { rowVersion } }));
    const outcomes = await Promise.allSettled(attempts);
    const rejected = outcomes.findIndex(({ status }) => status === 'rejected');
    const refused = await refusal(attempts[rejected]!);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused)).toMatch(/Released|just released this statement/);
    const first = await attempts[1 - rejected]!;
    const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const print = async () => sha((await as(head).printPayStatement({ params })).bytes);
    expect([first.status?.code, await print()]).toEqual(['REL', first.pdfSha256]);
    const again = { rowVersion: first.rowVersion };
    const refusals = await Promise.all(
      [
        as(head).releasePayStatement({ params, body: again }),
        as(head).savePayStatement({ body: { id, ...again, employee: { id: idOf('Ada') }, year: 2025 } }),
        as(head).deletePayStatement({ params }),
      ].map(refusal),
    );
    expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409]);

    await as(head).saveSalary({
      body: {
        employee: { id: idOf('Ada') },
        effectiveDate: '2025-07-01',
        amount: '11000.00',
        currency,
        frequency: { code: 'MONTHLY' },
        ftePercent: '100',
      },
    });
    expect(figure(await as(head).getPayStatement({ params: { id } }), 'baseSalary')).toBe('120000.00');
    const second = await release(await draft('Ada', { message: 'Corrected: the raise of July.' }));
    expect([figure(second, 'baseSalary'), second.supersedes?.id]).toEqual(['132000.00', id]);
    const before = await as(head).getPayStatement({ params: { id } });
    expect([before.status?.code, before.supersededBy?.id, figure(before, 'baseSalary')]).toEqual([
      'SUP',
      second.id,
      '120000.00',
    ]);
    expect(await print()).toBe(first.pdfSha256);
    const { body: csv } = await file(head, 'figures?Year=2025&format=csv');
    expect(csv).toContain(figure(second, 'totalCompensation'));
    expect(csv).not.toContain(figure(before, 'totalCompensation'));
  });

  it('is visible according to pay access, but never one’s own, and each read is logged', async () => {
    const namesFor = async (person: TestPerson) =>
      (await as(person).listPayStatementsOfYear({ query: { year: 2025 } })).pageData.map(({ name }) => name);
    expect(await namesFor(head)).toEqual(['Ada Test', 'Ben Test', 'Lead Test']);
    expect(await namesFor(lead)).toEqual(['Ada Test', 'Ben Test']);
    expect(await namesFor(administrator)).toEqual([]);
    const { id } = await draft('Lead');
    for (const read of [as(lead).getPayStatement, as(lead).printPayStatement])
      expect((await refusal(read({ params: { id } }))).status).toBe(404);
    const context = { tenantId: firm.tenantId, personId: administrator.personId, now: firm.server.now.toISOString() };
    const counts = await firm.server.withTenant(context, (tx) =>
      tx.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pay_statement UNION ALL SELECT count(*)::int FROM pay_statement_release
         UNION ALL SELECT count(*)::int FROM activity WHERE object_type = 'payStatement'`,
      ),
    );
    expect(counts.map(({ n }) => n)).toEqual([0, 0, 0]);
    const reads = await as(head).listPayReads({ query: { pageSize: 100 } });
    expect(reads.pageData.find(({ operation }) => operation === 'printPayStatement')?.employees).toBe('Ada Test');
  });

  it('is drafted and released for many employees in the background, and downloaded as a zip', async () => {
    // In a year before anybody was hired, there is nothing to draft or release.
    const early = as(head).startPayStatements({ body: { act: 'draft', year: 1900 } });
    expect(await refusal(early)).toMatchObject({ status: 422, errors: [{ code: 'NO_RECIPIENTS', path: 'Year' }] });
    expect(await work('draft')).toMatchObject({ status: 'DONE', remarks: [] });
    expect((await work('draft')).remarks).toEqual([
      expect.stringMatching(/^Everyone already has a statement for this year/),
    ]);
    const unknown = as(head).getPayStatement({ params: { id: '00000000-0000-4000-8000-000000000000' } });
    expect(await refusal(unknown)).toMatchObject({
      status: 404,
      message: expect.stringContaining('There is no such compensation statement.'),
    });
    const drafts = await as(head).getPayStatementDrafts({ query: { year: 2025 } });
    // The preview of a release lists the employees and the sums per currency. Ben has none in any currency.
    expect(drafts.people.map(({ name }) => name)).toEqual(['Ben Test', 'Lead Test']);
    expect(drafts.sums).toEqual([
      { currency: 'USD', statements: 1, awardedFor: '120000.00', paidIn: '120000.00', deferredFromLedger: 0 },
    ]);
    expect((await as(administrator).getPayStatementDrafts({ query: { year: 2025 } })).people).toEqual([]);
    const wording = 'I have read my statement.';
    expect(await work('release', { wording })).toMatchObject({ status: 'DONE', remarks: [] });
    expect(await work('release')).toMatchObject({ remarks: ['There are no drafts for this year to release.'] });
    const { pageData } = await as(head).listPayStatementsOfYear({ query: { year: 2025, state: 'REL' } });
    expect(await as(head).getPayStatement({ params: { id: pageData[1]!.statementId! } })).toMatchObject({
      delivery: { wording },
    });
    expect(pageData.map(({ name }) => name)).toEqual(['Ada Test', 'Ben Test', 'Lead Test']);
    const zip = await file(head, 'pdf?Year=2025');
    expect(zip.rawPayload.toString('latin1').split('PK\u0001\u0002')).toHaveLength(4);
  });

  it('counts a paid tranche once: from the ledger until payroll has a row for deferred pay', async () => {
    for (const code of ['BASE', 'DEF'])
      await firm.server.referenceEntry(firm.tenantId, 'pay-type', code, code === 'BASE' ? 'SALARY' : 'DEFERRED');
    await as(head).grantDeferredAward({
      body: {
        employee: { id: idOf('Ben') },
        grantDate: '2024-03-01',
        amount: '9000.00',
        currency,
        tranches: [{ vestDate: '2025-03-01', payDate: '2025-03-15', percent: '100' }],
      },
    });
    await as(head).enterDueDeferred({ body: { until: '2025-12-31', employeeId: idOf('Ben') } });
    const payroll = async (month: string, type: string, amount: string) => {
      const days = `2025-${month}-01,2025-${month}-28,2025-${month}-28`;
      const rows = `Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\nBen Test,Payday,${days},${type},${amount},USD\n`;
      const file = new File([rows], `${month}.csv`, { type: 'text/csv' });
      const { id, errors } = await as(head).uploadFile({ params: { fileType: 'payroll-actuals' }, file });
      expect(errors).toEqual([]);
      const confirmed = { warningsConfirmed: true };
      await as(head).confirmUpload({ params: { id, fileType: 'payroll-actuals', confirmed: 'true' }, body: confirmed });
    };
    const { id } = await draft('Ben');
    const paid = async () => {
      const statement = await as(head).getPayStatement({ params: { id } });
      const [own] = statement.statement.currencies;
      return [figure(statement, 'paidIn'), own?.paidFrom.own];
    };
    await payroll('03', 'BASE', '5000.00');
    expect(await paid()).toEqual(['14000.00', { cash: 'PAYROLL', deferred: 'LEDGER' }]);
    await payroll('04', 'DEF', '9000.00');
    expect(await paid()).toEqual(['14000.00', { cash: 'PAYROLL', deferred: 'PAYROLL' }]);
  });

  it('is recomputed by the audit, which reports a changed figure and a changed input only', async () => {
    expect(await found()).toEqual([]);
    const superuser = new pg.Client({ connectionString: firm.server.database.url });
    await superuser.connect();
    const set = (assignments: string) =>
      superuser.query(
        `UPDATE pay_statement_release SET ${assignments} WHERE employee_id = $1 AND supersedes_id IS NOT NULL`,
        [idOf('Ada')],
      );
    const path = `'{currencies,0,figures,0,amount}'`;
    try {
      await set(`figures = jsonb_set(figures, ${path}, '"999999.00"')`);
      expect(await found()).toContainEqual({
        part: 'statements',
        location: ['compensation statement', 'Ada Test 2025'],
        description: 'Base salary in USD',
        stored: '999999.00',
        computed: '132000.00',
      });
      await set(`figures = jsonb_set(figures, ${path}, '"132000.00"')`);
      expect(await found()).toEqual([]);
      await set(`engine_version = '0'`);
      expect((await found()).map(({ description: subject }) => subject)).toContain(
        'can’t be recomputed from its stored input: rule version 0 doesn’t exist',
      );
      await set(`engine_version = (SELECT max(engine_version) FROM pay_statement_release), inputs = '{}'`);
      expect((await found()).map(({ description: subject }) => subject)).toContain(
        'can’t be recomputed, because its stored input isn’t readable. Somebody may have changed it in the database',
      );
    } finally {
      await superuser.end();
    }
  });
});
