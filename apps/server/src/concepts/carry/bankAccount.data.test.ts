import { insertImage } from '@carrara/adapters/postgres/platform/image/images';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantCarry, type PlantedCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Account {
  readonly Id: string;
  readonly State: string;
  readonly Ending: string | null;
}

const typed = {
  HolderName: 'Zanele Mokoena',
  BankName: 'First Example Bank',
  BankCode: '021000021',
  AccountNumber: '000-123 4711',
  Reason: 'Signed payment instruction',
};

let server: TestServer;
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

const call = (person: TestPerson, method: 'GET' | 'POST', url: string, payload?: object) =>
  server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
const ofEmployee = () => `/api/carry/participant/${planted.employee}/bank-account`;
const list = async (): Promise<Account[]> =>
  (await call(maker, 'GET', ofEmployee())).json<{ PageData: Account[] }>().PageData;
/** Returns the participants whose bank accounts wait for the person on Home. */
const confirmations = async (person: TestPerson): Promise<string[]> => {
  const { Waiting } = (await call(person, 'GET', '/api/carry/home')).json<{
    Waiting: { Kind: string; Type: string; Id: string }[];
  }>();
  return Waiting.filter(({ Kind, Type }) => Kind === 'confirmation' && Type === 'employee').map(({ Id }) => Id);
};
const letter = async (reader = maker): Promise<string> => {
  const answer = await call(
    reader,
    'GET',
    `/api/carry/distribution/${planted.distribution}/letter/${planted.employee}`,
  );
  expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
  return pdfTexts(answer.rawPayload).flat().join('');
};

describe('a bank account', () => {
  it('is in no letter before a second person confirmed it, and ends the sentence about the payment after', async () => {
    expect(await letter()).not.toContain('ending in');
    const entered = await call(maker, 'POST', ofEmployee(), typed);
    expect(entered.statusCode, entered.body).toBe(200);
    const { Id, State } = entered.json<Account>();
    expect(State).toBe('Waiting for confirmation');
    expect([await confirmations(maker), await confirmations(second), await confirmations(viewer)]).toEqual([
      [],
      [planted.employee],
      [],
    ]);
    expect(await letter()).not.toContain('ending in');
    const own = await call(maker, 'POST', `/api/carry/bank-account/${Id}/confirm`);
    expect([own.statusCode, own.body]).toEqual([422, expect.stringContaining('SECOND_PERSON_REQUIRED')]);
    expect((await call(second, 'POST', ofEmployee(), typed)).body).toContain('CHANGE_WAITING');
    expect((await call(second, 'POST', `/api/carry/bank-account/${Id}/confirm`)).statusCode).toBe(200);
    expect(await confirmations(second)).toEqual([]);
    expect((await call(second, 'POST', `/api/carry/bank-account/${Id}/confirm`)).body).toContain('ALREADY_DECIDED');
    expect((await letter()).replaceAll(' ', '')).toContain('toyouraccountendingin4711');
    const seen = (await letter(viewer)).replaceAll(' ', '');
    expect([seen.includes('payabletoyouon'), seen.includes('accountendingin')]).toEqual([true, false]);
  });

  it('is shown by its last digits, and its history stays', async () => {
    const changed = await call(second, 'POST', ofEmployee(), { ...typed, AccountNumber: '99887766' });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(
      (await call(maker, 'GET', `/api/carry/bank-account/${changed.json<Account>().Id}/number`)).json(),
    ).toMatchObject({
      AccountNumber: '99887766',
      Current: { HolderName: typed.HolderName, BankName: typed.BankName, BankCode: typed.BankCode, Ending: '4711' },
    });
    await call(maker, 'POST', `/api/carry/bank-account/${changed.json<Account>().Id}/confirm`);
    expect((await list()).map(({ State, Ending }) => [State, Ending])).toEqual([
      ['Current', '7766'],
      ['Earlier', '4711'],
    ]);
    const activity = await call(maker, 'GET', `/api/activity/${changed.json<Account>().Id}`);
    expect(`${JSON.stringify(await list())}${activity.body}`).not.toContain('9988');
    const { rows } = await server.database.worker.query<{ update: boolean; remove: boolean }>(
      `SELECT has_table_privilege('carrara_app', 'bank_account', 'UPDATE') AS update, has_table_privilege('carrara_app', 'bank_account', 'DELETE') AS remove`,
    );
    expect(rows).toEqual([{ update: false, remove: false }]);
  });

  it('is removed by two people as well', async () => {
    const removal = await call(maker, 'POST', `${ofEmployee()}/remove`, { Reason: 'Account closed' });
    expect(removal.statusCode, removal.body).toBe(200);
    expect(await letter()).toContain('ending in');
    const url = `/api/carry/bank-account/${removal.json<Account>().Id}`;
    const current = async () => (await call(second, 'GET', `${url}/number`)).json<{ Current: unknown }>().Current;
    expect(await current()).toMatchObject({ Ending: '7766' });
    await call(second, 'POST', `${url}/confirm`);
    expect(await current()).toBeNull();
    expect((await list()).map(({ State }) => State)).toEqual(['No bank account', 'Earlier', 'Earlier']);
    expect(await letter()).not.toContain('ending in');
    expect((await call(maker, 'POST', `${ofEmployee()}/remove`, { Reason: 'Again' })).body).toContain(
      'NO_BANK_ACCOUNT',
    );
  });

  it('takes no character that is not seen', async () => {
    for (const field of ['HolderName', 'BankName', 'BankCode', 'AccountNumber'])
      expect((await call(maker, 'POST', ofEmployee(), { ...typed, [field]: 'A\u202eB' })).body, field).toContain(
        'has the invisible character U+202E',
      );
  });

  it('has a permission of its own, and its number is checked', async () => {
    expect((await call(viewer, 'GET', ofEmployee())).statusCode).toBe(403);
    expect((await call(maker, 'GET', `/api/carry/participant/${tenantId}/bank-account`)).statusCode).toBe(404);
    expect((await call(viewer, 'POST', ofEmployee(), typed)).statusCode).toBe(403);
    expect((await call(maker, 'POST', ofEmployee(), { ...typed, BankCode: '021000022' })).body).toContain(
      'BANK_CODE_INVALID',
    );
    const other = await server.tenant('Other Firm');
    const stranger = await server.person(other, { carry: 'administrator' });
    const [account] = await list();
    const answer = await server.call(stranger.token, other, {
      method: 'GET',
      url: `/api/carry/bank-account/${account!.Id}/number`,
    });
    expect(answer.statusCode).toBe(404);
  });
});

