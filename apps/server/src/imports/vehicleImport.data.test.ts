import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { reportingTemplateWorkbook } from '@carrara/adapters/spreadsheet/reportingTemplate';
import { decimal } from '@carrara/domain/kernel';
import { accountColumn } from '@carrara/domain/performance/capitalAccount';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../testing/testServer.ts';
import { counts, faults, type UploadReport, uploadsOf } from '../testing/uploads.ts';

type Report = UploadReport;

let server: TestServer;
let tenantId: string;
let editor: TestPerson;
let owner: TestPerson;
let fund: string;
let closes: Report;
let files: ReturnType<typeof uploadsOf>;

const send = (as: TestPerson, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers = {}) =>
  server.call(as.token, tenantId, { method, url, headers, ...(payload ? { payload } : {}) });
async function create<T = { Id: string }>(url: string, payload: object, as = owner): Promise<T> {
  const answer = await send(as, 'POST', url, payload);
  expect(answer.statusCode, `${url}: ${answer.body.slice(0, 500)}`).toBe(200);
  return answer.json<T>();
}
const ledgerHead =
  'External id,Vehicle,Type,Date,Amount,Investor,Notice total,Investment,Security,Security class,Cost relieved';
const ledger = (...rows: readonly string[]) => `${ledgerHead}\n${rows.join('\n')}\n`;
const live = async () => {
  const answer = await send(editor, 'GET', `/api/performance/ledger?vehicleId=${fund}&PageSize=100`);
  return answer
    .json<{ PageData: { Type: string; Amount: string; ReversesId: string | null; ReversedById: string | null }[] }>()
    .PageData.filter(({ ReversesId, ReversedById }) => ReversesId === null && ReversedById === null)
    .map(({ Type, Amount }) => `${Type} ${Amount}`)
    .sort();
};

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { performance: 'editor' });
  files = uploadsOf(server, tenantId, editor);
  owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const currency = { Id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
  fund = (await create('/api/carry/fund', { Code: 'FUND-I', LegalName: 'Fund One', Currency: currency })).Id;
  await create('/api/carry/investment', {
    Code: 'STEEL',
    Name: 'North Steel',
    LegalName: 'North Steel',
    FundInvestments: [{ Fund: { Id: fund } }],
  });
  for (const [Code, kind] of [
    ['LP-A', 'INVESTOR'],
    ['LP-B', 'SPV'],
    ['GP', 'GP'],
  ] as const) {
    const Type = { Id: await server.referenceEntry(tenantId, 'investor-type', kind) };
    await create('/api/performance/investor', { Code, Name: `Investor ${Code}`, Type });
  }
  closes = await files.imported(
    'commitments',
    'External id,Vehicle,Investor,Kind,Date,Amount,Pays fee\nC-1,FUND-I,LP-A,Close,2024-01-15,600.00,yes\nC-2,fund one,investor lp-b,CLOSE,01/15/2024,300.00,\nC-3,FUND-I,GP,Close,2024-01-15,100.00,no\n',
  );
});
afterAll(() => server.stop());

