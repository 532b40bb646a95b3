import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFirm, type ImportFirm, ledgerFile } from '../testing/importFirm.ts';
import { refusal } from '../testing/testClient.ts';
import { counts, faults } from '../testing/uploads.ts';

let firm: ImportFirm;
let files: ImportFirm['files'];

beforeAll(async () => {
  firm = await importFirm();
  files = firm.files;
  await files.imported(
    'ledger',
    ledgerFile(
      'L-1,FUND-I,CALL-INV,2024-02-15,500.00,,,,,,',
      'L-3,FUND-I,BUY,2024-02-20,400.00,,,STEEL,Common,Equity,',
      ',FUND-I,EXP-AUDIT,2024-03-31,1.00,,,,,,',
    ),
  );
});
afterAll(() => firm?.server.stop());

describe('entries of a file', () => {
  const valued = (value: string) =>
    `Vehicle,Investment,Security,Date,Fair value\nFUND-I,STEEL,Common,2024-02-29,${value}\n`;
  const undo = (id: string) => files.undo(id, 'The file was of another fund');
  const nav = async () => {
    const params = { vehicleId: firm.fund, endDate: '2024-03-31' };
    const { figures } = await firm.server.as(firm.editor).getPeriod({ params });
    return figures.find(({ subject }) => subject === 'VEHICLE')?.nav;
  };

  it('is withdrawn if it was the first value of a day, otherwise the earlier one counts again', async () => {
    const before = await nav();
    const first = await files.imported('valuations', valued('430.00'));
    const second = await files.imported('valuations', valued('440.00'));
    expect([first.canUndo, second.canUndo, await nav()]).toEqual([true, true, '539.00']);
    expect((await undo(second.id)).status).toBe('UNDONE');
    expect(await nav()).toBe('529.00');
    await undo(first.id);
    expect(await nav()).toBe(before);
    expect(counts(await files.checked('valuations', valued('430.00')))).toEqual([1, 0, 0]);

    const below = await files.imported('valuations', valued('430.00'));
    const above = await files.imported('valuations', valued('440.00'));
    await undo(below.id);
    expect(await nav()).toBe('539.00');
    await undo(above.id);
    expect(await nav()).toBe(before);
  });

  it('belongs to its first file again once a later file that changed it is undone, in whatever order files are undone', async () => {
    const before = await firm.entries();
    const row = (amount: string) => ledgerFile(`H-1,FUND-I,FEE,2024-02-21,${amount},,,,,,`);
    const entered = async (amount: string) => (await firm.entries()).filter((text) => text === `FEE ${amount}`).length;
    const question = (id: string) => firm.server.as(firm.editor).checkUndo({ params: { id } });
    const first = await files.imported('ledger', row('5.00'));
    const second = await files.imported('ledger', row('7.00'));
    expect([await entered('5.00'), await entered('7.00')]).toEqual([0, 1]);
    // The first file’s entry no longer counts: the preview says why.
    expect(await question(first.id)).toMatchObject({
      figures: [],
      notes: [
        expect.stringContaining('Nothing changes.'),
        expect.stringMatching(/^Fund One: 1 entry of this file was replaced or removed by .+\./),
      ],
    });
    await undo(second.id);
    expect([await entered('5.00'), await entered('7.00')]).toEqual([1, 0]);
    expect((await question(first.id)).figures).toHaveLength(1);
    await undo(first.id);
    expect(await firm.entries()).toEqual(before);
    const again = await files.checked('ledger', row('5.00'));
    expect(counts(again)).toEqual([1, 0, 0]);
    await files.confirm('ledger', again.id);

    // Undone first to last, the files leave nothing either, nor does a chain whose middle is undone first.
    const changed = await files.imported('ledger', row('8.00'));
    await undo(again.id);
    expect(await entered('8.00')).toBe(1);
    await undo(changed.id);
    expect(await firm.entries()).toEqual(before);
    const [firstReport, two, three] = [
      await files.imported('ledger', row('1.00')),
      await files.imported('ledger', row('2.00')),
      await files.imported('ledger', row('3.00')),
    ];
    await undo(two.id);
    expect([await entered('1.00'), await entered('3.00')]).toEqual([0, 1]);
    await undo(three.id);
    expect([await entered('1.00'), await entered('3.00')]).toEqual([1, 0]);
    await undo(firstReport.id);
    expect(await firm.entries()).toEqual(before);
  });

  it('warns of the entries that its transfers between partners leave split on the shares before', async () => {
    const { warnings } = await files.checked(
      'commitments',
      'External id,Vehicle,Investor,Kind,Date,Amount\nC-7,FUND-I,LP-A,Transfer out,2024-02-10,5.00\nC-8,FUND-I,LP-B,Transfer in,2024-02-10,5.00\n',
    );
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Fund One, rows 2, 3: \d+ entries dated 02\/15\/2024 to .* are already divided by the shares from before this transfer: .*Capital call: investments, 500\.00/,
      ),
    ]);
  });

  it('names later files that repeat rows, and enters these rows again if such a file is imported again', async () => {
    const row = (id: string, amount: string) => `${id},FUND-I,EXP-AUDIT,2024-03-07,${amount},,,,,,`;
    const before = await firm.entries();
    const first = await files.imported('ledger', ledgerFile(row('R-1', '1.00'), row('R-2', '2.00')));
    const corrected = ledgerFile(row('R-1', '1.00'), row('R-2', '3.00'));
    const second = await files.imported('ledger', corrected);
    const question = await firm.server.as(firm.editor).checkUndo({ params: { id: first.id } });
    expect(question.notes.at(-1)).toBe(
      'Later files repeat rows of earlier ones: file.csv. A row that this file entered is undone even if a later file repeats it. To keep it, import the later file again after the undo.',
    );
    await undo(first.id);
    const third = await files.imported('ledger', corrected);
    expect(counts(third)).toEqual([1, 0, 1]);
    await undo(third.id);
    await undo(second.id);
    expect(await firm.entries()).toEqual(before);
  });

  it('stays if a security was valued after its purchase, also if a file overwrites it', async () => {
    const bought = ledgerFile(
      'B-1,FUND-I,BUY,2024-05-02,10.00,,,STEEL,Notes,Debt,',
      'B-2,FUND-I,EXP-AUDIT,2024-05-03,1.00,,,,,,',
    );
    const purchase = await files.imported('ledger', bought);
    const value = await files.imported(
      'valuations',
      'Vehicle,Investment,Security,Date,Fair value\nFUND-I,STEEL,Notes,2024-05-31,12.00\n',
    );
    const reason = /The security was valued after this purchase and would keep its value: 12\.00 on 05\/31\/2024\./;
    expect((await refusal(undo(purchase.id))).message).toMatch(reason);
    const changed = await files.imported('ledger', bought.replace('10.00', '11.00'));
    await undo(changed.id);
    await undo(value.id);
    await undo(purchase.id);
  });

  const late = async () => {
    const type = { id: await firm.server.referenceEntry(firm.tenantId, 'investor-type', 'OTHER') };
    const body = { code: 'LATE', name: 'Investor LATE', type };
    return (await firm.server.as(firm.owner).saveInvestor({ body })).id;
  };

  it('is reversed with its commitments and can be imported again; commitments with calls or later acts stay', async () => {
    const increase = 'External id,Vehicle,Investor,Kind,Date,Amount\nC-9,FUND-I,LP-A,Increase,2024-02-01,50.00\n';
    const promised = async () =>
      (await firm.server.as(firm.editor).listCommitments({ query: { vehicleId: firm.fund } })).find(
        ({ investor }) => investor.code === 'LP-A',
      )?.amount;
    // The increase is dated before a call, which stays divided without it.
    const confirmed = { warningsConfirmed: true };
    const done = await files.imported('commitments', increase, confirmed);
    expect(await promised()).toBe('650.00');
    expect((await undo(done.id)).status).toBe('UNDONE');
    expect(await promised()).toBe('600.00');
    const again = await files.imported('commitments', increase, confirmed);
    expect([counts(again), await promised()]).toEqual([[1, 0, 0], '650.00']);
    await undo(again.id);

    // A call that is posted later is split by the increase.
    const before = await firm.entries();
    const increased = await files.imported('commitments', increase, confirmed);
    const as = firm.server.as(firm.editor);
    const call = await as.saveLedgerAct({
      body: {
        vehicleId: firm.fund,
        kind: 'CALL',
        date: '2024-03-05',
        amounts: { investments: '20.00' },
        warningsConfirmed: true,
      },
    });
    expect((await refusal(undo(increased.id))).message).toBe(
      'This record is in use and can’t be reversed. Fund One: Later postings were computed from rows of this file. Reverse the capital call of 03/05/2024 first.',
    );
    const reason = { body: { reason: 'It is of another fund' } };
    await as.reverseLedgerAct({ params: { id: call.id }, ...reason });
    await undo(increased.id);

    // A late closing is computed from the calls of a file.
    const calls = await files.imported('ledger', ledgerFile('L-20,FUND-I,CALL-INV,2024-03-06,30.00,,,,,,'));
    const { id: closing } = await as.saveLedgerAct({
      body: {
        vehicleId: firm.fund,
        kind: 'LATE_CLOSING',
        date: '2024-03-20',
        investorId: await late(),
        commitment: '100.00',
        interestRate: '0',
        warningsConfirmed: true,
      },
    });
    expect((await refusal(undo(calls.id))).message).toBe(
      'This record is in use and can’t be reversed. Fund One: Later postings were computed from rows of this file. Reverse the late closing of 03/20/2024 first.',
    );
    const changed = await files.checked('ledger', ledgerFile('L-20,FUND-I,CALL-INV,2024-03-06,35.00,,,,,,'));
    expect(JSON.stringify(changed)).toContain('Reverse the late closing of 03/20/2024 first.');
    // The closing still depends on the call after a file has changed the call's description. Undoing that file changes
    // no amount.
    const withText = ledgerFile('L-20,FUND-I,CALL-INV,2024-03-06,30.00,,,,,,Call 20');
    const described = await files.imported('ledger', withText.replace('Cost relieved', 'Description'));
    expect(described.warnings).toEqual([]);
    const [entry] = (await as.listLedgerEntries({ query: { vehicleId: firm.fund, searchQuery: 'Call 20' } })).pageData;
    expect((await refusal(as.reverseLedgerEntry({ params: { id: entry!.id }, ...reason }))).message).toContain(
      'Reverse the late closing of 03/20/2024 first.',
    );
    await undo(described.id);
    await as.reverseLedgerAct({ params: { id: closing }, ...reason });
    await undo(calls.id);
    expect(await firm.entries()).toEqual(before);

    const refused = await refusal(undo(firm.commitments.id));
    expect([refused.status, refused.message]).toEqual([
      422,
      expect.stringMatching(/^Fund One: The unfunded commitment of /),
    ]);
    expect(await promised()).toBe('600.00');
  });
});

