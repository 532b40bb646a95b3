import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFirm, type ImportFirm, ledgerFile } from '../testing/importFirm.ts';
import { refusal, responseStatus } from '../testing/testClient.ts';
import { counts, faults, type UploadReport } from '../testing/uploads.ts';

let firm: ImportFirm;
let files: ImportFirm['files'];

beforeAll(async () => {
  firm = await importFirm();
  files = firm.files;
});
afterAll(() => firm?.server.stop());

describe('a file of ledger entries', () => {
  const first = ledgerFile(
    'L-1,FUND-I,CALL-INV,2024-02-15,500.00,,,,,,',
    'L-2,FUND-I,CALL-FEE,2024-02-15,6.00,LP-A,9.00,,,,',
    'L-2,FUND-I,CALL-FEE,2024-02-15,3.00,LP-B,9.00,,,,',
    'L-3,FUND-I,BUY,2024-02-20,400.00,,,STEEL,Common,Equity,',
    ',FUND-I,EXP-AUDIT,2024-03-31,1.005,,,,,,',
  );

  it('reports every bad row with its reason at once, and changes nothing [A-T-056]', async () => {
    const report = await files.checked(
      'ledger',
      ledgerFile(
        'L-1,FUND-9,CALL-INV,2024-02-30,500.00,,,,,,',
        'L-2,FUND-I,CALL-XYZ,2024-02-30,1E5,,,,,,',
        'L-3,FUND-I,CALL-INV,2024-02-15,NaN,,,,,,',
        'L-4,FUND-I,CALL-INV,2024-02-15,5000.00,,,,,,',
        'L-5,FUND-I,FEE,2024-02-15,-3.00,,,,,,',
        'L-6,FUND-I,CALL-FEE,2024-02-15,6.00,LP-A,9.00,,,,',
        'L-7,FUND-I,CALL-FEE,2024-02-15,6.00,LP-Z,,,,,',
        'L-8,FUND-I,SELL,2024-02-15,6.00,,,STEEL,Bonds,,1.00',
        'L-9,FUND-I,SELL,2024-02-15,6.00,,,STEEL,Notes,Debt,1.00',
        'L-9,FUND-I,SELL,2024-02-15,6.00,,,STEEL,Notes,Debt,1.00',
        'L-10,FUND-I,EXP-TAXES,"31/12/2024","1.234,56",,,,,,',
      ),
    );
    expect(report.status).toBe('FAILED');
    expect(faults(report)).toEqual([
      [2, 'Date', "'2024-02-30' isn’t a calendar date."],
      [2, 'Vehicle', "There is no fund or coinvestment 'FUND-9'."],
      [3, 'Type', "'CALL-XYZ' isn’t a valid type."],
      [3, 'Date', "'2024-02-30' isn’t a calendar date."],
      [3, 'Amount', "'1E5' is not a number."],
      [4, 'Amount', "'NaN' is not a number."],
      [
        5,
        'Amount',
        'The unfunded commitments of 3 investors would be negative: GP (400.00) on 02/15/2024, LP-A (2,400.00) on 02/15/2024, LP-B (1,200.00) on 02/15/2024. Lower the amount, enter the missing commitment first, or mark the entry as outside the commitment.',
      ],
      [6, 'Amount', 'Enter a value above zero for ‘Management fees’. To correct an earlier entry, reverse it.'],
      [7, 'Notice total', 'The shares add up to 6.00, but the notice total is 9.00.'],
      [
        8,
        'Investor',
        "The vehicle has no commitment from an investor 'LP-Z'. Enter the code or name of one that has, or enter the commitment first.",
      ],
      [9, 'Security', "The investment has no security 'Bonds'. Enter its class, Debt or Equity, to create it."],
      [11, 'External id', "'L-9' is already in row 10."],
      [12, 'Date', "'31/12/2024' is a date as day/month/year, but the file is read as month/day/year."],
      [
        12,
        'Amount',
        "'1.234,56' is written with a decimal comma (1.234,56), but the file is read with a decimal point (1,234.56).",
      ],
    ]);
    expect(await firm.entries()).toEqual([]);
  });

  it('is imported completely; a repeat changes nothing, a changed row is reversed and entered again, and undo removes everything [A-T-057]', async () => {
    const wrong = await files.checked('ledger', first);
    expect(faults(wrong)).toEqual([[6, 'Amount', "'1.005' has more than 2 decimals."]]);
    const mended = first.replace('1.005', '1.0000001');
    const report = await files.checked('ledger', mended);
    expect(report.notes).toContain('1 amount was rounded by no more than 0.0001 of a cent.');
    // Nothing in the file is settled: it says so once, however many rows it has.
    expect(report.notes.filter((note) => note.startsWith('No row has a date in Settled on'))).toHaveLength(1);
    expect(report.figures[0]).toMatchObject({
      unfunded: { before: '1000.00', after: '491.00' },
      nav: { after: '508.00' },
    });
    const done = await files.confirm('ledger', report.id);
    expect([done.status, ...counts(done)]).toEqual(['DONE', 4, 0, 0]);
    const entered = ['BUY 400.00', 'CALL-FEE 9.00', 'CALL-INV 500.00', 'EXP-AUDIT 1.00'];
    expect(await firm.entries()).toEqual(entered);
    // All of the compared figures are of all partners, as NAV and unfunded are.
    const { pageData } = await firm.server.as(firm.editor).listVehicles({
      query: { endDate: report.figures[0]!.periodEnd, basis: 'all' },
    });
    expect(report.figures[0]!.irr.after).toBe(pageData[0]!.irr);

    const again = await files.checked('ledger', mended);
    expect(again.notes.filter((note) => note.startsWith('No row has'))).toEqual([]);
    expect([again.conflict, ...counts(again)]).toEqual([null, 0, 0, 4]);
    await files.confirm('ledger', again.id);
    expect(await firm.entries()).toEqual(entered);

    // An entry that was settled here since stays as it is.
    const client = firm.server.as(firm.editor);
    const ledger = await client.listLedgerEntries({ query: { vehicleId: firm.fund } });
    const { id } = ledger.pageData.find(({ type }) => type === 'EXP-AUDIT')!;
    await client.settleLedgerEntry({ params: { id }, body: { settledOn: '2024-04-02' } });
    const settled = await files.checked('ledger', mended);
    expect([settled.conflict, ...counts(settled)]).toEqual([null, 0, 0, 4]);

    const changed = mended.replace('L-1,FUND-I,CALL-INV,2024-02-15,500.00', 'L-1,FUND-I,CALL-INV,2024-02-15,550.00');
    const conflict = await files.checked('ledger', changed);
    expect([conflict.conflict, ...counts(conflict)]).toEqual([
      { changed: 1, missing: 0, reversals: [], figures: [], refusals: [] },
      0,
      1,
      3,
    ]);
    const change = {
      kind: 'Ledger entries',
      record: 'Fund One, Capital call: investments 02/15/2024, row 2',
      field: 'Amount',
      before: '500.00',
      after: '550.00',
    };
    expect(conflict.changes).toEqual([change]);
    const updated = await files.confirm('ledger', conflict.id);
    expect([updated.status, updated.changes]).toEqual(['DONE', [change]]);
    expect(await firm.entries()).toEqual(['BUY 400.00', 'CALL-FEE 9.00', 'CALL-INV 550.00', 'EXP-AUDIT 1.00']);

    const undone = await files.undo(updated.id, 'The first file was right');
    expect(undone.status).toBe('UNDONE');
    expect(await firm.entries()).toEqual(entered);
    expect(await responseStatus(files.undo(updated.id, 'again'))).toBe(409);

    const unchanged = await refusal(files.undo(again.id, 'Imported twice'));
    expect(unchanged.status).toBe(409);
    expect(unchanged.message).toContain('This file created nothing, so there is nothing to undo.');
  });

  it('warns of days that have not come, with the quarters that they would open', async () => {
    const year = firm.server.now.getUTCFullYear() + 1;
    const report = await files.checked('ledger', ledgerFile(`F-1,FUND-I,FEE,${String(year)}-02-15,1.00,,,,,,`));
    const [warning, ...others] = report.warnings;
    expect([warning, others]).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Fund One: dated after today: row 2 \\(02/15/${String(year)}\\)\\. This opens the quarters? ending .*03/31/${String(year)}\\.$`,
        ),
      ),
      [],
    ]);
  });

  it('warns of rows that are valid but probably wrong, with partner, amounts and paid-in capital', async () => {
    const { warnings } = await files.checked(
      'ledger',
      'Vehicle,Type,Date,Amount,Recallable,Settled on\nFUND-I,FEE,2024-03-31,1.00,,2023-03-31\nFUND-I,DIST-ROC,2024-03-31,700.00,yes,\n',
    );
    expect(warnings).toEqual([
      'Fund One, row 2: Settled on 03/31/2023 is 366 days before the date of the entry, 03/31/2024.',
      expect.stringMatching(
        /^Fund One, row 3: On 03\/31\/2024, more could be called again than was paid in of the commitment: .*Investor LP-A 420\.00 \(paid in 306\.00\)/,
      ),
      'Fund One, row 3: The distribution of 700.00 is above the fund’s net asset value of 507.00.',
    ]);
  });

  it('warns of shares and transferred values that are far above what their partner has', async () => {
    const { warnings } = await files.checked(
      'ledger',
      `Vehicle,External id,Type,Date,Amount,Investor,Settled on
FUND-I,S-1,FEE,2024-04-15,1.00,LP-A,2024-04-15
FUND-I,S-1,FEE,2024-04-15,300.01,LP-B,2024-04-15
FUND-I,S-2,TRANSFER,2024-04-16,-9000.00,LP-A,
FUND-I,S-2,TRANSFER,2024-04-16,9000.00,LP-B,
`,
    );
    expect(warnings).toEqual([
      'Fund One, row 2: The cost is above a partner’s commitment: Investor LP-B 300.01 (commitment 300.00).',
      expect.stringMatching(
        /^Fund One, row 4: The value is 9,000\.00, more than ten times 30\d\.\d\d, the net asset value of Investor LP-A\.$/,
      ),
    ]);
  });

  it('may overwrite: what an earlier file entered for the same days and this one has not is reversed [U-T-056]', async () => {
    const shorter = ledgerFile(
      'L-1,FUND-I,CALL-INV,2024-02-15,500.00,,,,,,',
      'L-3,FUND-I,BUY,2024-02-20,400.00,,,STEEL,Common,,',
    );
    const report = await files.checked('ledger', shorter);
    const reversed = { vehicle: 'Fund One', date: '2024-02-15', type: 'Capital call: management fees' };
    expect(report.conflict).toMatchObject({
      changed: 0,
      missing: 1,
      reversals: [{ ...reversed, currency: 'EUR', amount: '9.00' }],
      figures: [{ name: 'Fund One', nav: { before: '508.00', after: '499.00' } }],
      refusals: [],
    });
    // Update changes nothing, so it has no figures of its own.
    expect(report.figures).toEqual([]);
    expect(
      report.notes.filter((note) => /not in this one|Overwrite/.test(note)),
      'the conflict says it',
    ).toEqual([]);
    const done = await files.confirm('ledger', report.id, { overwrite: true });
    expect(done.figures, 'those of Overwrite').toEqual(report.conflict?.figures);
    expect(await firm.entries()).toEqual(['BUY 400.00', 'CALL-INV 500.00', 'EXP-AUDIT 1.00']);
  });

  it('leads from an entry to its row, and the audit log reveals changes by a superuser', async () => {
    expect(await firm.findings()).toEqual([]);
  });
});

describe('a vehicle that several write to', () => {
  let toUndo: UploadReport;
  const fees = (from: number) =>
    ledgerFile(
      ...Array.from({ length: 20 }, (_, i) => `T-${from + i},FUND-I,EXP-AUDIT,2024-06-2${i % 5},0.${10 + i},,,,,,`),
    );
  it('imports one file at a time: the second waits, and none is lost', async () => {
    const before = (await firm.entries()).length;
    const both = await Promise.all([files.checked('ledger', fees(100)), files.checked('ledger', fees(200))]);
    const done = await Promise.all(both.map(({ id }) => files.confirm('ledger', id, { warningsConfirmed: true })));
    expect(done.map(({ status }) => status)).toEqual(['DONE', 'DONE']);
    expect((await firm.entries()).length).toBe(before + 40);
  });

  it('is locked with the whole file or none of it: a file that came too late is not in the locked quarter', async () => {
    toUndo = await files.imported('ledger', ledgerFile('U-1,FUND-I,EXP-AUDIT,2024-06-20,7.00,,,,,,'));
    const { id } = await files.checked('ledger', fees(300));
    const params = { vehicleId: firm.fund, endDate: '2024-06-30' };
    const client = firm.server.as(firm.editor);
    const { rowVersion } = await client.getPeriod({ params });
    const [, [entered]] = await Promise.all([
      client.lockPeriod({ params, body: { rowVersion, withEarlier: true, acknowledged: ['T11', 'T12'] } }),
      Promise.allSettled([files.confirm('ledger', id)]),
    ]);
    // Before the lock, the entries are in the quarter. After it, its rows would be late and need confirmation.
    if (entered.status === 'rejected') {
      const refused = await refusal(Promise.reject(entered.reason as Error));
      expect([409, 422]).toContain(refused.status);
      expect(JSON.stringify(refused)).toMatch(/rows are dated in a locked quarter/);
    }
    expect(await firm.findings()).toEqual([]);
  });

  it('names the rows of a locked quarter, of many the first ones', async () => {
    const few = await files.checked(
      'ledger',
      ledgerFile(
        'V-1,FUND-I,EXP-AUDIT,2024-06-20,1.00,,,,,,',
        'V-2,FUND-I,EXP-AUDIT,2024-08-20,1.00,,,,,,',
        'V-3,FUND-I,EXP-AUDIT,2024-06-21,1.00,,,,,,',
      ),
    );
    expect(few.warnings).toEqual(['2 rows are dated in a locked quarter and will appear in the first open one: 2, 4.']);
    const many = await files.checked('ledger', fees(400));
    expect(many.warnings).toEqual([
      '20 rows are dated in a locked quarter and will appear in the first open one: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and others.',
    ]);
  });

  it('says before a file of a locked quarter is undone, and afterwards, that it is reversed in the first open one, and what that does [A-T-057 P33]', async () => {
    const late =
      '1 row is in a locked quarter, and its figures don’t change. The reversals appear in the first open quarter, marked Late.';
    const client = firm.server.as(firm.editor);
    const params = { id: toUndo.id };
    const question = await client.checkUndo({ params });
    // A locked quarter keeps its version, and the figures returned are those of the open quarter that changes.
    const [stays = '', ...more] = question.notes.slice(1);
    expect([question.notes[0], more, question.figures.length]).toEqual([late, [], 1]);
    expect(stays).toMatch(
      /: figures and versions through 06\/30\/2024 are locked and stay the same\. The reversals appear at 09\/30\/2024, a new quarter\.$/,
    );
    expect(question.figures[0]).toMatchObject({ periodEnd: '2024-09-30' });
    const quarter = (endDate: string) => client.getPeriod({ params: { vehicleId: firm.fund, endDate } });
    const locked = await quarter('2024-06-30');
    const { undone, figures } = await client.undoUpload({ params, body: { reason: 'Another fund’s' } });
    expect(undone).toMatchObject({ notes: question.notes, figures: question.figures, reason: 'Another fund’s' });
    expect(undone?.figures).not.toEqual(figures);
    expect(await quarter('2024-06-30')).toEqual(locked);
    const open = (await quarter('2024-09-30')).figures.find(({ subject }) => subject === 'VEHICLE');
    expect(open?.nav).toBe(question.figures[0]?.nav.after);
    expect((await client.getUpload({ params })).undone).toEqual(undone);
    expect(await responseStatus(client.checkUndo({ params }))).toBe(409);
    expect(await firm.findings()).toEqual([]);
  });

  it('compares the figures at the last quarter with entries that aren’t reversed', async () => {
    const client = firm.server.as(firm.editor);
    const year = firm.server.now.getUTCFullYear() + 1;
    const later = await files.imported('ledger', ledgerFile(`Z-1,FUND-I,FEE,${String(year)}-09-15,1.00,,,,,,`), {
      warningsConfirmed: true,
    });
    expect(later.figures.map(({ periodEnd }) => periodEnd)).toEqual([`${String(year)}-09-30`]);
    const audit = ledgerFile('Z-2,FUND-I,EXP-AUDIT,2024-08-02,2.00,,,,,,');
    const endOf = async () => (await files.checked('ledger', audit)).figures.map(({ periodEnd }) => periodEnd);
    expect(await endOf()).toEqual([`${String(year)}-09-30`]);
    await client.undoUpload({ params: { id: later.id }, body: { reason: 'Another fund’s' } });
    expect(await endOf()).toEqual(['2024-09-30']);
  });
});

describe('a file that can’t be imported', () => {
  it('is read until it is too long, and refused with a sentence', async () => {
    const answer = await refusal(files.checked('ledger', `Vehicle\n${'F0\n'.repeat(2_000_000)}`));
    expect([answer.status, answer.message]).toEqual([
      413,
      'The file is too large. The file has more than 200,000 rows. Split it by vehicle or year, and upload the parts.',
    ]);
  });

  it.each([
    ['a zip that is no workbook', 'bomb.xlsx', Uint8Array.from([0x50, 0x4b, 0x03, 0x04]), /isn’t an Excel workbook/],
    ['text with NUL', 'a.csv', 'Vehicle\n\u0000\n', /a NUL character/],
    ['text in another encoding', 'a.csv', Uint8Array.from(Buffer.from('Vehicle,Caf\u00e9\n', 'latin1')), /isn’t UTF-8/],
    ['empty', 'a.csv', '', /The file has no rows/],
  ])('is refused with a sentence if it is %s', async (_label, name, bytes, why) => {
    const call = files.checked('ledger', bytes, { name });
    expect(JSON.stringify(await call.catch(() => refusal(call)))).toMatch(why);
  });
});