describe('a file of ledger entries', () => {
  const first = ledger(
    'L-1,FUND-I,CALL-INV,2024-02-15,500.00,,,,,,',
    'L-2,FUND-I,CALL-FEE,2024-02-15,6.00,LP-A,9.00,,,,',
    'L-2,FUND-I,CALL-FEE,2024-02-15,3.00,LP-B,9.00,,,,',
    'L-3,FUND-I,BUY,2024-02-20,400.00,,,STEEL,Common,Equity,',
    ',FUND-I,EXP-AUDIT,2024-03-31,1.005,,,,,,',
  );

  it('tells every bad row with its reason in one round, and changes nothing [A-T-056]', async () => {
    const report = await files.checked(
      'ledger',
      ledger(
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
    expect(report.Status).toBe('FAILED');
    expect(faults(report)).toEqual([
      [2, 'Date', "Date: '2024-02-30' isn’t a calendar date."],
      [2, 'Vehicle', "There is no fund or coinvestment 'FUND-9'."],
      [3, 'Type', "Type: 'CALL-XYZ' isn’t a valid type."],
      [3, 'Date', "Date: '2024-02-30' isn’t a calendar date."],
      [3, 'Amount', "Amount: '1E5' is not a number."],
      [4, 'Amount', "Amount: 'NaN' is not a number."],
      [5, 'Investor', expect.stringMatching(/The unfunded commitment of GP would be -400\.00/)],
      [5, 'Investor', expect.stringMatching(/The unfunded commitment of LP-A would be -2,400\.00/)],
      [5, 'Investor', expect.stringMatching(/The unfunded commitment of LP-B would be -1,200\.00/)],
      [6, 'Amount', 'Management fees: the amount must be positive. To correct an earlier entry, reverse it.'],
      [7, 'Notice total', 'The shares add up to 6.00, but the notice total is 9.00.'],
      [8, 'Investor', "The vehicle has no commitment from an investor 'LP-Z'."],
      [9, 'Security', "The investment has no security 'Bonds'. Enter its class, Debt or Equity, to create it."],
      [11, 'External id', "'L-9' is already in row 10."],
      [12, 'Date', "Date: '31/12/2024' is a date as day/month/year, but the file is read as month/day/year."],
      [
        12,
        'Amount',
        "Amount: '1.234,56' is written with a decimal comma (1.234,56), but the file is read with a decimal point (1,234.56).",
      ],
    ]);
    expect(await live()).toEqual([]);
  });

  it('is entered as a whole, a repeat changes nothing, a changed row is reversed and entered anew, and undone it never was [A-T-057]', async () => {
    const wrong = await files.checked('ledger', first);
    expect(faults(wrong)).toEqual([[6, 'Amount', "Amount: '1.005' has more than 2 decimals."]]);
    const mended = first.replace('1.005', '1.0000001');
    const report = await files.checked('ledger', mended);
    expect(report.Notes).toContain('1 amount was rounded by no more than 0.0001 of a cent.');
    // Nothing in the file is settled: it says so once, however many rows it has.
    expect(report.Notes.filter((note) => note.startsWith('No row has a date in Settled on'))).toHaveLength(1);
    expect(report.Figures[0]).toMatchObject({
      Unfunded: { Before: '1000.00', After: '491.00' },
      NAV: { After: '508.00' },
    });
    const done = (await files.confirm('ledger', report.Id)).json<Report>();
    expect([done.Status, ...counts(done)]).toEqual(['DONE', 4, 0, 0]);
    const entered = ['BUY 400.00', 'CALL-FEE 9.00', 'CALL-INV 500.00', 'EXP-AUDIT 1.00'];
    expect(await live()).toEqual(entered);

    const again = await files.checked('ledger', mended);
    expect([again.Conflict, ...counts(again)]).toEqual([null, 0, 0, 4]);
    expect((await files.confirm('ledger', again.Id)).statusCode).toBe(200);
    expect(await live()).toEqual(entered);

    const changed = mended.replace('L-1,FUND-I,CALL-INV,2024-02-15,500.00', 'L-1,FUND-I,CALL-INV,2024-02-15,550.00');
    const conflict = await files.checked('ledger', changed);
    expect([conflict.Conflict, ...counts(conflict)]).toEqual([{ Changed: 1, Missing: 0 }, 0, 1, 3]);
    const change = {
      Kind: 'Ledger entries',
      Record: 'Fund One, Capital call: investments 02/15/2024, row 2',
      Field: 'Amount',
      Before: '500.00',
      After: '550.00',
    };
    expect(conflict.Changes).toEqual([change]);
    const updated = (await files.confirm('ledger', conflict.Id)).json<Report>();
    expect([updated.Status, updated.Changes]).toEqual(['DONE', [change]]);
    expect(await live()).toEqual(['BUY 400.00', 'CALL-FEE 9.00', 'CALL-INV 550.00', 'EXP-AUDIT 1.00']);

    const undone = (await files.undo(updated.Id, 'The first file was right')).json<Report>();
    expect(undone.Status).toBe('UNDONE');
    expect(await live()).toEqual(entered);
    expect((await files.undo(updated.Id, 'again')).statusCode).toBe(409);

    const unchanged = await files.undo(again.Id, 'Imported twice');
    expect(unchanged.statusCode).toBe(409);
    expect(unchanged.body).toContain('This file created nothing, so there is nothing to undo.');
  });

  it('warns of days that have not come, with the quarters that they would open', async () => {
    const year = server.now.getUTCFullYear() + 1;
    const report = await files.checked('ledger', ledger(`F-1,FUND-I,FEE,${String(year)}-02-15,1.00,,,,,,`));
    const [warning, ...others] = report.Warnings;
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
    const { Warnings } = await files.checked(
      'ledger',
      'Vehicle,Type,Date,Amount,Recallable,Settled on\nFUND-I,FEE,2024-03-31,1.00,,2023-03-31\nFUND-I,DIST-ROC,2024-03-31,700.00,yes,\n',
    );
    expect(Warnings).toEqual([
      'Fund One, row 2: Settled on 03/31/2023 is 366 days before the date of the entry, 03/31/2024.',
      expect.stringMatching(
        /^Fund One, row 3: On 03\/31\/2024, more could be called again than was paid in of the commitment: .*Investor LP-A 420\.00 \(paid in 306\.00\)/,
      ),
    ]);
  });

  it('may overwrite: what an earlier file entered for the same days and this one has not is reversed [U-T-056]', async () => {
    const shorter = ledger(
      'L-1,FUND-I,CALL-INV,2024-02-15,500.00,,,,,,',
      'L-3,FUND-I,BUY,2024-02-20,400.00,,,STEEL,Common,,',
    );
    const report = await files.checked('ledger', shorter);
    expect(report.Conflict).toEqual({ Changed: 0, Missing: 1 });
    await files.confirm('ledger', report.Id, { Overwrite: true });
    expect(await live()).toEqual(['BUY 400.00', 'CALL-INV 500.00', 'EXP-AUDIT 1.00']);
  });

  it('is followed from an entry to its row, and the trail finds what a superuser changed of it', async () => {
    const findings = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) =>
      (await verifyTenant(tx, server.auditKey)).findings
        .map(({ of: location, what: subject }) => `${location.join(' / ')}: ${subject}`)
        .filter((text) => !text.startsWith('reference /')),
    );
    expect(findings).toEqual([]);
  });
});

