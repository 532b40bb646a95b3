import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, responseStatus } from '../testing/testClient.ts';
import { TestServer, type TestPerson } from '../testing/testServer.ts';
import { counts, faults, uploadClient } from '../testing/uploads.ts';

let server: TestServer;
let tenantId: string;
let editor: TestPerson;
let fund: string;
let other: string;
let files: ReturnType<typeof uploadClient>;
const as: TestServer['as'] = (...session) => server.as(...session);
const head = 'Vehicle,Applies from,Part,Number,Term,Value\n';

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  const owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  editor = await server.person(tenantId, { performance: 'administrator' });
  const currency = { id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
  const plant = async (code: string, legalName: string) =>
    (await as(owner).saveFund({ body: { code, legalName, currency } })).id;
  fund = await plant('FUND-I', 'Fund One');
  other = await plant('FUND-II', 'Fund Two');
  const type = { id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };
  const investor = await as(owner).saveInvestor({ body: { code: 'LP-A', name: 'Larch Pension', type } });
  for (const vehicleId of [fund, other])
    await as(owner).saveCommitment({
      body: { vehicleId, investorId: investor.id, kind: 'CLOSE', date: '2020-01-01', amount: '100.00' },
    });
  await as(owner).saveInvestment({
    body: { code: 'STEEL', name: 'North Steel', legalName: 'North Steel', fundInvestments: [{ fund: { id: fund } }] },
  });
  files = uploadClient(server, tenantId, editor);
});
afterAll(() => server.stop());

const termsOf = async (id: string) => {
  const { versions } = await as(editor).listCarryTerms({ params: { id } });
  return Promise.all(versions.map((version) => as(editor).getCarryTerms({ params: { id: version.id } })));
};

