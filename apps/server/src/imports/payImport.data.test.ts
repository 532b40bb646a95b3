import { readFile } from 'node:fs/promises';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { describe, expect, it } from 'vitest';
import { openPayFirm, payrollColumns, payrollLine } from '../testing/payFirm.ts';
import { refusal } from '../testing/testClient.ts';
import { counts, faults, mappingOf, uploadClient } from '../testing/uploads.ts';

const firm = openPayFirm();
const { as, paid, undo } = firm;

const TYPE = 'payroll-actuals';

describe('files of employees and of compensation', () => {
  it('name the kind of file that the headings belong to', async () => {
    const payroll = payrollColumns + payrollLine('E-1', '1.00');
    expect(faults(await firm.files.checked('employees', payroll))).toEqual([
      [1, null, expect.stringMatching(/^The file has no known heading: Code, First name, .*Manager\.$/)],
      [1, null, 'The headings belong to another kind of file: Payroll.'],
    ]);
    const people = 'Code,First name,Last name,Hire date\nN-9,Nina,New,2021-05-01\n';
    const wrong = faults(await firm.files.checked(TYPE, people));
    expect(wrong).toContainEqual([1, 'Amount', "The file has no column 'Amount'. Add it, or use a mapping template."]);
    expect(wrong.at(-1)).toEqual([1, null, 'The headings belong to another kind of file: Employees.']);
  });

  it('report all errors of a row together', async () => {
    const person = 'Code,First name,Last name,E-mail,Hire date,Title,Office,Manager\nN-8,,,,soon,Duke,Moon,Nobody\n';
    expect(faults(await firm.files.checked('employees', person)).map(([row, column]) => `${row} ${column}`)).toEqual([
      '2 Hire date',
      '2 Title',
      '2 Office',
      '2 First name',
      '2 Last name',
      '2 Manager',
    ]);
    const pay =
      'Kind,Employee,Date,Amount,Currency,FTE %,Pay type,Pay date\nSalary,Nobody,soon,1.005,XXX,0.0000000001,,\nAward,E-1,9999-01-01,x,USD,,Gift,\n';
    expect(faults(await firm.files.checked('compensation', pay)).map(([row, column]) => `${row} ${column}`)).toEqual([
      '2 Date',
      '2 Amount',
      '2 Employee',
      '2 Currency',
      '2 FTE %',
      '3 Date',
      '3 Amount',
      '3 Pay type',
    ]);
  });

  it('refuse values that the forms of the records would not accept', async () => {
    const person = `Code,First name,Last name,E-mail\nN-8,Nina,New,bad mail\n${'C'.repeat(51)},Nina,New,\n`;
    expect(faults(await firm.files.checked('employees', person))).toEqual([
      [2, 'E-mail', "'bad mail' is not an e-mail address."],
      [3, 'Code', `'${'C'.repeat(40)}…' is longer than 50 characters.`],
    ]);
    const pay =
      'Kind,Employee,Date,Amount,Currency,Hours a week,Pay type,Performance year\nSalary,E-1,2021-01-01,1.00,USD,-3,,\nAward,E-1,2021-01-01,1.00,USD,,Salary,1850\n';
    expect(faults(await firm.files.checked('compensation', pay)).map(([row, column]) => `${row} ${column}`)).toEqual(
      expect.arrayContaining(['2 Hours a week', '3 Performance year']),
    );
  });

  it('make people with their managers, and their pay by the rules of each record, once', async () => {
    const people =
      'Code,First name,Last name,E-mail,Hire date,Manager\nN-1,Nina,New,nina@firm.example,2021-05-01,N-2\nN-2,Lou,Lead,,2019-01-01,\n';
    expect(counts(await firm.files.imported('employees', people))).toEqual([2, 0, 0]);
    expect(counts(await firm.files.imported('employees', people))).toEqual([0, 0, 2]);
    const changed = await firm.files.imported('employees', 'Code,Department\nN-1,Finance\n');
    expect(changed.changes).toMatchObject([
      { record: 'Nina New', field: 'Department', before: null, after: 'Finance' },
    ]);
    const directory = await as(firm.head).listCompEmployees({ query: { searchQuery: 'nina' } });
    expect(directory.pageData).toMatchObject([
      { name: 'Nina New', manager: { name: 'Lou Lead' }, department: 'Finance' },
    ]);

    await firm.server.referenceEntry(firm.tenantId, 'pay-type', 'BONUS');
    const columns = 'Kind,Employee,Date,Amount,Currency,Frequency,Pay type,Vest date,Percent\n';
    const pay = `${columns}Salary,N-1,2026-01-01,"10,000.00",USD,Monthly,,,\nAward,nina@firm.example,2026-02-15,5000,USD,,BONUS,,\nDeferred award,Nina New,2026-03-01,900,USD,,,2027-03-01,50\nDeferred award,Nina New,2026-03-01,900,USD,,,2028-03-01,50\n`;
    expect(counts(await firm.files.imported('compensation', pay))).toEqual([3, 0, 0]);
    expect(counts(await firm.files.imported('compensation', pay))).toEqual([0, 0, 3]);
    const salaries = await as(firm.head).listSalaries({ query: { searchQuery: 'nina' } });
    expect(salaries.pageData).toMatchObject([{ amount: '10000.00', paidRate: '120000.00' }]);
    const raised = await firm.files.checked('compensation', pay.replace('10,000.00', '11,000.00'));
    expect([raised.conflict, raised.changes]).toMatchObject([
      { changed: 1 },
      [{ record: 'Nina New 01/01/2026', before: '10,000.00', after: '11,000.00' }],
    ]);
    const sent = await refusal(firm.files.checked('compensation', pay, { as: firm.blind }));
    expect(sent.errors).toMatchObject([{ code: 'PAY_ACCESS_NOT_YOURS' }]);
  });

  it('of payroll name people with a salary whom the file doesn’t pay', async () => {
    await firm.server.referenceEntry(firm.tenantId, 'pay-type', 'BASE', 'SALARY');
    const march = (employee: string) => `${employee},Payday,2026-03-01,2026-03-31,2026-03-31,BASE,1.00,USD\n`;
    const missed = async (rows: string) => (await firm.files.checked(TYPE, payrollColumns + rows)).warnings;
    expect(await missed(march('E-2'))).toEqual([
      '1 person with a salary in 03/01/2026 to 03/31/2026 isn’t paid by this file: Nina New.',
    ]);
    expect(await missed(march('E-2') + march('N-1'))).toEqual([]);
  });

  it('of payroll warn of a period that overlaps one in force, and of a pay date far ahead', async () => {
    const row = (days: string, payDate: string) =>
      ['E-2', 'N-1'].map((employee) => `${employee},Payday,${days},${payDate},BASE,1.00,USD\n`).join('');
    const warnings = async (rows: string) => (await firm.files.checked(TYPE, payrollColumns + rows)).warnings;
    const march = row('2026-03-01,2026-03-31', '2026-03-31');
    const stored = await firm.files.imported(TYPE, payrollColumns + march);
    expect(await warnings(march), 'the same file again').toEqual([]);
    const late = row('2026-03-15,2026-04-14', '2031-04-14');
    const expected = [
      expect.stringMatching(
        /^03\/15\/2026 to 04\/14\/2026 overlaps 03\/01\/2026 to 03\/31\/2026 \(Payday\), for which 2 people are also paid .+: (Max Pay, Nina New|Nina New, Max Pay)\. Check the days of the period\.$/,
      ),
      'Pay dates more than a year ahead: 04/14/2031. Check the year.',
    ];
    expect(await warnings(late)).toEqual(expected);
    expect(await warnings(march + late), 'with all earlier periods').toEqual(expected);
    expect(await warnings(march.replaceAll('1.00', '2.00') + late), 'with a correction').toEqual(expected);
    expect(await warnings(march.replaceAll('Payday', 'Paymore')), 'the same days of another provider').toEqual([
      expect.stringMatching(
        /^For 03\/01\/2026 to 03\/31\/2026, 2 people are also paid .+ by Payday: .+\. Check that nobody is paid twice\.$/,
      ),
    ]);
    // Neither a corrected nor an undone file is in force.
    const [ofMax = ''] = march.split('\n');
    const without = await firm.files.imported(TYPE, `${payrollColumns}${ofMax}\n`, {
      overwrite: true,
      warningsConfirmed: true,
    });
    const overlaps = async () => (await warnings(late)).filter((text) => text.includes('overlaps'));
    expect(await overlaps()).toEqual([expect.stringMatching(/1 person is also paid .+: Max Pay\./)]);
    await undo(without.id);
    await undo(stored.id);
    expect(await overlaps()).toEqual([]);
  });

  it('of payroll warn of rows that are probably mistakes, and of several overlaps once', async () => {
    const row = (days: string, payDate: string, amount = '1.00') =>
      `E-2,Payday,${days},${payDate},BASE,${amount},USD\n`;
    const warnings = async (rows: string) => (await firm.files.checked(TYPE, payrollColumns + rows)).warnings;
    const months = ['2026-03-01,2026-03-31', '2026-04-01,2026-04-30'];
    const paid = months.map((days) => row(days, '2026-04-30') + row(days, '2026-04-30').replace('E-2', 'N-1'));
    const stored = await firm.files.imported(TYPE, payrollColumns + paid.join(''));
    const found = await warnings(
      row('2026-01-01,2026-12-31', '2026-12-31', '-5.00') +
        row('2026-06-01,2026-06-30', '2026-04-30') +
        row('2026-06-01,2026-06-30', '2026-04-30', '2.00'),
    );
    expect(found.filter((text) => !text.includes('isn’t paid by this file'))).toEqual([
      'Paid more than a month before the period starts: Max Pay (row 3), Max Pay (row 4). Check the pay date.',
      'Negative amounts: Max Pay (row 2). Check the sign, or use a pay type for corrections.',
      'Different salaries for one period: Max Pay (rows 3, 4). Each one is paid. Check the amounts.',
      expect.stringMatching(
        /^01\/01\/2026 to 12\/31\/2026 overlaps 2 periods, the first 03\/01\/2026 to 03\/31\/2026 \(Payday\), for which 1 person is also paid .+: Max Pay\. Check the days of the period\.$/,
      ),
      expect.stringMatching(/^06\/01\/2026 to 06\/30\/2026 overlaps 01\/01\/2026 to 12\/31\/2026 \(Payday\)/),
    ]);
    await undo(stored.id);
  });

  it('can be undone unless their records have changed since, and name the changes otherwise', async () => {
    const people = async () => {
      const body = await as(firm.head).listCompEmployees({ query: { searchQuery: 'undo' } });
      return body.pageData.map(
        ({ name, manager, department }) => `${name} ${manager?.name ?? '-'} ${department ?? '-'}`,
      );
    };
    const first = await firm.files.imported(
      'employees',
      'Code,First name,Last name,Hire date,Manager,Department\nU-1,Una,Undo,2021-05-01,U-2,\nU-2,Udo,Undo,2019-01-01,,Deals\n',
    );
    const swapped = await firm.files.imported('employees', 'Code,Manager,Department\nU-2,E-2,Finance\nU-1,E-1,\n');
    expect(await people()).toEqual(['Udo Undo Max Pay Finance', 'Una Undo Pia Pay -']);
    const early = await refusal(undo(first.id));
    expect(early.errors.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^BUILT_UPON Udo Undo: the later file .+\.csv has changed it\. Undo that one first\.$/),
      expect.stringMatching(/^BUILT_UPON Una Undo: the later file .+\.csv has changed it\. Undo that one first\.$/),
    ]);
    expect((await as(firm.head).checkUndo({ params: { id: swapped.id } })).notes).toEqual([
      '2 records changed by this file: restored.',
    ]);
    expect((await undo(swapped.id)).status).toBe('UNDONE');
    expect(await people()).toEqual(['Udo Undo - Deals', 'Una Undo Udo Undo -']);

    const columns = 'Kind,Employee,Date,Amount,Currency,Pay type,Vest date,Percent\n';
    const rows =
      'Salary,U-1,2026-01-01,1000.00,USD,,,\nAward,U-1,2026-02-15,500,USD,BONUS,,\nDeferred award,U-1,2026-03-01,900,USD,,2027-03-01,100\n';
    const again = await firm.files.imported('employees', 'Code,Department\nU-2,Deals\n');
    expect([counts(again), (await refusal(undo(again.id))).errors]).toMatchObject([
      [0, 0, 1],
      [{ code: 'WRONG_STATE' }],
    ]);
    const pay = await firm.files.imported('compensation', columns + rows);
    const raised = await firm.files.imported('compensation', columns + rows.replace('1000.00', '1100.00'));
    const amounts = async () =>
      (await as(firm.head).listSalaries({ query: { searchQuery: 'undo' } })).pageData.map(({ amount }) => amount);
    const closing = async () => {
      const body = await as(firm.head).getDeferredRollForward({ query: { from: '2026-01-01', to: '2026-12-31' } });
      return body.pageData.filter(({ name }) => name === 'Una Undo').map(({ closing }) => closing);
    };
    expect([(await refusal(undo(pay.id))).errors, await amounts()]).toMatchObject([
      [
        {
          code: 'BUILT_UPON',
          message: expect.stringMatching(/^Salary of Una Undo, 01\/01\/2026: the later file .+\.csv has changed it/),
        },
      ],
      ['1100.00'],
    ]);
    await undo(raised.id);
    // The values are those of before, but the version is later than the one the first file left.
    expect([await amounts(), await closing()]).toEqual([['1000.00'], ['900.00']]);
    const report = await firm.files.imported('compensation', `${columns}Salary,U-2,2026-01-01,1000.00,USD,,,\n`);
    expect((await refusal(undo(first.id))).errors.map(({ message }) => message)).toContain(
      'Udo Undo: salaries depend on it.',
    );
    expect((await as(firm.head).checkUndo({ params: { id: pay.id } })).notes).toEqual([
      '2 records created by this file: removed.',
      '1 record created by this file: reversed. They stay, with an amount of 0.00.',
    ]);
    const done = async (id: string) => expect((await firm.files.undo(id, 'Wrong file')).status).toBe('UNDONE');
    for (const id of [report.id, pay.id]) await done(id);
    expect([await amounts(), await closing()]).toEqual([[], ['0.00']]);
    // The ledger of a grant stays, and so does its employee.
    expect((await refusal(undo(first.id))).errors.map(({ message }) => message)).toEqual([
      'Una Undo: deferred awards depend on it.',
    ]);
    expect(counts(await firm.files.imported('compensation', columns + rows))).toEqual([3, 0, 0]);
    const unpaid = await firm.files.imported(
      'employees',
      'Code,First name,Last name,Hire date,Manager\nU-4,Uwe,Undo,2021-05-01,U-3\nU-3,Uli,Undo,2019-01-01,U-2\n',
    );
    await done(unpaid.id);
    expect(await people()).toEqual(['Udo Undo - Deals', 'Una Undo Udo Undo -']);
  });

  it.each(['employees', 'compensation', 'payroll-actuals'] as const)(
    'of %s are sampled as csv and as a workbook, which say the same',
    async (type) => {
      const sample = (ending: string) => readFile(new URL(`../../../../samples/${type}.${ending}`, import.meta.url));
      if (type === 'employees')
        for (const [list, code] of [
          ['currency', 'GBP'],
          ['pay-type', 'Annual bonus'],
        ] as const)
          await firm.server.referenceEntry(firm.tenantId, list, code, list === 'pay-type' ? 'BONUS' : '');
      const csv = await sample('csv');
      const offered = await as(firm.head).downloadSample({ params: { fileType: type, applicationId: 'comp' } });
      expect(Buffer.from(offered.bytes).toString()).toBe(csv.toString());
      // The head is in the payroll file in force.
      const theirs = uploadClient(firm.server, firm.tenantId, firm.other);
      const [createdCount = 0] = counts(await theirs.imported(type, csv.toString()));
      const again = await theirs.checked(type, Uint8Array.from(await sample('xlsx')), { name: `${type}.xlsx` });
      const displayed = again.effects.map(({ kind, created, updated, unchanged }) => [
        kind,
        created,
        updated,
        unchanged,
      ]);
      expect([again.errors, displayed.map(([, ...numbers]) => numbers)]).toEqual([
        [],
        type === 'compensation'
          ? [
              [0, 0, 1],
              [0, 0, 1],
              [0, 0, 1],
              [4, 0, 0],
            ]
          : [[0, 0, createdCount]],
      ]);
      if (type !== 'compensation') return;
      // A sheet per kind, and the years before: a salary from the first day of each, and an award on its last.
      expect(displayed.map(([kind]) => kind)).toEqual(['Salaries', 'Awards', 'Deferred', 'History by year']);
      await theirs.confirm(type, again.id);
      const body = await as(firm.head).listCompEmployees({ query: { searchQuery: 'Pia' } });
      const pia = body.pageData.find(({ code }) => code === 'E-101')!;
      const years = await as(firm.head).listEmployeeCompensations({ params: { id: pia.id } });
      expect(
        years.pageData
          .filter(({ year, currency }) => Number(year) < 2025 && currency === 'USD')
          .map(({ year, baseSalary, bonus }) => `${year} ${baseSalary} ${bonus}`),
      ).toEqual(['2024 112000.00 45000.00', '2023 105000.00 40000.00']);
    },
  );

  it('can have other headings through a template, and errors name missing and duplicate ones', async () => {
    const headings = {
      employee: 'Mitarbeiter',
      periodStart: 'Von',
      periodEnd: 'Bis',
      payDate: 'Gezahlt am',
      payType: 'Lohnart',
      amount: 'Betrag',
    };
    const mapping = mappingOf(headings, {
      fixed: [
        { field: 'provider', value: 'Lohnbüro' },
        { field: 'currency', value: 'USD' },
      ],
      codes: [{ field: 'payType', own: '100', code: 'SALARY' }],
    });
    const save = (columns: typeof mapping.columns) =>
      as(firm.head).saveMappingTemplate({
        params: { fileType: TYPE },
        body: { applicationId: 'comp', name: 'Lohn', mapping: { ...mapping, columns } },
      });
    const twice = await refusal(save([...mapping.columns, { heading: 'Brutto', field: 'amount' }]));
    expect(twice.errors).toMatchObject([{ code: 'REPEATED' }]);
    await save(mapping.columns);
    const file = 'Mitarbeiter;Von;Bis;Gezahlt am;Lohnart;Betrag\nN-1;01.02.2026;28.02.2026;27.02.2026;100;10.000,00\n';
    await firm.files.imported(TYPE, file, {}, 'Lohn');
    expect(await paid()).toContain('Nina New 10000.00');
    const renamedColumn = await firm.files.checked(TYPE, file.replace('Betrag', 'Summe'), { mapping: 'Lohn' });
    expect(faults(renamedColumn)).toEqual([
      [1, 'Betrag', "The file has no column 'Betrag'. The mapping template reads Amount from it."],
    ]);
  });
});

describe('a file of employees with thousands of errors', () => {
  it('lists the first ones, more of them in the marked file, and counts the others', async () => {
    const { id, errors } = await firm.files.checked(
      'employees',
      `Code,First Name,Last Name\n${'TWICE,Ada,Example\n'.repeat(6_000)}`,
    );
    expect(errors).toHaveLength(1_001);
    expect(errors.at(-1)).toMatchObject({ row: null, reason: '4,001 more errors are not listed here.' });
    const marked = await as(firm.head).downloadMarkedUpload({ params: { id } });
    const [list] = (await readWorkbook(Buffer.from(marked.bytes)))._unsafeUnwrap();
    expect(list?.rows).toHaveLength(5_002);
  });
});