describe('what a file entered', () => {
  const valued = (value: string) =>
    `Vehicle,Investment,Security,Date,Fair value\nFUND-I,STEEL,Common,2024-02-29,${value}\n`;
  const undo = (id: string) => files.undo(id, 'The file was of another fund');
  const nav = async () => {
    const answer = await send(editor, 'GET', `/api/performance/period/${fund}/2024-03-31`);
    return answer
      .json<{ Figures: { Subject: string; NAV: string }[] }>()
      .Figures.find(({ Subject }) => Subject === 'VEHICLE')?.NAV;
  };

  it('is withdrawn where it was the first value of a day, and gives way to the one before it where it was not', async () => {
    const before = await nav();
    const first = await files.imported('valuations', valued('430.00'));
    const second = await files.imported('valuations', valued('440.00'));
    expect([first.CanUndo, second.CanUndo, await nav()]).toEqual([true, true, '539.00']);
    expect((await undo(second.Id)).json<Report>().Status).toBe('UNDONE');
    expect(await nav()).toBe('529.00');
    expect((await undo(first.Id)).statusCode).toBe(200);
    expect(await nav()).toBe(before);
    expect(counts(await files.checked('valuations', valued('430.00')))).toEqual([1, 0, 0]);

    const below = await files.imported('valuations', valued('430.00'));
    const above = await files.imported('valuations', valued('440.00'));
    await undo(below.Id);
    expect(await nav()).toBe('539.00');
    await undo(above.Id);
    expect(await nav()).toBe(before);
  });

  it('belongs to its first file again once a later file that changed it is undone, in whatever order files are undone', async () => {
    const before = await live();
    const row = (amount: string) => ledger(`H-1,FUND-I,FEE,2024-02-21,${amount},,,,,,`);
    const entered = async (amount: string) => (await live()).filter((text) => text === `FEE ${amount}`).length;
    const question = async (id: string) =>
      (await send(editor, 'GET', `/api/upload/${id}/undo`)).json<NonNullable<Report['Undone']>>();
    const first = await files.imported('ledger', row('5.00'));
    const second = await files.imported('ledger', row('7.00'));
    expect([await entered('5.00'), await entered('7.00')]).toEqual([0, 1]);
    // The first file’s entry no longer counts: the preview says why.
    expect(await question(first.Id)).toMatchObject({
      Figures: [],
      Notes: [
        expect.stringContaining('Nothing changes.'),
        expect.stringMatching(/^Fund One: 1 entry of this file was replaced or removed by .+\./),
      ],
    });
    await undo(second.Id);
    expect([await entered('5.00'), await entered('7.00')]).toEqual([1, 0]);
    expect((await question(first.Id)).Figures).toHaveLength(1);
    await undo(first.Id);
    expect(await live()).toEqual(before);
    const again = await files.checked('ledger', row('5.00'));
    expect(counts(again)).toEqual([1, 0, 0]);
    await files.confirm('ledger', again.Id);

    // Undone first to last, the files leave nothing either, nor does a chain whose middle is undone first.
    const changed = await files.imported('ledger', row('8.00'));
    await undo(again.Id);
    expect(await entered('8.00')).toBe(1);
    await undo(changed.Id);
    expect(await live()).toEqual(before);
    const [firstReport, two, three] = [
      await files.imported('ledger', row('1.00')),
      await files.imported('ledger', row('2.00')),
      await files.imported('ledger', row('3.00')),
    ];
    await undo(two.Id);
    expect([await entered('1.00'), await entered('3.00')]).toEqual([0, 1]);
    await undo(three.Id);
    expect([await entered('1.00'), await entered('3.00')]).toEqual([1, 0]);
    await undo(firstReport.Id);
    expect(await live()).toEqual(before);
  });

  it('warns of the entries that its transfers between partners leave split on the shares before', async () => {
    const { Warnings } = await files.checked(
      'commitments',
      'External id,Vehicle,Investor,Kind,Date,Amount\nC-7,FUND-I,LP-A,Transfer out,2024-02-10,5.00\nC-8,FUND-I,LP-B,Transfer in,2024-02-10,5.00\n',
    );
    expect(Warnings).toEqual([
      expect.stringMatching(
        /^Fund One, rows 2, 3: \d+ entries dated 02\/15\/2024 to .* are already divided by the shares from before this transfer: .*Capital call: investments, 500\.00/,
      ),
    ]);
  });

  it('is reversed with the commitments that it promised, and may come again; what was called on it stays promised', async () => {
    const increase = 'External id,Vehicle,Investor,Kind,Date,Amount\nC-9,FUND-I,LP-A,Increase,2024-02-01,50.00\n';
    const promised = async () =>
      (await send(editor, 'GET', `/api/performance/commitment?vehicleId=${fund}`))
        .json<{ Investor: { Code: string }; Amount: string }[]>()
        .find(({ Investor }) => Investor.Code === 'LP-A')?.Amount;
    const done = await files.imported('commitments', increase);
    expect(await promised()).toBe('650.00');
    expect((await undo(done.Id)).json<Report>().Status).toBe('UNDONE');
    expect(await promised()).toBe('600.00');
    const again = await files.imported('commitments', increase);
    expect([counts(again), await promised()]).toEqual([[1, 0, 0], '650.00']);
    await undo(again.Id);

    const refused = await undo(closes.Id);
    expect([refused.statusCode, refused.json<{ Message: string }>().Message]).toEqual([
      422,
      expect.stringMatching(/^Fund One: The unfunded commitment of /),
    ]);
    expect(await promised()).toBe('600.00');
  });
});

