import { dateFormats, numberFormats } from '@carrara/domain/kernel/displayFormat';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { openPeople } from '../../../testing/openPeople.ts';
import { refusal, responseStatus } from '../../../testing/testClient.ts';
import { TestServer } from '../../../testing/testServer.ts';

const codeOf = (uri: string, at: Date) => {
  const secret = Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '');
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
};

describe('the own account', () => {
  const home = openPeople({ person: { carry: 'administrator' } });
  const { as } = home;
  const { person } = home.people;

  /** Sets up an authenticator and returns the recovery codes. */
  const setUp = async (token: string): Promise<string[]> => {
    const begun = await as({ token }).beginSecondFactor({ body: { currentPassword: TestServer.password } });
    const enabled = await as({ token }).enableSecondFactor({ body: { code: codeOf(begun.uri, home.server.now) } });
    return enabled.recoveryCodes;
  };
  const policy = async (token: string, firm: string, more: object) => {
    const settings = (request: object) =>
      home.server.call(token, firm, { url: '/api/tenant/settings', ...request } as never);
    const { RowVersion } = (await settings({ method: 'GET' })).json<{ RowVersion: number }>();
    const saved = await settings({ method: 'POST', payload: { RowVersion, ...more } });
    expect(saved.statusCode, saved.body).toBe(200);
  };
  const funds = (token: string) => as({ token, tenantId: home.tenantId }).listFunds();
  const listening = (token: string, firm = home.tenantId) =>
    home.server.call(token, firm, { method: 'POST', url: '/updateHub/negotiate' });

  it('accepts a picture of an image type and limited size [U-T-070 U-T-071] [E-T-036]', async () => {
    const picture = async (token = person.token) => (await as({ token }).getOwnPicture()).picture;
    const upload = (bytes: Uint8Array<ArrayBuffer>) =>
      as({ token: person.token }).setOwnPicture({ file: new File([bytes], 'me.png', { type: 'image/png' }) });
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    expect(await picture()).toBeNull();
    expect(await refusal(upload(Buffer.from('<svg onload="x()"/>')))).toMatchObject({
      errors: [{ code: 'UNSUPPORTED_TYPE' }],
    });
    expect(await refusal(upload(Buffer.alloc(4_194_305)))).toMatchObject({ errors: [{ code: 'TOO_LARGE' }] });
    expect(await upload(pixel)).toEqual({ saved: true });
    expect(await picture()).toBe(`data:image/png;base64,${pixel.toString('base64')}`);
    const other = await home.server.person(home.tenantId, { carry: 'administrator' });
    expect(await picture(other.token)).toBeNull();
    const displayed = await as(other, home.tenantId).getUser({ params: { id: person.personId } });
    expect(displayed.picture).toBe(await picture());
    const entries = await home.server.database.worker.query<{ operation: string }>(
      `SELECT operation FROM activity WHERE tenant_id = $1 AND object_id = $2 ORDER BY seq DESC LIMIT 1`,
      [home.tenantId, person.personId],
    );
    expect(entries.rows).toEqual([{ operation: 'setOwnPicture' }]);
    const response = await as({ token: person.token }).removeOwnPicture();
    expect(response).toEqual({ removed: true });
    expect(await picture()).toBeNull();
  });

  it('remembers for each person that the tour is over', async () => {
    const other = await home.server.person(home.tenantId, { carry: 'viewer' });
    expect(await as(person).getOwnTour()).toEqual({ isFinished: false });
    await as(person).finishTour();
    await as(person).finishTour();
    expect(await as({ token: await home.server.signIn(person.login) }).getOwnTour()).toEqual({ isFinished: true });
    expect(await as(other).getOwnTour()).toEqual({ isFinished: false });
  });

  it('stores for each person how dates and numbers are displayed', async () => {
    const other = await home.server.person(home.tenantId, { carry: 'viewer' });
    const formatsOf = async (token: string) => (await as({ token }).getSignedInUser()).formats;
    const usual = { dateFormat: 'MM/DD/YYYY', numberFormat: '1,234.56' } as const;
    expect(await formatsOf(person.token)).toEqual(usual);
    await as(person).chooseFormats({ body: { dateFormat: 'D MMM YYYY', numberFormat: '1 234,56' } });
    const chosen = { dateFormat: 'DD.MM.YYYY', numberFormat: '1.234,56' } as const;
    expect(await as(person).chooseFormats({ body: chosen })).toEqual(chosen);
    expect(await formatsOf(await home.server.signIn(person.login))).toEqual(chosen);
    expect(await formatsOf(other.token)).toEqual(usual);
    for (const body of dateFormats.map((dateFormat) => ({ ...usual, dateFormat })))
      expect(await as(person).chooseFormats({ body })).toEqual(body);
    for (const body of numberFormats.map((numberFormat) => ({ ...usual, numberFormat })))
      expect(await as(person).chooseFormats({ body })).toEqual(body);
  });

  it('requires a second factor once it is set up, and accepts each code once', async () => {
    const { login } = person;
    const elsewhere = await home.server.signIn(login, TestServer.password);
    const begin = (currentPassword: string) =>
      as({ token: person.token }).beginSecondFactor({ body: { currentPassword } });
    expect(await refusal(begin('not it'))).toMatchObject({ errors: [{ code: 'WRONG_PASSWORD' }] });
    const { uri } = await begin(TestServer.password);
    const code = codeOf(uri, home.server.now);
    const { recoveryCodes } = await as({ token: person.token }).enableSecondFactor({ body: { code } });
    expect(recoveryCodes).toHaveLength(10);
    expect((await refusal(funds(elsewhere))).status).toBe(401);
    await funds(person.token);

    const token = await home.server.signIn(login, TestServer.password);
    expect(await refusal(funds(token))).toMatchObject({ errors: [{ code: 'SECOND_FACTOR_DUE' }] });
    expect((await listening(token)).statusCode).toBe(401);
    expect((await refusal(as({ token }).removeSecondFactor({ body: { code } }))).status).toBe(403);
    expect(await refusal(as({ token }).confirmSecondFactor({ body: { code } }))).toMatchObject({
      errors: [{ code: 'CODE_USED' }],
    });
    expect(await refusal(as({ token }).confirmSecondFactor({ body: { code: 'abcdef' } }))).toMatchObject({
      errors: [{ code: 'WRONG_CODE', path: 'Code' }],
    });
    const [first = ''] = recoveryCodes;
    expect(await as({ token }).confirmSecondFactor({ body: { code: first.toUpperCase() } })).toMatchObject({
      remainingRecoveryCodes: 9,
    });
    await funds(token);
    expect((await listening(token)).statusCode).toBe(200);
    expect(await refusal(as({ token }).confirmSecondFactor({ body: { code: first } }))).toMatchObject({
      errors: [{ code: 'WRONG_CODE' }],
    });
  });

  it('lists the person’s own sessions and ends the others', async () => {
    const bea = await home.server.person(home.tenantId, { carry: 'viewer' });
    const other = await home.server.signIn(bea.login, TestServer.password);
    const sessions = await as({ token: bea.token }).listOwnSessions();
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
    const own = sessions.find(({ isThis }) => isThis)?.id ?? '';
    expect((await refusal(as({ token: person.token }).endOwnSession({ params: { id: own } }))).status).toBe(404);
    expect(await as({ token: bea.token }).endOtherSessions()).toEqual({ ended: 1 });
    expect((await refusal(funds(other))).status).toBe(401);
    await funds(bea.token);
  });

  it('can lose its second factor only through an administrator of the home firm, or with a code', async () => {
    const admin = await home.server.person(home.tenantId, { carry: 'administrator' });
    const dora = await home.server.person(home.tenantId, { carry: 'viewer' });
    const removeFactor = (token: string, id: string, firm = home.tenantId) =>
      as({ token, tenantId: firm }).removeUserSecondFactor({ params: { id } });
    expect(await refusal(removeFactor(admin.token, dora.personId))).toMatchObject({
      errors: [{ code: 'NO_SECOND_FACTOR' }],
    });
    const codes = await setUp(dora.token);
    expect(codes).toHaveLength(10);
    const elsewhere = await home.server.tenant();
    await home.server.join(elsewhere, dora.personId, { carry: 'viewer' });
    const other = await home.server.person(elsewhere, { carry: 'administrator' });
    expect(await refusal(removeFactor(other.token, dora.personId, elsewhere))).toMatchObject({
      errors: [{ code: 'PERSON_OF_OTHER_TENANTS' }],
    });
    expect((await refusal(removeFactor(dora.token, dora.personId))).status).toBe(403);
    await setUp(admin.token);
    expect(await refusal(removeFactor(admin.token, admin.personId))).toMatchObject({
      errors: [{ code: 'OWN_SECOND_FACTOR' }],
    });
    expect(await removeFactor(admin.token, dora.personId)).toEqual({ removed: true });
    expect((await refusal(funds(dora.token))).status).toBe(401);
    await funds(await home.server.signIn(dora.login, TestServer.password));
  });

  it('needs a recent second factor to read pay if the firm requires it, and none in other firms', async () => {
    const strict = await home.server.tenant();
    const hr = await home.server.person(strict, { comp: 'administrator' });
    const pay = () => as(hr).listSalaries();
    expect(await responseStatus(pay())).toBe(200);
    await policy(hr.token, strict, { SecondFactor: 'optional', StepUpMinutes: 10 });
    expect(await refusal(pay())).toMatchObject({ errors: [{ code: 'STEP_UP_REQUIRED' }] });
    expect(await refusal(as({ token: hr.token }).confirmSecondFactor({ body: { code: '123456' } }))).toMatchObject({
      errors: [{ code: 'NO_SECOND_FACTOR' }],
    });
    const [code = ''] = await setUp(hr.token);
    expect(await responseStatus(pay())).toBe(200);
    home.server.passMinutes(11);
    expect(await refusal(pay())).toMatchObject({ errors: [{ code: 'STEP_UP_REQUIRED' }] });
    const checked = await home.server.call(hr.token, strict, {
      method: 'POST',
      url: '/api/upload/payroll-actuals/unconfirmed',
    });
    expect(checked.json()).toMatchObject({ Errors: [{ Code: 'STEP_UP_REQUIRED' }] });
    // Weakening a firm's sign-in policy requires it as well. Making it stricter doesn't.
    await policy(hr.token, strict, { SecondFactor: 'administrators', PasswordLength: 14 });
    const { rowVersion } = await as(hr).getTenantSettings();
    const weaken = await refusal(as(hr).saveTenantSettings({ body: { rowVersion, passwordLength: 13 } }));
    expect(weaken).toMatchObject({ errors: [{ code: 'STEP_UP_REQUIRED' }] });
    await as({ token: hr.token }).confirmSecondFactor({ body: { code } });
    expect(await responseStatus(pay())).toBe(200);
    await policy(hr.token, strict, { SecondFactor: 'off' });
  });

  it('needs a second factor if the firm requires it from everybody', async () => {
    const strict = await home.server.tenant();
    const ada = await home.server.person(strict, { carry: 'administrator' });
    await policy(ada.token, strict, { SecondFactor: 'required', StepUpMinutes: 10 });
    expect(await refusal(as(ada).listFunds())).toMatchObject({ errors: [{ code: 'SECOND_FACTOR_REQUIRED' }] });
    expect((await listening(ada.token, strict)).statusCode).toBe(401);
    const account = await as({ token: ada.token }).getAccount();
    expect(account).toMatchObject({ hasPassword: true, secondFactorSince: null, remainingRecoveryCodes: 0 });
  });
});
