import { insertImage } from '@carrara/adapters/postgres/platform/image/images';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantCarry, type PlantedCarry } from '../../../testing/plantedCarry.ts';
import { refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

const input = {
  holderName: 'Zanele Mokoena',
  bankName: 'First Example Bank',
  bankCode: '021000021',
  accountNumber: '000-123 4711',
  reason: 'Signed payment instruction',
};

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let maker: TestPerson;
let second: TestPerson;
let viewer: TestPerson;
let planted: PlantedCarry;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant('Paying Firm');
  maker = await server.person(tenantId, { carry: 'editor' });
  second = await server.person(tenantId, { carry: 'editor' });
  viewer = await server.person(tenantId, { carry: 'viewer' });
  planted = await plantCarry(server, tenantId, await server.person(tenantId, { carry: 'administrator' }));
});
afterAll(() => server?.stop());

const employeeParams = () => ({ id: planted.employee });
const enter = (person: TestPerson, more: Partial<typeof input> = {}) =>
  as(person).enterBankAccount({ params: employeeParams(), body: { ...input, ...more } });
const confirm = (person: TestPerson, id: string) => as(person).confirmBankAccount({ params: { id } });
const codesOf = async (call: Promise<unknown>) => (await refusal(call)).errors.map(({ code }) => code);
const list = async () => (await as(maker).listBankAccounts({ params: employeeParams() })).pageData;
/** Returns the participants whose bank accounts wait for the person on Home. */
const confirmations = async (person: TestPerson) =>
  (await as(person).getHome()).waiting
    .filter(({ kind, type }) => kind === 'confirmation' && type === 'employee')
    .map(({ id }) => id);
const letterText = async (reader: TestPerson, distribution: string, employee: string) => {
  const params = { id: distribution, participantId: employee };
  return pdfTexts(Buffer.from((await as(reader).downloadLetter({ params })).bytes))
    .flat()
    .join('');
};
const letter = (reader = maker) => letterText(reader, planted.distribution, planted.employee);

describe('a bank account', () => {
  it('appears in letters only after a second person has confirmed it', async () => {
    expect(await letter()).not.toContain('ending in');
    const { id, state } = await enter(maker);
    expect(state).toBe('Waiting for confirmation');
    expect([await confirmations(maker), await confirmations(second), await confirmations(viewer)]).toEqual([
      [],
      [planted.employee],
      [],
    ]);
    expect(await letter()).not.toContain('ending in');
    expect(await refusal(confirm(maker, id))).toMatchObject({
      status: 422,
      errors: [{ code: 'SECOND_PERSON_REQUIRED' }],
    });
    expect(await codesOf(enter(second))).toContain('CHANGE_WAITING');
    await confirm(second, id);
    expect(await confirmations(second)).toEqual([]);
    expect(await codesOf(confirm(second, id))).toContain('ALREADY_DECIDED');
    expect((await letter()).replaceAll(' ', '')).toContain('toyouraccountendingin4711');
    const text = (await letter(viewer)).replaceAll(' ', '');
    expect([text.includes('payabletoyouon'), text.includes('accountendingin')]).toEqual([true, false]);
  });

  it('is displayed by its last digits, and its history remains', async () => {
    const changed = await enter(second, { accountNumber: '99887766' });
    const params = { id: changed.id };
    const { holderName, bankName, bankCode } = input;
    expect(await as(maker).getBankAccountNumber({ params })).toMatchObject({
      accountNumber: '99887766',
      current: { holderName, bankName, bankCode, ending: '4711' },
    });
    await confirm(maker, changed.id);
    expect((await list()).map(({ state, ending }) => [state, ending])).toEqual([
      ['Current', '7766'],
      ['Earlier', '4711'],
    ]);
    const activity = await as(maker).listActivity({ params });
    expect(JSON.stringify([await list(), activity])).not.toContain('9988');
    const { rows } = await server.database.worker.query<{ update: boolean; remove: boolean }>(
      `SELECT has_table_privilege('carrara_app', 'bank_account', 'UPDATE') AS update, has_table_privilege('carrara_app', 'bank_account', 'DELETE') AS remove`,
    );
    expect(rows).toEqual([{ update: false, remove: false }]);
  });

  it('needs two people for its removal', async () => {
    const remove = (reason: string) => as(maker).removeBankAccount({ params: employeeParams(), body: { reason } });
    const { id } = await remove('Account closed');
    expect(await letter()).toContain('ending in');
    const current = async () => (await as(second).getBankAccountNumber({ params: { id } })).current;
    expect(await current()).toMatchObject({ ending: '7766' });
    await confirm(second, id);
    expect(await current()).toBeNull();
    expect((await list()).map(({ state }) => state)).toEqual(['No bank account', 'Earlier', 'Earlier']);
    expect(await letter()).not.toContain('ending in');
    expect(await codesOf(remove('Again'))).toContain('NO_BANK_ACCOUNT');
  });

  it('refuses invisible characters', async () => {
    for (const field of ['holderName', 'bankName', 'bankCode', 'accountNumber'] as const)
      expect(JSON.stringify(await refusal(enter(maker, { [field]: 'A\u202eB' }))), field).toContain(
        'has the invisible character U+202E',
      );
  });

  it('has a permission of its own, and its number is checked', async () => {
    expect((await refusal(as(viewer).listBankAccounts({ params: employeeParams() }))).status).toBe(403);
    expect((await refusal(as(maker).listBankAccounts({ params: { id: tenantId } }))).status).toBe(404);
    expect((await refusal(enter(viewer))).status).toBe(403);
    expect(await codesOf(enter(maker, { bankCode: '021000022' }))).toContain('BANK_CODE_INVALID');
    const other = await server.tenant('Other Firm');
    const stranger = await server.person(other, { carry: 'administrator' });
    const [account] = await list();
    const foreign = as(stranger).getBankAccountNumber({ params: { id: account!.id } });
    expect((await refusal(foreign)).status).toBe(404);
  });
});