describe('a file of valuations', () => {
  it('is where a figure comes from: its explanation names the row of the file [U27]', async () => {
    const url = `/api/performance/explanation?subject=${fund}&date=2024-03-31&figure=contributions`;
    interface Step {
      readonly Entries?: readonly { Source: { Name: string; Row: number; Record: { Type: string } } | null }[];
      readonly Children: readonly Step[];
    }
    const entriesOf = (step: Step): NonNullable<Step['Entries']> => [
      ...(step.Entries ?? []),
      ...step.Children.flatMap(entriesOf),
    ];
    const answer = await send(editor, 'GET', url);
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    const sources = entriesOf(answer.json<Step>()).map(({ Source }) => Source);
    expect(sources).toContainEqual(
      expect.objectContaining({
        Name: 'file.csv',
        Row: expect.any(Number),
        Record: expect.objectContaining({ Type: 'upload' }),
      }),
    );
  });

  it('values each security once a day: the same again changes nothing, another value takes its place', async () => {
    const file = (value: string) =>
      `Vehicle,Investment,Security,Date,Fair value\nFUND-I,North Steel,common,2024-03-31,${value}\n`;
    const twice = await files.checked('valuations', `${file('450.00')}FUND-I,STEEL,Common,2024-03-31,460.00\n`);
    expect(faults(twice)).toEqual([[3, 'Date', 'Row 2 already values this security on this date.']]);
    expect(counts(await files.imported('valuations', file('450.00')))).toEqual([1, 0, 0]);
    expect(counts(await files.imported('valuations', file('450.00')))).toEqual([0, 0, 1]);
    const other = await files.imported('valuations', file('475.00'));
    expect(counts(other)).toEqual([0, 1, 0]);
    expect(other.Changes).toMatchObject([{ Field: 'Fair value', Before: '450.00', After: '475.00' }]);
    expect(other.Figures[0]?.NAV).toEqual({ Before: '549.00', After: '574.00' });
  });
});

