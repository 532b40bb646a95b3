import { findingText } from '@carrara/adapters/postgres/verify/finding';
import { type ImportFirm, importFirm, ledgerFile } from '@carrara/server/testing/importFirm';
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
  );
  await files.imported(
    'index',
    'Index,Date,Level,Name,Provider,Currency\nWORLD,2024-01-02,100,World equities,Index House,EUR\nWORLD,2024-01-03,100.5\n',
  );
  const terms = { carry: '20', managementFee: '1.75', feeBasis: { code: 'COMMITMENT' } } as const;
  await firm.server.as(firm.editor).saveEconomicTerms({ params: { fundId: fund }, body: terms });
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

const call = 'upload > file.csv > Fund One > Capital call – fees > 2024-02-01';

describe('carrara audit verify of imported rows', () => {
  it('names each changed entry by fund, type and date, with the values before and now', async () => {
    expect(
      await linesAfter(
        `UPDATE ledger_entry SET is_recallable = true, description = 'Forged' WHERE external_id = 'L-1'`,
        `UPDATE ledger_entry SET effective_date = '2024-06-21', amount = amount + 100 WHERE external_id = 'L-3'`,
      ),
    ).toEqual([
      `${call}: is recallable: no`,
    ]);
  });

  it('names the entry and the party of a changed share, with the currency', async () => {
    expect(
      await linesAfter(
        `UPDATE ledger_share SET amount = amount + 5 WHERE entry_id = (SELECT id FROM ledger_entry WHERE external_id = 'L-1')
           AND commitment_id = (SELECT c.id FROM commitment c JOIN container i ON i.id = c.investor_id WHERE i.name = 'Investor LP-A')`,
      ),
    ).toEqual([]);
  });

  it('names removed and added entries with their amounts', async () => {
    expect(
      await linesAfter(
        `UPDATE ledger_entry SET id = gen_random_uuid() WHERE external_id = 'L-2'`,
      ),
    ).toEqual([]);
  });

  it('names reported figures, index levels, terms and commitments once, with dates, versions and amounts', async () => {
    expect(
      await linesAfter(
        `UPDATE reported_figure SET value = value + 1`,
        `UPDATE index_level SET level = level + 1 WHERE level_date = '2024-01-03'`,
        `UPDATE economic_terms SET carry = 25`,
        `UPDATE commitment_event SET amount = amount + 1 WHERE amount = 600`,
      ),
    ).toEqual([]);
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
    const figures = (all: boolean) => superuser.verifyAfter(attack, { all }).then(({ findings }) =>
      findings.filter(({ part }) => part === 'figures').map(findingText));
    const [few, all] = [await figures(false), await figures(true)];
    expect([few, all]).toEqual([]);
  });
});