describe('a file of valuations', () => {
  it('is the source of a figure: its explanation names the row of the file [U27]', async () => {
    const tree = await firm.server.as(firm.editor).explainPerformance({
      query: { subject: firm.fund, date: '2024-03-31', figure: 'contributions' },
    });
    const entriesOf = ({ entries = [], children }: typeof tree): NonNullable<(typeof tree)['entries']> => [
      ...(entries ?? []),
      ...children.flatMap(entriesOf),
    ];
    const sources = entriesOf(tree).map(({ source }) => source);
    expect(sources).toContainEqual(
      expect.objectContaining({
        name: 'file.csv',
        row: expect.any(Number),
        record: expect.objectContaining({ type: 'upload' }),
      }),
    );
  });

  it('values each security once a day: a repeat changes nothing, another value replaces it', async () => {
    const file = (value: string) =>
      `Vehicle,Investment,Security,Date,Fair value\nFUND-I,North Steel,common,2024-03-31,${value}\n`;
    const twice = await files.checked('valuations', `${file('450.00')}FUND-I,STEEL,Common,2024-03-31,460.00\n`);
    expect(faults(twice)).toEqual([[3, 'Date', 'Row 2 already values this security on this date.']]);
    expect(counts(await files.imported('valuations', file('450.00')))).toEqual([1, 0, 0]);
    expect(counts(await files.imported('valuations', file('450.00')))).toEqual([0, 0, 1]);
    const other = await files.imported('valuations', file('475.00'));
    expect(counts(other)).toEqual([0, 1, 0]);
    expect(other.changes).toMatchObject([{ field: 'Fair value', before: '450.00', after: '475.00' }]);
    expect(other.figures[0]?.nav).toEqual({ before: '549.00', after: '574.00' });
  });
});