describe('a file of what was reported', () => {
  it('enters each figure once; another one takes its place [A-T-056]', async () => {
    const file = (nav: string) =>
      `Vehicle,Investor,Date,NAV,Net IRR,TVPI\nFUND-I,,2024-03-31,${nav},9.5,\nFUND-I,LP-A,2024-03-31,330.00,,1.1\n`;
    const wrong = await files.checked(
      'reported',
      `${file('1.00')}FUND-I,LP-A,2024-03-31,1.00,,\nFUND-I,LP-Z,2024-03-31,1.00,,\n`,
    );
    expect(faults(wrong)).toEqual([
      [4, 'Date', 'Row 3 already has reported figures for this date.'],
      [5, 'Investor', "'LP-Z' has no commitment to the vehicle."],
    ]);
    expect(counts(await files.imported('reported', file('570.00')))).toEqual([4, 0, 0]);
    expect(counts(await files.imported('reported', file('570.00')))).toEqual([0, 0, 4]);
    expect(counts(await files.imported('reported', file('571.00')))).toEqual([0, 1, 3]);
  });

  it('is taken back as a whole: what it stood in place of counts again, in whatever order files are undone [A-T-057]', async () => {
    const reported = async () =>
      (await send(editor, 'GET', `/api/performance/reported?vehicleId=${fund}`))
        .json<{ Counts: boolean; Figure: string; Date: string; Value: string; CommitmentId: string | null }[]>()
        .filter((item) => item.Counts && item.Date === '2024-02-29' && item.CommitmentId === null)
        .map(({ Figure, Value }) => `${Figure} ${Value}`)
        .sort();
    const file = (nav: string) => `Vehicle,Investor,Date,NAV,DPI\nFUND-I,,2024-02-29,${nav},0.1\n`;
    const undo = async (id: string) => {
      const answer = await files.undo(id, 'The manager took it back');
      expect(answer.statusCode).toBe(200);
      return answer.json<Report>();
    };
    const first = await files.imported('reported', file('500.00'));
    const second = await files.imported('reported', file('600.00'));
    expect([first.CanUndo, await reported()]).toEqual([true, ['dpi 0.1', 'nav 600']]);
    await undo(first.Id);
    expect(await reported()).toEqual(['nav 600']);
    await undo(second.Id);
    expect(await reported()).toEqual([]);
    const [third, fourth] = [
      await files.imported('reported', file('1.00')),
      await files.imported('reported', file('2.00')),
    ];
    await undo(fourth.Id);
    expect(await reported()).toEqual(['dpi 0.1', 'nav 1']);
    expect((await undo(third.Id)).Undone).toMatchObject({ By: 'Ada Example', Reason: 'The manager took it back' });
    expect(await reported()).toEqual([]);
  });

  it('may be the capital account of a partner in the layout of ILPA', async () => {
    const zero = accountColumn(new Map());
    const ended = (nav: string) =>
      accountColumn(
        new Map([
          [13, decimal('500.00')],
          [93, decimal(nav).minus('500.00')],
          [108, decimal('600.00')],
        ]),
      );
    const account = (nav: string) => ({ QTD: zero, YTD: zero, ITD: ended(nav) });
    const workbook = (fundName: string) =>
      reportingTemplateWorkbook({
        fund: fundName,
        investor: 'Investor LP-A',
        currency: 'EUR',
        dates: [{ label: 'Period End', date: '03/31/2024' }],
        accounts: { LP: account('612.34'), Fund: account('700.00'), GP: account('0.00') },
        footnotes: [],
      });
    const read = async (content: Buffer) => {
      const answer = await files.send('capital-account', content, { name: 'account.xlsx' });
      expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
      return answer.json<Report>();
    };
    expect(faults(await read(await workbook('Fund Nine')))).toContainEqual([
      1,
      'Vehicle',
      "There is no fund or coinvestment 'Fund Nine'.",
    ]);
    const report = await read(await workbook('Fund One'));
    expect(report.Errors).toEqual([]);
    const done = await files.confirm('capital-account', report.Id, { WarningsConfirmed: true });
    expect(done.statusCode, done.body.slice(0, 500)).toBe(200);
    const rows = await send(editor, 'GET', `/api/performance/reported?vehicleId=${fund}`);
    const reported = rows
      .json<{ Counts: boolean; Title: string; Value: string; Investor: { Code: string } | null }[]>()
      .filter(({ Counts, Title }) => Counts && ['NAV', 'Contributions'].includes(Title))
      .map(({ Title, Value, Investor }) => `${Investor?.Code ?? 'fund'} ${Title} ${Value}`);
    expect(reported).toEqual(['fund Contributions 500', 'fund NAV 700', 'LP-A Contributions 500', 'LP-A NAV 612.34']);
  });
});

describe('a file of 2,000,000 rows', () => {
  it('is read until it is too long, and refused with a sentence', async () => {
    const answer = await files.send('ledger', `Vehicle\n${'F0\n'.repeat(2_000_000)}`);
    expect([answer.statusCode, answer.json<{ Message: string }>().Message]).toEqual([
      413,
      'The file is too large. The file has more than 200,000 rows. Split it by vehicle or year, and upload the parts.',
    ]);
  });
});

/**
 * Rows of "Private equity commitments" as the pension funds published them (CalPERS, Private Equity Program Fund
 * Performance, and CalSTRS, Private Equity Portfolio Performance, quarters to 2025-03-31 and 2025-06-30): amounts in
 * millions, with floating-point noise.
 */