describe('a file of carry terms', () => {
  const file = `${head}FUND-I,2020-01-01,Terms,,Basis,European (whole fund)
FUND-I,2020-01-01,Terms,,Source,"Agreement, section 7"
FUND-I,2020-01-01,Terms,,Carry in escrow,30%
FUND-I,2020-01-01,Terms,,Escrow release,On a date
FUND-I,2020-01-01,Terms,,Escrow release date,12/31/2030
FUND-I,2020-01-01,Tier,1,Tier,Return of capital
FUND-I,2020-01-01,Tier,2,Tier,PREFERRED_RETURN
FUND-I,2020-01-01,Tier,2,Rate per year,8
FUND-I,2020-01-01,Tier,3,Tier,Split
FUND-I,2020-01-01,Tier,3,GP share,20
FUND-I,2020-01-01,Side letter,1,Investor,LP-A
FUND-I,2020-01-01,Side letter,1,Applies from,2021-01-01
FUND-I,2020-01-01,Side letter,1,Pays no carry,yes
FUND-I,2020-01-01,Offset,1,Group,Steel
FUND-I,2020-01-01,Offset,1,Investment,STEEL
`;

  it('reports every bad row with its reason, and imports nothing', async () => {
    const wrong = await files.checked(
      'carry-terms',
      `${head}FUND-9,2020-01-01,Terms,,Basis,European (whole fund)
FUND-I,2020-01-01,Tier,,Tier,Split
FUND-I,2020-01-01,Tier,1,Hurdle,8
FUND-I,2020-01-01,Tier,1,Tier,Waterfall
FUND-I,2020-01-01,Tier,1,Rate per year,eight
FUND-I,2020-01-01,Side letter,1,Investor,LP-Z
FUND-I,2020-01-01,Terms,,Source,One
FUND-I,2020-01-01,Terms,,Source,Two
`,
    );
    expect(faults(wrong)).toEqual([
      [2, 'Vehicle', "There is no fund or coinvestment 'FUND-9'."],
      [3, 'Number', 'Enter the number of the tier or row, such as 1.'],
      [4, 'Term', expect.stringMatching(/^There is no term 'Hurdle' here\. Enter one of these: Tier, Rate per year, /)],
      [5, 'Value', "Tier: 'Waterfall' isn’t a valid tier."],
      [6, 'Value', "Rate per year: 'eight' is not a number."],
      [7, 'Value', "There is no investor 'LP-Z'."],
      [9, 'Term', 'Row 8 already has this term.'],
    ]);
    // The rules of the form apply at the row of the term.
    const most = await files.checked('carry-terms', file.replace('GP share,20', 'GP share,120'));
    expect(faults(most)).toEqual([[11, 'Value', 'Tier 3, GP share is more than 100.']]);
    const blank = await files.checked(
      'carry-terms',
      file.replace('FUND-I,2020-01-01,Tier,2,Tier,PREFERRED_RETURN\n', ''),
    );
    expect(faults(blank)).toEqual([[2, 'Applies from', 'Tier 2, Tier is required.']]);
    const order = await files.checked(
      'carry-terms',
      file.replace('Tier,1,Tier,Return of capital', 'Tier,9,Tier,Return of capital'),
    );
    expect(faults(order).length).toBeGreaterThan(0);
    expect(await termsOf(fund)).toEqual([]);
  });

  it('is checked, confirmed and imported as a version; a repeat changes nothing, and a change is listed', async () => {
    const report = await files.imported('carry-terms', file);
    expect(counts(report)).toEqual([1, 0, 0]);
    const [stored] = await termsOf(fund);
    expect(stored).toMatchObject({
      effectiveDate: '2020-01-01',
      source: 'Agreement, section 7',
      basis: { code: 'WHOLE_FUND' },
      escrowPercentage: '30',
      escrowReleaseDate: '2030-12-31',
      tiers: [
        { kind: { code: 'RETURN_OF_CAPITAL' } },
        { kind: { code: 'PREFERRED_RETURN' }, rate: '8' },
        { kind: { code: 'SPLIT' }, gpShare: '20' },
      ],
      letters: [{ investor: { name: 'Larch Pension' }, effectiveDate: '2021-01-01', isExempt: true }],
      offsets: [{ pool: 'Steel', investment: { name: 'North Steel' } }],
    });
    const again = await files.imported('carry-terms', file);
    expect([again.changes, counts(again)]).toEqual([[], [0, 0, 1]]);
    const changed = await files.imported('carry-terms', file.replace('GP share,20', 'GP share,25'));
    expect([counts(changed), changed.changes]).toMatchObject([
      [0, 1, 0],
      [{ record: 'Fund One 01/01/2020', field: 'Tier 3, GP share', before: '20%', after: '25%' }],
    ]);
  });

  it('is undone: a changed version is restored with its rows, and a created one removed', async () => {
    const [before] = await termsOf(fund);
    const changed = await files.imported('carry-terms', file.replace('GP share,20', 'GP share,30'));
    expect(changed.canUndo).toBe(true);
    expect((await termsOf(fund))[0]?.tiers[2]).toMatchObject({ gpShare: '30' });
    const undone = await files.undo(changed.id, 'The draft of the agreement');
    expect(undone.undone?.notes).toEqual(['1 record changed by this file: restored.']);
    const [after] = await termsOf(fund);
    const comparable = ({ rowVersion: _v, tiers, letters, offsets, ...terms }: NonNullable<typeof before>) => ({
      ...terms,
      ...Object.fromEntries(
        Object.entries({ tiers, letters, offsets }).map(([name, rows]) => [
          name,
          rows.map(({ id: _id, ...row }) => row),
        ]),
      ),
    });
    expect(comparable(after!)).toEqual(comparable(before!));
    const later = await files.imported('carry-terms', file.replaceAll('FUND-I,2020-01-01', 'FUND-I,2026-01-01'));
    const twice = await files.imported(
      'carry-terms',
      file.replaceAll('FUND-I,2020-01-01', 'FUND-I,2026-01-01').replace('GP share,20', 'GP share,15'),
    );
    const refused = await refusal(files.undo(later.id, 'Signed in 2027'));
    expect(refused.message).toContain(
      'Fund One, 01/01/2026: the later file file.csv has changed it. Undo that one first.',
    );
    await files.undo(twice.id, 'Signed in 2027');
    await files.undo(later.id, 'Signed in 2027');
    expect((await termsOf(fund)).map(({ effectiveDate }) => effectiveDate)).toEqual(['2020-01-01']);
  });

  it('is exported in the same form: importing it changes nothing, and it creates the same terms elsewhere', async () => {
    const { bytes } = await as(editor).downloadCarryTerms({ params: { id: fund } });
    const workbook = Uint8Array.from(bytes);
    const again = await files.checked('carry-terms', workbook, { name: 'terms.xlsx' });
    expect([again.errors, again.changes, counts(again)]).toEqual([[], [], [0, 0, 1]]);
    const [first] = await termsOf(fund);
    const { rows } = (await readWorkbook(Buffer.from(workbook)))._unsafeUnwrap()[0]!;
    const lines = rows.slice(1).map(({ cells }) => {
      const textAt = (column: number) => cells.find((cell) => cell.column === column)?.text ?? '';
      return ['FUND-II', ...[2, 3, 4, 5, 6].map(textAt)].map((text) => `"${text}"`).join(',');
    });
    const withoutOffsets = lines.filter((line) => !line.includes('"Offset"'));
    await files.imported('carry-terms', `${head}${withoutOffsets.join('\n')}\n`);
    const [second] = await termsOf(other);
    const comparable = ({ tiers, letters, basis, escrowPercentage }: NonNullable<typeof first>) => ({
      basis,
      escrowPercentage,
      tiers: tiers.map(({ id: _id, ...tier }) => tier),
      letters: letters.map(({ id: _id, ...letter }) => letter),
    });
    expect(comparable(second!)).toEqual(comparable(first!));
    const outsider = await server.person(tenantId, { carry: 'viewer' });
    expect(await responseStatus(as(outsider).downloadCarryTerms({ params: { id: fund } }))).toBe(403);
  });

  it('can’t be undone once a quarter was locked with it', async () => {
    const withoutOffsets = file.replaceAll(/FUND-I,2020-01-01,Offset.*\n/gu, '').replaceAll('FUND-I,', 'FUND-II,');
    const last = await files.imported('carry-terms', withoutOffsets);
    expect(counts(last)).toEqual([0, 1, 0]);
    const call = { type: 'CALL-INV', amount: '10.00', effectiveDate: '2020-02-01' } as const;
    await as(editor).saveLedgerEntries({ body: { vehicleId: other, entries: [call] } });
    const params = { vehicleId: other, endDate: '2020-03-31' };
    await as(editor).lockPeriod({ params, body: { rowVersion: 1, acknowledged: [] } });
    const refused = await refusal(files.undo(last.id, 'Too late'));
    expect(refused.message).toContain('Fund Two, 01/01/2020: locked quarters depend on it.');
  });

  it('has a sample that imports', async () => {
    const { bytes } = await as(editor).downloadSample({
      params: { fileType: 'carry-terms', applicationId: 'performance' },
    });
    const { errors } = await files.checked('carry-terms', new TextDecoder().decode(bytes));
    expect(errors).toEqual([]);
  });
});