it('is confirmed by an account that the same person set up only where nobody else could, and says so', async () => {
  const firm = await server.tenant('Firm without mail');
  const owner = await server.person(firm, { carry: 'administrator' });
  const { employee } = await plantCarry(server, firm, owner);
  const as = (token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
    server.call(token, firm, { method, url, ...(payload ? { payload } : {}) });
  const own = { Username: 'own@example.test', FirstName: 'Own', LastName: 'Second', Email: '' };
  const Password = 'kettle-orbit-umbrella-12';
  const Roles = [{ Application: 'carry', Role: 'editor' }];
  const created = await as(owner.token, 'POST', '/api/user', { ...own, Password, Roles });
  expect(created.statusCode, created.body).toBe(200);
  const token = await server.firstSignIn(own.Username, Password);
  const accounts = `/api/carry/participant/${employee}/bank-account`;
  const entered = await as(owner.token, 'POST', accounts, typed);
  const url = `/api/carry/bank-account/${entered.json<Account>().Id}`;
  const waits = async () =>
    (await as(token, 'GET', '/api/carry/home'))
      .json<{ Waiting: { Kind: string }[] }>()
      .Waiting.filter(({ Kind }) => Kind === 'confirmation').length;

  const colleague = await server.person(firm, { carry: 'editor' });
  expect((await as(token, 'GET', `${url}/number`)).json()).toMatchObject({
    Obstacle: expect.stringContaining('You don’t count as a second person'),
    Note: null,
  });
  const refused = await as(token, 'POST', `${url}/confirm`);
  expect([refused.statusCode, refused.body, await waits()]).toEqual([
    422,
    expect.stringContaining('SECOND_PERSON_REQUIRED'),
    0,
  ]);
  const archive = (days: number) =>
    server.database.worker.query(
      `UPDATE membership SET is_inactive = true, updated_at = $3::timestamptz - make_interval(days => $4) WHERE tenant_id = $1 AND person_id = $2`,
      [firm, colleague.personId, server.now.toISOString(), days],
    );
  // Somebody who was put aside a moment ago still counts, but isn't named, because they can't confirm it now.
  await archive(1);
  expect((await as(token, 'POST', `${url}/confirm`)).body).toContain(
    'Restore a colleague who was archived in the last 30 days',
  );
  await archive(31);
  const note = 'Confirmed by an account that Ada Example set up. Nobody else in the firm could confirm it.';
  expect((await as(token, 'GET', `${url}/number`)).json()).toMatchObject({ Obstacle: null, Note: note });
  expect(await waits()).toBe(1);
  const confirmed = await as(token, 'POST', `${url}/confirm`);
  expect([confirmed.statusCode, confirmed.json()]).toEqual([
    200,
    expect.objectContaining({ State: 'Current', AnswerReason: note }),
  ]);
  expect((await as(owner.token, 'GET', `/api/activity/${entered.json<Account>().Id}`)).body).toContain(note);
});

it('makes a letter without a stored logo that is damaged', async () => {
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

it('stays in the letters of a paid run as it was when the run was paid', async () => {
  const firm = await server.tenant('Firm that paid');
  const [first, two] = [
    await server.person(firm, { carry: 'administrator' }),
    await server.person(firm, { carry: 'editor' }),
  ];
  const { employee, distribution } = await plantCarry(server, firm, first);
  const as = ({ token }: TestPerson, method: 'GET' | 'POST', url: string, payload?: object) =>
    server.call(token, firm, { method, url, ...(payload ? { payload } : {}) });
  const accounts = `/api/carry/participant/${employee}/bank-account`;
  const change = async (url: string, payload: object) => {
    const entered = await as(first, 'POST', url, payload);
    expect(entered.statusCode, entered.body).toBe(200);
    const { Id } = entered.json<Account>();
    expect((await as(two, 'POST', `/api/carry/bank-account/${Id}/confirm`)).statusCode).toBe(200);
  };
  const ending = async () => {
    const { rawPayload } = await as(first, 'GET', `/api/carry/distribution/${distribution}/letter/${employee}`);
    return /accountendingin(\d{4})/.exec(pdfTexts(rawPayload).flat().join('').replaceAll(' ', ''))?.[1];
  };
  await change(accounts, typed);
  expect(await ending()).toBe('4711');
  server.passMinutes(1);
  await change(accounts, { ...typed, AccountNumber: '000-123 6789' });
  expect(await ending()).toBe('4711');
  await change(`${accounts}/remove`, { Reason: 'Account closed' });
  expect(await ending()).toBe('4711');
});