describe('values that pension funds published', () => {
  it('come in millions, are cents here, tie to their TVPI, and what nobody said stays not determined [A-P-111] [NOT_REPORTED]', async () => {
    const basis = { Code: 'REPORTED', Description: 'Reported' };
    const currency = { Id: await server.referenceEntry(tenantId, 'currency', 'USD') };
    const type = { Id: await server.referenceEntry(tenantId, 'investor-type', 'FUND') };
    const funds: { Id: string }[] = [];
    for (const [code, LegalName] of [
      ['57SGO', '57 Stars Global Opportunities Fund'],
      ['ADVVIII', 'Advent International GPE VIII-B Limited Partnership'],
    ] as const) {
      const payload = { Code: code, LegalName, Currency: currency, NavBasis: basis };
      funds.push(await create('/api/carry/fund', payload));
    }
    const investor = (await create('/api/performance/investor', { Code: 'PERS', Name: 'CalPERS', Type: type })).Id;
    await files.imported(
      'commitments',
      'Vehicle,Investor,Kind,Date,Amount\n57SGO,CalPERS,CLOSE,2007-01-01,430000000.00\nADVVIII,CalPERS,CLOSE,2016-01-01,500000000.00\n',
    );
    const headings = {
      fund_name: 'vehicle',
      pension_fund_name: 'investor',
      as_of_date: 'date',
      commitment_mm: 'commitment',
      capital_called_mm: 'contributions',
      capital_distributed_mm: 'distributions',
      remaining_value_mm: 'nav',
      net_irr: 'irr',
      net_multiple: 'tvpi',
    };
    const saved = await send(editor, 'POST', '/api/upload-history/reported/save-template', {
      Name: 'Pensions',
      Mapping: {
        Columns: Object.entries(headings).map(([Heading, Field]) => ({ Heading, Field })),
        Fixed: [],
        Codes: [],
        Sign: 'TYPE',
        Unit: '1000000',
        Rate: 'FRACTION',
        DateOrder: 'YMD',
        DecimalSign: '.',
        Sheet: null,
        FirstRow: 1,
      },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const report = await files.imported(
      'reported',
      `${Object.keys(headings).join(',')}
57 Stars Global Opportunities Fund,CalPERS,2025-03-31,430.0,414.6972,557.7702499999999,11.955556000000001,0.0590,1.3738
Advent International GPE VIII-B Limited Partnership,CalPERS,2025-03-31,500.0,500.0,658.834015,383.2477289999998,0.1590,2.0842
`,
      {},
      'Pensions',
    );
    expect(report.Notes).toEqual([
      '3 amounts were rounded by no more than 0.0001 of a cent.',
      'TVPI equals (distributions + NAV) / contributions to four decimals in 2 rows.',
    ]);
    const { PageData } = (
      await send(editor, 'GET', '/api/performance/investor/figures?endDate=2025-03-31&type=ALL&pageSize=50')
    ).json<{ PageData: { InvestorId: string; NotDetermined: { Field: string; Code: string }[] }[] }>();
    const figures = PageData.find(({ InvestorId }) => InvestorId === investor)!;
    expect(figures).toMatchObject({
      Commitment: '930000000.00',
      Contributions: '914697200.00',
      Distributions: '1216604265.00',
      NAV: '395203285.00',
      Unfunded: null,
      IRR: null,
    });
    const rates = await Promise.all(
      funds.map(async ({ Id }) => {
        const reported = await send(editor, 'GET', `/api/performance/reported?vehicleId=${Id}`);
        return reported
          .json<{ Figure: string; Value: string }[]>()
          .flatMap(({ Figure, Value }) => (Figure === 'irr' ? [Value] : []));
      }),
    );
    expect(rates).toEqual([['5.9'], ['15.9']]);
    expect(figures.NotDetermined.map(({ Field, Code }) => `${Field} ${Code}`)).toEqual([
      'unfunded NOT_REPORTED',
      'navBeforeCarry NOT_REPORTED',
      'carryPaid NOT_REPORTED',
      'unrealized NOT_REPORTED',
      'irr NOT_REPORTED',
    ]);
  });
});

describe('a mapping template', () => {
  const columns = [
    ['Nr', 'externalId'],
    ['Buchungstag', 'date'],
    ['Art', 'type'],
    ['Betrag', 'amount'],
  ].map(([Heading, Field]) => ({ Heading, Field }));
  const mapping = {
    Columns: columns,
    Fixed: [{ Field: 'vehicle', Value: 'FUND-I' }],
    Codes: [{ Field: 'type', Own: 'Kapitalabruf', Code: 'CALL-INV' }],
    Sign: 'CASH',
    Unit: '1000',
    DateOrder: 'DMY',
    DecimalSign: ',',
    Sheet: null,
    FirstRow: 2,
  };
  const body = (more: object = {}) => ({ Name: 'Fondsbuch', Mapping: { ...mapping, ...more } });
  const save = (payload: object) => send(editor, 'POST', '/api/upload-history/ledger/save-template', payload);
  const refused = async (payload: object) => {
    const answer = await save(payload);
    return answer
      .json<{ Errors: { Path: string; Message: string }[] }>()
      .Errors.map(({ Path, Message }) => [Path, Message]);
  };

  it('refuses two headings for one column, and a column that every row needs without one [A-T-053]', async () => {
    expect(await refused(body({ Columns: [...columns, { Heading: 'Summe', Field: 'amount' }] }))).toEqual([
      ['Mapping.Columns[4].Field', "'Betrag' and 'Summe' are both read as Amount. Keep only one of them."],
    ]);
    expect(await refused(body({ Fixed: [] }))).toEqual([
      ['Mapping.Columns', 'Every row needs a value for Vehicle. Choose its heading or enter a fixed value.'],
    ]);
  });

  it("reads somebody else's file: own headings and codes, cash signs, thousands, day before month, decimal comma [A-T-050]", async () => {
    expect((await save(body())).statusCode).toBe(200);
    expect((await save(body())).statusCode).toBe(409);
    const listed = (await send(editor, 'GET', '/api/upload-history/performance/templates')).json<{ Name: string }[]>();
    expect(listed.map(({ Name }) => Name)).toContain('Fondsbuch');
    const file = 'Buchungen 2024\r\nNr;Buchungstag;Art;Betrag\r\nB-1;03.04.2024;Kapitalabruf;-0,1\r\n';
    const gone = await files.checked('ledger', file.replace('Betrag', 'Summe'), 'Fondsbuch');
    expect(faults(gone)).toEqual([
      [2, 'Betrag', "The file has no column 'Betrag'. The mapping template reads Amount from it."],
    ]);
    const undated = await files.checked('ledger', file.replace('Buchungstag', 'Tag'), 'Fondsbuch');
    expect(faults(undated)).toEqual([
      [2, 'Buchungstag', "The file has no column 'Buchungstag'. The mapping template reads Date from it."],
    ]);
    expect(counts(await files.imported('ledger', file, {}, 'Fondsbuch'))).toEqual([1, 0, 0]);
    expect(await live()).toContain('CALL-INV 100.00');
  });
});

describe('a vehicle that several write to', () => {
  let toUndo: Report;
  const fees = (from: number) =>
    ledger(
      ...Array.from({ length: 20 }, (_, i) => `T-${from + i},FUND-I,EXP-AUDIT,2024-06-2${i % 5},0.${10 + i},,,,,,`),
    );
  const verified = () =>
    server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) =>
      (await verifyTenant(tx, server.auditKey)).findings
        .filter(({ of: location }) => location[0] !== 'reference')
        .map(({ what: subject }) => subject),
    );

  it('takes one file after the other: the second waits, and none is lost', async () => {
    const before = (await live()).length;
    const both = await Promise.all([files.checked('ledger', fees(100)), files.checked('ledger', fees(200))]);
    const done = await Promise.all(both.map(({ Id }) => files.confirm('ledger', Id, { WarningsConfirmed: true })));
    expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await live()).length).toBe(before + 40);
  });

  it('is locked with the whole file or with nothing of it: what came too late is not in the locked quarter', async () => {
    toUndo = await files.imported('ledger', ledger('U-1,FUND-I,EXP-AUDIT,2024-06-20,7.00,,,,,,'));
    const { Id } = await files.checked('ledger', fees(300));
    const url = `/api/performance/period/${fund}/2024-06-30`;
    const { RowVersion } = (await send(editor, 'GET', url)).json<{ RowVersion: number }>();
    const [locked, entered] = await Promise.all([
      send(editor, 'POST', `${url}/lock`, { RowVersion, WithEarlier: true, Acknowledged: ['T11', 'T12'] }),
      files.confirm('ledger', Id),
    ]);
    expect(locked.statusCode, locked.body.slice(0, 500)).toBe(200);
    // Before the lock, the entries are in the quarter. After it, its rows would be late and need confirmation.
    expect([200, 409, 422]).toContain(entered.statusCode);
    if (entered.statusCode !== 200) expect(entered.body).toMatch(/rows are dated in a locked quarter/);
    expect(await verified()).toEqual([]);
  });

  it('names the rows of a locked quarter, of many the first ones', async () => {
    const few = await files.checked(
      'ledger',
      ledger(
        'V-1,FUND-I,EXP-AUDIT,2024-06-20,1.00,,,,,,',
        'V-2,FUND-I,EXP-AUDIT,2024-08-20,1.00,,,,,,',
        'V-3,FUND-I,EXP-AUDIT,2024-06-21,1.00,,,,,,',
      ),
    );
    expect(few.Warnings).toEqual(['2 rows are dated in a locked quarter and will appear in the first open one: 2, 4.']);
    const many = await files.checked('ledger', fees(400));
    expect(many.Warnings).toEqual([
      '20 rows are dated in a locked quarter and will appear in the first open one: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and others.',
    ]);
  });

  it('says before a file of a locked quarter is undone, and afterwards, that it is reversed in the first open one, and what that does [A-T-057 P33]', async () => {
    const late =
      '1 row is in a locked quarter, whose figures don’t change. The reversals appear in the first open quarter, marked Late.';
    const question = (await send(editor, 'GET', `/api/upload/${toUndo.Id}/undo`)).json<NonNullable<Report['Undone']>>();
    // A locked quarter keeps its version, and the figures returned are those of the open quarter that changes.
    const [stays = '', ...more] = question.Notes.slice(1);
    expect([question.Notes[0], more, question.Figures.length]).toEqual([late, [], 1]);
    expect(stays).toMatch(
      /: figures and versions through 06\/30\/2024 are locked and stay the same\. The reversals appear at 09\/30\/2024, a new quarter\.$/,
    );
    expect(question.Figures[0]).toMatchObject({ PeriodEnd: '2024-09-30' });
    const quarter = async (end: string) =>
      (await send(editor, 'GET', `/api/performance/period/${fund}/${end}`)).json<{
        readonly Version: number;
        readonly Figures: readonly { readonly Subject: string; readonly NAV: string }[];
      }>();
    const locked = await quarter('2024-06-30');
    const { Undone, Figures } = await create<Report>(
      `/api/upload/${toUndo.Id}/undo`,
      { Reason: 'Another fund’s' },
      editor,
    );
    expect(Undone).toMatchObject({ Notes: question.Notes, Figures: question.Figures, Reason: 'Another fund’s' });
    expect(Undone?.Figures).not.toEqual(Figures);
    expect(await quarter('2024-06-30')).toEqual(locked);
    const open = (await quarter('2024-09-30')).Figures.find(({ Subject }) => Subject === 'VEHICLE');
    expect(open?.NAV).toBe(question.Figures[0]?.NAV.After);
    expect((await send(editor, 'GET', `/api/upload/${toUndo.Id}`)).json<Report>().Undone).toEqual(Undone);
    expect((await send(editor, 'GET', `/api/upload/${toUndo.Id}/undo`)).statusCode).toBe(409);
    expect(await verified()).toEqual([]);
  });
});

