import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openPayFirm, payrollColumns, payrollLine } from '../testing/payFirm.ts';
import { refusal, responseStatus } from '../testing/testClient.ts';
import { counts, faults, uploadClient } from '../testing/uploads.ts';

const firm = openPayFirm();
const { as, paid, undo } = firm;

const TYPE = 'payroll-actuals';
const states = async () => {
  const body = await as(firm.head).listPayrollFiles();
  return body.pageData.map(({ state, rows }) => `${state} ${rows}`).toSorted();
};

describe('a file of payroll', () => {
  it('reports every bad row with its field and reason, and imports nothing', async () => {
    const bad = [
      payrollLine('Nobody', '1.00'),
      payrollLine('E-1', '1.005'),
      payrollLine('E-1', '"1.234,56"'),
      payrollLine('E-3', '1.00'),
      'E-1,Payday,31/01/2026,45688,2026-01-30,Gift,1.00,XXX\n',
      'E-1,Payday,2026-01-31,2026-01-01,2026-01-30,Salary,1.00,USD\n',
    ];
    const report = await firm.files.checked(TYPE, payrollColumns + bad.join(''));
    expect(faults(report)).toEqual([
      [2, 'Employee', "There is no employee 'Nobody'."],
      [3, 'Amount', "'1.005' has more than 2 decimals."],
      [
        4,
        'Amount',
        "'1.234,56' is written with a decimal comma (1.234,56), but the file is read with a decimal point (1,234.56).",
      ],
      [5, 'Employee', 'You can’t edit your own pay.'],
      [6, 'Period start', "'31/01/2026' is a date as day/month/year, but the file is read as month/day/year."],
      [6, 'Period end', expect.stringContaining("'45688' may be an Excel serial number")],
      [6, 'Pay type', "There is no pay type 'Gift'."],
      [6, 'Currency', "There is no currency 'XXX'."],
      [7, 'Period end', 'The period can’t end before it starts.'],
    ]);
    expect(await paid()).toEqual([]);
  });

  it('displays its payments and duplicates before confirmation', async () => {
    const twice =
      payrollColumns + payrollLine('E-1', '10000.10') + payrollLine('E-1', '10000.10') + payrollLine('E-1', '-0.20');
    const report = await firm.files.checked(TYPE, twice);
    expect(report.sums).toEqual([{ kind: 'SALARY', currency: 'USD', amount: '20000.00', rows: 3, people: 1 }]);
    expect(report.notes).toEqual([
      'The file pays 1 person.',
      'Identical rows: 3 (same as row 2). Each one is paid. If that isn’t right, remove the duplicates from the file.',
    ]);
    expect(await paid()).toEqual([]);
  });

  it('is stored, changes nothing when repeated, and can be corrected, overwritten and undone [U-T-056]', async () => {
    const first = payrollColumns + payrollLine('E-1', '"10,000.00"') + payrollLine('max pay', '8000');
    expect(counts(await firm.files.imported(TYPE, first))).toEqual([2, 0, 0]);
    expect(counts(await firm.files.imported(TYPE, first))).toEqual([0, 0, 2]);
    expect(await states()).toEqual(['In force 2']);
    const corrected = await firm.files.checked(TYPE, payrollColumns + payrollLine('pia@firm.example', '10500.00'));
    expect([corrected.conflict, corrected.changes]).toMatchObject([
      { changed: 1, missing: 1 },
      [{ record: 'Pia Pay 01/30/2026', field: 'Amount', before: '10,000.00', after: '10,500.00' }],
    ]);
    await firm.files.confirm(TYPE, corrected.id);
    expect(await paid()).toEqual(['Max Pay 8000.00', 'Pia Pay 10500.00']);
    expect((await as(firm.head).checkUndo({ params: { id: corrected.id } })).notes[0]).toBe(
      'Payday, 01/01/2026 to 01/31/2026: 1 payment of this file: removed.',
    );
    expect(await states()).toEqual(['In force 1', 'Superseded 2']);
    const over = await firm.files.imported(TYPE, payrollColumns + payrollLine('E-1', '10500.00'), { overwrite: true });
    expect(await paid()).toEqual(['Pia Pay 10500.00']);
    const early = await refusal(firm.files.undo(corrected.id, 'x'));
    expect(early.errors).toMatchObject([
      {
        code: 'BUILT_UPON',
        message: expect.stringMatching(
          /^Payday, period ending 01\/31\/2026: a later file, .+\.csv, has replaced it\. Undo that one first\.$/,
        ),
      },
    ]);
    expect((await as(firm.head).checkUndo({ params: { id: over.id } })).notes).toEqual([
      'Payday, 01/01/2026 to 01/31/2026: 1 payment of this file: removed.',
      expect.stringMatching(/^Payday, 01\/01\/2026 to 01\/31\/2026: the payments of .+\.csv are in force again\.$/),
    ]);
    const undone = await firm.files.undo(over.id, 'Wrong file');
    expect([undone.status, await paid()]).toEqual(['UNDONE', ['Max Pay 8000.00', 'Pia Pay 10500.00']]);
    expect(await states()).toEqual(['In force 1', 'Superseded 2', 'Undone 1']);
  });

  it('is named by the audit with employee, pay type and date if a payment is changed', async () => {
    const admin = new pg.Client({ connectionString: firm.server.database.adminUrl });
    await admin.connect();
    const change = (by: number) =>
      admin.query(
        `UPDATE payroll_row SET amount = amount + $2 WHERE tenant_id = $1 AND amount = $3
           AND payroll_file_id IN (SELECT id FROM payroll_file WHERE superseded_by IS NULL AND NOT is_undone)`,
        [firm.tenantId, by, by > 0 ? '10500.00' : '10501.00'],
      );
    await change(1);
    const { findings } = await unitOfWork({ pool: firm.server.database.worker, auditKey: firm.server.auditKey })(
      { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
      (tx) => verifyTenant(tx, firm.server.auditKey),
      { readOnly: true },
    );
    await change(-1);
    await admin.end();
    expect(findings.filter(({ location }) => location[0] === 'payroll file')).toEqual([
      {
        part: 'records',
        location: ['payroll file', expect.any(String), 'Pia Pay', 'SALARY', '2026-01-30', expect.any(String)],
        description: 'amount in payroll payment',
        was: '10500.00',
        is: '10501.00',
      },
    ]);
  });

  it('lists the earlier payments that it removes, and counts as missing only those that stay', async () => {
    await firm.server.referenceEntry(firm.tenantId, 'currency', 'EUR');
    const row = (employee: string, amount: string, currency: string) =>
      `${employee},Payday,2026-09-01,2026-09-30,2026-09-30,Salary,${amount},${currency}\n`;
    const stored = await firm.files.imported(
      TYPE,
      payrollColumns + row('E-1', '9500.00', 'EUR') + row('E-2', '8000.00', 'USD'),
    );
    const corrected = await firm.files.checked(TYPE, payrollColumns + row('E-1', '16800.00', 'USD'));
    expect(corrected).toMatchObject({
      conflict: { changed: 1, missing: 1 },
      changes: [
        {
          kind: 'Removed payroll rows',
          record: 'Pia Pay, SALARY, 09/01/2026 to 09/30/2026, paid 09/30/2026',
          field: 'Amount (EUR)',
          before: '9,500.00',
          after: null,
        },
      ],
      warnings: [
        'Earlier payments that this file removes: Pia Pay (SALARY, 09/01/2026 to 09/30/2026, EUR 9,500.00). To keep one, add its row to the file.',
      ],
    });
    expect(corrected.notes).toContain(
      'Earlier payments that only Overwrite removes: Max Pay (SALARY, 09/01/2026 to 09/30/2026, USD 8,000.00).',
    );
    await undo(stored.id);
  });

  it('is deleted and recovered, and its entries stay', async () => {
    const body = await as(firm.head).listUploads({ params: { applicationId: 'comp' } });
    const [last] = body.pageData;
    await as(firm.head).deleteUpload({ params: { id: last!.id } });
    expect(await responseStatus(as(firm.head).getUpload({ params: { id: last!.id } }))).toBe(404);
    await as(firm.head).recoverUpload({ params: { fileType: TYPE, applicationId: 'comp' }, body: { id: last?.id } });
    await as(firm.head).getUpload({ params: { id: last!.id } });
    expect(await paid()).toEqual(['Max Pay 8000.00', 'Pia Pay 10500.00']);
  });

  it('can’t be listed, read or uploaded without access to everyone’s pay, and nobody can import their own row', async () => {
    const sent = await refusal(
      firm.files.checked(TYPE, payrollColumns + payrollLine('E-1', '1.00'), { as: firm.blind }),
    );
    expect([sent.status, sent.errors]).toMatchObject([403, [{ code: 'PAY_ACCESS_NOT_YOURS', path: 'File' }]]);
    expect(await paid(firm.blind)).toEqual([]);
    const history = await as(firm.blind).listUploads({ params: { applicationId: 'comp' } });
    expect(history.pageData).toEqual([]);
    const activity = await firm.server.withTenant(
      { tenantId: firm.tenantId, personId: firm.blind.personId, now: firm.server.now.toISOString() },
      (tx) => tx.query(`SELECT 1 FROM activity WHERE object_type IN ('payrollFile', 'upload')`),
    );
    expect(activity).toEqual([]);
    // Another person imports a file with the head's row, so the head can't correct it afterwards.
    const theirs = uploadClient(firm.server, firm.tenantId, firm.other);
    await theirs.imported(TYPE, payrollColumns + payrollLine('E-1', '10500.00') + payrollLine('E-3', '20000.00'), {
      overwrite: true,
    });
    expect(await paid()).toEqual(['Pia Pay 10500.00']);
    const blocked = await firm.files.checked(TYPE, payrollColumns + payrollLine('E-1', '1.00'));
    expect(faults(blocked)).toEqual([[2, 'Employee', expect.stringContaining('contains pay that you can’t see')]]);
  });

  it('leaves one row in the log of reads each time that it is looked at, as other files do not', async () => {
    const reads = async () =>
      (
        await firm.server.database.worker.query<{ operation: string; isExport: boolean; number: number | null }>(
          'SELECT operation, is_export AS "isExport", number FROM pay_read WHERE tenant_id = $1 ORDER BY created_at, id',
          [firm.tenantId],
        )
      ).rows.map(({ operation, isExport, number }) => `${operation} ${isExport} ${number}`);
    const from = (await reads()).length;
    const wrong = await firm.files.checked(TYPE, payrollColumns + payrollLine('nobody', '1.00'));
    for (const [type, content, ids] of [
      [TYPE, '', [wrong.id]],
      ['employees', 'Code,First name,Last name,Hire date\nnobody', []],
    ] as const) {
      const id = ids[0] ?? (await firm.files.checked(type, content)).id;
      const params = { id };
      await as(firm.head).getUpload({ params });
      await as(firm.head).downloadUpload({ params });
      await as(firm.head).downloadMarkedUpload({ params });
      if (type !== TYPE) continue;
      const hidden = [
        as(firm.blind).getUpload({ params }),
        as(firm.blind).downloadUpload({ params }),
        as(firm.blind).downloadMarkedUpload({ params }),
      ];
      expect(await Promise.all(hidden.map(responseStatus))).toEqual([404, 404, 404]);
    }
    expect((await reads()).slice(from)).toEqual([
      'uploadFile false null',
      'getUpload false null',
      'downloadUpload true null',
      'downloadMarkedUpload true null',
    ]);
  });
});