it('can be confirmed by an account that the same person created only if nobody else could, and says so', async () => {
  const firm = await server.tenant('Firm without mail');
  const owner = await server.person(firm, { carry: 'administrator' });
  const { employee } = await plantCarry(server, firm, owner);
  const own = { username: 'own@example.test', firstName: 'Own', lastName: 'Second', email: '' };
  const password = 'kettle-orbit-umbrella-12';
  const roles = [{ application: 'carry', role: 'editor' }] as const;
  await as(owner).saveUser({ body: { ...own, password, roles } });
  const token = await server.firstSignIn(own.username, password);
  const created = as({ token, tenantId: firm });
  const { id } = await as(owner).enterBankAccount({ params: { id: employee }, body: input });
  const params = { id };
  const waits = async () => (await created.getHome()).waiting.filter(({ kind }) => kind === 'confirmation').length;

  const colleague = await server.person(firm, { carry: 'editor' });
  expect(await created.getBankAccountNumber({ params })).toMatchObject({
    obstacle: expect.stringContaining('You don’t count as a second person'),
    note: null,
  });
  expect(await refusal(created.confirmBankAccount({ params }))).toMatchObject({
    status: 422,
    errors: [{ code: 'SECOND_PERSON_REQUIRED' }],
  });
  expect(await waits()).toBe(0);
  const archive = (days: number) =>
    server.database.worker.query(
      `UPDATE membership SET is_inactive = true, updated_at = $3::timestamptz - make_interval(days => $4) WHERE tenant_id = $1 AND person_id = $2`,
      [firm, colleague.personId, server.now.toISOString(), days],
    );
  // Somebody who was put aside a moment ago still counts, but isn't named, because they can't confirm it now.
  await archive(1);
  expect(JSON.stringify(await refusal(created.confirmBankAccount({ params })))).toContain(
    'Restore a colleague who was archived in the last 30 days',
  );
  await archive(31);
  const note = 'Confirmed by an account that Ada Example set up. Nobody else in the firm could confirm it.';
  expect(await created.getBankAccountNumber({ params })).toMatchObject({ obstacle: null, note });
  expect(await waits()).toBe(1);
  expect(await created.confirmBankAccount({ params })).toMatchObject({ state: 'Current', answerReason: note });
  expect(JSON.stringify(await as(owner).listActivity({ params }))).toContain(note);
});

it('a damaged logo is omitted from letters', async () => {
  // A PNG header (1 by 1 pixel, 8-bit RGBA) with pixel data that isn't deflated.
  const damaged = Buffer.from(
    '89504e470d0a1a0a0000000d4948445200000001000000010806000000000000000000000449444154ffffffff000000000000000049454e4400000000',
    'hex',
  );
  const context = { tenantId, personId: null, now: server.now.toISOString() };
  await server.withTenant(context, (tx) =>
    insertImage(tx, { type: 'image/png', bytes: damaged, containerId: tenantId }),
  );
  expect(await letter()).toContain('Paying Firm');
});

it('letters of a paid run keep the account of the time of payment', async () => {
  const firm = await server.tenant('Firm that paid');
  const [first, two] = [
    await server.person(firm, { carry: 'administrator' }),
    await server.person(firm, { carry: 'editor' }),
  ];
  const { employee, distribution } = await plantCarry(server, firm, first);
  const confirmed = async (change: Promise<{ readonly id: string }>) => confirm(two, (await change).id);
  const params = { id: employee };
  const ending = async () =>
    /accountendingin(\d{4})/.exec((await letterText(first, distribution, employee)).replaceAll(' ', ''))?.[1];
  await confirmed(as(first).enterBankAccount({ params, body: input }));
  expect(await ending()).toBe('4711');
  server.passMinutes(1);
  await confirmed(as(first).enterBankAccount({ params, body: { ...input, accountNumber: '000-123 6789' } }));
  expect(await ending()).toBe('4711');
  await confirmed(as(first).removeBankAccount({ params, body: { reason: 'Account closed' } }));
  expect(await ending()).toBe('4711');
});