describe('uploads of a module', () => {
  it('are listed and opened by who may import them, deleted, and recovered by an administrator [A-T-049, A-T-051, A-T-052, A-T-054, A-T-055]', async () => {
    const list = async (as: TestPerson, module: string, query = '') =>
      (await send(as, 'GET', `/api/upload-history/${module}?PageSize=100${query}`)).json<{
        PageData: { Id: string }[];
      }>().PageData;
    const [newest] = await list(editor, 'performance');
    expect(await list(editor, 'carry')).toEqual([]);
    const stranger = await server.person(tenantId, { carry: 'administrator' });
    expect(await list(stranger, 'performance')).toEqual([]);
    expect((await send(stranger, 'GET', `/api/upload/${newest!.Id}`)).statusCode).toBe(404);
    const file = await send(editor, 'GET', `/api/upload-history/${newest!.Id}/download`);
    expect(file.headers['content-type']).toMatch(/^text\/csv/);
    expect((await send(editor, 'GET', '/api/upload-history/ledger/performance/download-template')).statusCode).toBe(
      200,
    );
    expect((await send(editor, 'DELETE', `/api/upload-history/${newest!.Id}/delete`)).statusCode).toBe(200);
    expect((await send(editor, 'GET', `/api/upload/${newest!.Id}`)).statusCode).toBe(404);
    const recovery = '/api/upload-history/ledger/performance/recovery';
    expect((await send(editor, 'POST', recovery, { Id: newest!.Id })).statusCode).toBe(403);
    expect((await list(owner, 'performance', '&deleted=true')).map(({ Id }) => Id)).toEqual([newest!.Id]);
    expect((await send(owner, 'POST', recovery, { Id: newest!.Id })).statusCode).toBe(200);
    expect((await send(editor, 'GET', `/api/upload/${newest!.Id}`)).statusCode).toBe(200);
    expect((await send(owner, 'POST', recovery, { Name: 'Fondsbuch' })).json()).toEqual({ Id: null });
  });

  it('are answered as type:id to a client of the specification, which is told to POST [U-T-084, A-T-056, A-T-057]', async () => {
    const text = await files.send('valuations', 'Vehicle,Investment,Security,Date,Fair value\nX,Y,Z,2024-03-31,1\n', {
      accept: 'text/plain',
    });
    expect(text.body).toMatch(/^valuations:[0-9a-f-]{36}$/);
    const response = await send(editor, 'GET', `/api/upload/${text.body.split(':')[1]}/upload/valuations/true`);
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST']);
  });

  it.each([
    ['a zip that is no workbook', 'bomb.xlsx', Buffer.from('504b0304', 'hex'), /isn’t an Excel workbook/],
    ['NUL', 'a.csv', Buffer.from('Vehicle\n\u0000\n'), /a NUL character/],
    ['another encoding', 'a.csv', Buffer.from('Vehicle,Caf\u00e9\n', 'latin1'), /isn’t UTF-8/],
    ['nothing', 'a.csv', Buffer.from(''), /The file has no rows/],
  ])('with %s are refused with a sentence', async (_label, name, bytes, why) => {
    expect((await files.send('ledger', bytes, { name })).body).toMatch(why);
  });
});
