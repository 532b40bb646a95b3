import { findingText } from '@carrara/adapters/postgres/verify/finding';
import { type ImportFirm, importFirm, ledgerFile } from '@carrara/server/testing/importFirm';
import { wholeFundTerms } from '@carrara/server/testing/carryTerms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Superuser } from './tampering.ts';

let firm: ImportFirm;
let superuser: Superuser;

beforeAll(async () => {
  firm = await importFirm();
  const { files, fund } = firm;
  await files.imported(
    'ledger',
    ledgerFile(
      'L-1,FUND-I,CALL-FEE,2024-02-01,600.00,,,,,,',
      'L-2,FUND-I,CALL-FEE,2024-05-01,40.00,,,,,,',
      'L-3,FUND-I,EXP-AUDIT,2024-06-20,7.00,,,,,,',
    ),
  );
  await files.imported(
    'reported',
    'Vehicle,Investor,Date,NAV,Net IRR\nFUND-I,,2024-03-31,61200000.00,9.5\nFUND-I,LP-A,2024-03-31,330.00,\n',
    { warningsConfirmed: true },
  );
  await files.imported(
    'index',
    'Index,Date,Level,Name,Provider,Currency\nWORLD,2024-01-02,100,World equities,Index House,EUR\nWORLD,2024-01-03,100.5\n',
  );
  const terms = { managementFee: '1.75', feeBasis: { code: 'COMMITMENT' } } as const;
  await firm.server.as(firm.editor).saveEconomicTerms({ params: { fundId: fund }, body: terms });
  await firm.server.as(firm.editor).saveCarryTerms({ body: wholeFundTerms(fund) });
  superuser = await Superuser.create(firm.server, firm.tenantId);
});
afterAll(async () => {
  await superuser?.end();
  await firm?.server.stop();
});

const linesAfter = async (...changes: readonly string[]) =>
  (
    await superuser.verifyAfter(async () => {
      for (const change of changes) await superuser.query(change);
    })
  ).findings
    .filter(({ part, location: [type] }) => part === 'records' && type !== 'reference')
    .map(findingText);

const call = 'upload > file.csv > Fund One > Capital call: management fees > 2024-02-01';

describe('carrara audit verify of imported rows', () => {
  it('names each changed entry by fund, type and date, with the values before and now', async () => {
    expect(
      await linesAfter(
        `UPDATE ledger_entry SET is_recallable = true, description = 'Forged' WHERE external_id = 'L-1'`,
        `UPDATE ledger_entry SET effective_date = '2024-06-21', amount = amount + 100 WHERE external_id = 'L-3'`,
      ),
    ).toEqual([
      `${call}: recallable: false before, true now`,
      `${call}: description: nothing before, Forged now`,
      'upload > file.csv > Fund One > Audit > 2024-06-20: effective date: 2024-06-20 before, 2024-06-21 now',
      'upload > file.csv > Fund One > Audit > 2024-06-20: amount: 7.00 EUR before, 107.00 EUR now',
    ]);
  });

  it('names the entry and the party of a changed share, with the currency', async () => {
    expect(
      await linesAfter(
        `UPDATE ledger_share SET amount = amount + 5 WHERE entry_id = (SELECT id FROM ledger_entry WHERE external_id = 'L-1')
           AND commitment_id = (SELECT c.id FROM commitment c JOIN container i ON i.id = c.investor_id WHERE i.name = 'Investor LP-A')`,
      ),
    ).toEqual([
      `${call}: amount of all ledger shares: 600.00 EUR before, 605.00 EUR now`,
      'upload > file.csv > Fund One > Investor LP-A: amount of all ledger shares: 430.87 EUR before, 435.87 EUR now',
    ]);
  });

  it('names removed and added entries with their amounts', async () => {
    expect(await linesAfter(`UPDATE ledger_entry SET id = gen_random_uuid() WHERE external_id = 'L-2'`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/> 2024-05-01: ledger entry is gone: .*amount 40\.00 EUR before, nothing now$/),
        expect.stringMatching(/> 2024-05-01: ledger entry has no entry in the audit log: .*amount 40\.00 EUR now$/),
      ]),
    );
  });

  it('names reported figures, index levels, terms and commitments once, with dates, versions and amounts', async () => {
    expect(
      await linesAfter(
        `UPDATE reported_figure SET value = value + 1`,
        `UPDATE index_level SET level = level + 1 WHERE level_date = '2024-01-03'`,
        `UPDATE economic_terms SET later_management_fee = 25`,
        `UPDATE carry_tier SET gp_share = 25 WHERE kind = 'SPLIT'`,
        `UPDATE commitment_event SET amount = amount + 1 WHERE amount = 600`,
      ),
    ).toEqual([
      'commitment > Fund One > Investor LP-A > Close > 2024-01-15: amount: 600.00 EUR before, 601.00 EUR now',
      'index series > World equities > 2024-01-03: level: 100.50 before, 101.50 now',
      'economic terms > Fund One > fund as a whole > version 1: later management fee: nothing before, 25.00 now',
      'carry terms > Fund One > 2000-01-01 > tier 4 > Split: gp share: 20.00 before, 25.00 now',
      'upload > file.csv > Fund One > fund as a whole > NAV > 2024-03-31: value: 61,200,000.00 EUR before, 61,200,001.00 EUR now',
      'upload > file.csv > Fund One > fund as a whole > Net IRR > 2024-03-31: value: 9.50 before, 10.50 now',
      'upload > file.csv > Fund One > Investor LP-A > NAV > 2024-03-31: value: 330.00 EUR before, 331.00 EUR now',
    ]);
  });

  it('lists every figure with `all`, and names a forged figure although the fund has changed records', async () => {
    const attack = async () => {
      await superuser.query(`UPDATE ledger_entry SET amount = amount + 100 WHERE external_id = 'L-1'`);
      await superuser.query(`UPDATE ledger_share SET amount = amount + 10 WHERE amount > 50`);
      await superuser.query(
        `UPDATE period_figure SET nav = nav + 1000 WHERE subject = 'INVESTOR' AND period_end = '2024-06-30'
           AND subject_id = (SELECT id FROM container WHERE name = 'Investor LP-B')`,
      );
    };
    const figures = (all: boolean) =>
      superuser
        .verifyAfter(attack, { all })
        .then(({ findings }) => findings.filter(({ part }) => part === 'figures').map(findingText));
    const [few, all] = [await figures(false), await figures(true)];
    const forged = 'quarter 2024-06-30 > in EUR > Investor LP-B: NAV: stored 1,211.23 EUR, computed again 221.23 EUR';
    expect(few).toContain(forged);
    expect(few.slice(-2)).toEqual([
      expect.stringMatching(/^Fund One > .*: 33 figures differ .*--all lists them\): .*NAV \d/),
      expect.stringMatching(/^investors > .*: 21 figures differ /),
    ]);
    // At least one figure of each kind is listed.
    const kindsOf = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.split(': ').at(-2) ?? []));
    expect([...kindsOf(all)].filter((kind) => !kindsOf(few).has(kind))).toEqual([]);
    expect(all).toHaveLength(1 + 33 + 21);
    expect(all).toContain(forged);
  });

  it('names a reported figure once whose link to its upload was removed, added or changed', async () => {
    const figure = 'Fund One > Investor LP-A > NAV > 2024-03-31';
    const link = (values: string, value = 330) =>
      `UPDATE reported_figure SET (source_kind, source_id, source_row) = (${values}) WHERE value = ${value}`;
    const ofUpload = `upload > file.csv > ${figure}: source of the reported figure: upload > file.csv`;
    expect(await linesAfter(link('NULL, NULL, NULL'))).toEqual([`${ofUpload} before, nothing now`]);
    expect(
      await linesAfter(
        link('NULL, NULL, NULL'),
        `UPDATE reported_figure SET description = 'Forged', value = 331 WHERE value = 330`,
      ),
    ).toEqual([`${ofUpload}, value 330.00 EUR before, description Forged, value 331.00 EUR now`]);
    const uploadOfEntries = "(SELECT source_id FROM ledger_entry WHERE external_id = 'L-1')";
    expect(await linesAfter(link(`'UPLOAD', ${uploadOfEntries}, 1`))).toEqual([
      `upload > file.csv > ${figure}: source of the reported figure is another`,
    ]);
    const [deleted, ...more] = await linesAfter(
      'DELETE FROM upload_history WHERE id = (SELECT source_id FROM reported_figure WHERE value = 330)',
    );
    expect([deleted, more]).toEqual([
      expect.stringContaining('upload > file.csv: is missing without an audit entry'),
      [],
    ]);
    // A removed figure stays a removed one, and a figure under another name is an added one.
    expect(await linesAfter('DELETE FROM reported_figure WHERE value = 330')).toEqual([
      `upload > file.csv > ${figure}: reported figure is gone: booked 2024-03-31, value 330.00 EUR before, nothing now`,
    ]);
    expect(
      await linesAfter(link('NULL, NULL, NULL'), `UPDATE reported_figure SET figure = 'unfunded' WHERE value = 330`),
    ).toEqual([
      expect.stringContaining('Unfunded > 2024-03-31: has no entry in the audit log'),
      expect.stringContaining('NAV > 2024-03-31: reported figure is gone'),
    ]);
    const { fund: fundId, owner, server } = firm;
    await server.as(owner).saveReported({
      body: {
        warningsConfirmed: true,
        vehicleId: fundId,
        figures: [{ figure: 'nav', date: '2024-06-30', value: '440.00' }],
      },
    });
    expect(
      await linesAfter(link(`'UPLOAD', (SELECT source_id FROM reported_figure WHERE value = 330), 9`, 440)),
    ).toEqual([
      'reported figure > Fund One > fund as a whole > NAV > 2024-06-30: source of the reported figure: nothing before, upload > file.csv now',
    ]);
  });
});
