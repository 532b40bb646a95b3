import { describe, expect, it } from 'vitest';
import {
  bankAccountAnswerFailures,
  bankAccountFailures,
  type BankAccountPeople,
  decideBankAccountChange,
  plainNumber,
  setUpNote,
} from './index.ts';

const codes = (bankCode: string, accountNumber: string) =>
  bankAccountFailures({ bankCode, accountNumber }).map(({ code }) => code);

describe('a bank account', () => {
  it('is an account number with a routing number or an IBAN with a BIC, with any spacing', () => {
    expect(codes('021000021', '000123-4567')).toEqual([]);
    expect(codes('DEUTDEFF500', 'DE89 3704 0044 0532 0130 00')).toEqual([]);
    expect(plainNumber('de89 3704-0044')).toBe('DE8937040044');
  });

  it.each([
    ['DEUTDEFF', 'GB29 NWBK 6016 1331 9268 19', ['BANK_CODE_INVALID']],
    ['NWBKGB2L', 'DE89 3704 0044 0532 0130 00', ['BANK_CODE_INVALID']],
    ['NWBKJESH', 'FR14 2004 1010 0505 0001 3M02 606', ['BANK_CODE_INVALID']],
    ['NWBKGB2L', 'GB29 NWBK 6016 1331 9268 19', []],
    ['NWBKJESH', 'GB29 NWBK 6016 1331 9268 19', []],
    ['NWBKGGSP', 'GB29 NWBK 6016 1331 9268 19', []],
    ['NWBKIMD2', 'GB29 NWBK 6016 1331 9268 19', []],
    ['BREDGPGX', 'FR14 2004 1010 0505 0001 3M02 606', []],
    ['BREDMQMX', 'FR14 2004 1010 0505 0001 3M02 606', []],
    ['BNPARERX', 'FR14 2004 1010 0505 0001 3M02 606', []],
    ['AABAAX22', 'FI21 1234 5600 0007 85', []],
    // An account number that isn't an IBAN names no country.
    ['DEUTDEFF', '1234567', []],
  ])('has a BIC and an IBAN of the same country: %s %s', (bankCode, accountNumber, expected) => {
    expect(codes(bankCode, accountNumber)).toEqual(expected);
  });

  it('names both countries if they differ', () => {
    expect(bankAccountFailures({ bankCode: 'DEUTDEFF', accountNumber: 'GB29NWBK60161331926819' })).toEqual([
      expect.objectContaining({
        path: ['bankCode'],
        detail:
          'The BIC belongs to a bank in DE, but the IBAN to an account in GB. Enter the BIC of the bank that keeps the account.',
      }),
    ]);
  });

  it.each([
    ['021000022', '1234567', 'BANK_CODE_INVALID'],
    ['DEUTDE', '1234567', 'BANK_CODE_INVALID'],
    ['021000021', '1234', 'ACCOUNT_NUMBER_INVALID'],
    ['021000021', 'ßßßßßßßßßß', 'ACCOUNT_NUMBER_INVALID'],
    ['021000021', 'ı1234567', 'ACCOUNT_NUMBER_INVALID'],
    ['DEUTDEFF', 'DE89370400440532013001', 'ACCOUNT_NUMBER_INVALID'],
  ])('is refused if mistyped: %s %s', (bankCode, accountNumber, code) => {
    expect(codes(bankCode, accountNumber)).toEqual([code]);
  });
});

describe('a change of an account', () => {
  it('is entered unless another one waits, and removes only an existing account', () => {
    const account = { bankCode: '021000021', accountNumber: '1234567' };
    const ada = { name: 'Ada King', isWaiting: false, ending: '4567' };
    const decide = (...args: Parameters<typeof decideBankAccountChange>) =>
      decideBankAccountChange(...args).match(
        (operation) => operation,
        ([failure]) => failure?.code,
      );
    expect(decide(account, ada)).toBe('enterBankAccount');
    expect(decide(null, ada)).toBe('removeBankAccount');
    expect(decide(null, { ...ada, ending: null })).toBe('NO_BANK_ACCOUNT');
    expect(decide(account, { ...ada, isWaiting: true })).toBe('CHANGE_WAITING');
  });

  const change = { enteredBy: 'ada', enteredByName: 'Ada King', isAnswered: false };
  const editors = ['ada', 'ben', 'cy', 'dee', 'eve', 'flo'].map((id) => ({ id, name: `${id} King`, isPresent: true }));
  const firm = (accountProvisioners: BankAccountPeople['accountProvisioners']): BankAccountPeople => ({
    editors,
    colleagues: editors,
    accountProvisioners,
  });
  const answer = (personId: string, how: 'confirm' | 'refuse', isAnswered = false, people = firm({})) =>
    bankAccountAnswerFailures({ ...change, isAnswered }, personId, how, people).map(({ code }) => code);

  it('is confirmed by a second person, once', () => {
    expect(answer('ada', 'confirm')).toEqual(['SECOND_PERSON_REQUIRED']);
    expect(answer('ben', 'confirm')).toEqual([]);
    expect(answer('ben', 'confirm', true)).toEqual(['ALREADY_DECIDED']);
  });

  it('may be withdrawn by the person who entered it', () => {
    expect(answer('ada', 'refuse')).toEqual([]);
  });

  it("can't be confirmed by somebody who may be the same person while somebody else can confirm it", () => {
    const people = firm({ ben: ['ada'] });
    expect(answer('ben', 'confirm', false, people)).toEqual(['SECOND_PERSON_REQUIRED']);
    expect([answer('cy', 'confirm', false, people), answer('ben', 'refuse', false, people)]).toEqual([[], []]);
    expect(bankAccountAnswerFailures(change, 'ben', 'confirm', people)[0]?.detail).toContain(
      'Ask cy King or dee King or eve King or another colleague to confirm it.',
    );
  });

  it("can't be confirmed by somebody who may be the same person if an independent colleague could become an editor", () => {
    const people = { ...firm({ ben: ['ada'] }), editors: editors.slice(0, 2) };
    expect(bankAccountAnswerFailures(change, 'ben', 'confirm', people)[0]?.detail).toContain(
      'Give cy King the carry editor role to confirm it.',
    );
  });

  it('names no archived colleague as confirmer, and names the next step if nobody else can confirm', () => {
    const [two, dee] = [editors.slice(0, 2), editors[3]!];
    const archived = { ...editors[2]!, isPresent: false };
    const refusal = (colleagues: typeof editors) =>
      bankAccountAnswerFailures(change, 'ben', 'confirm', { ...firm({ ben: ['ada'] }), editors: two, colleagues })[0]
        ?.detail;
    expect(refusal([...two, archived, dee])).toContain('Give dee King the carry editor role to confirm it.');
    expect(refusal([...two, archived])).toContain('Restore a colleague who was archived in the last 30 days');
    expect(refusal([...two, archived])).not.toContain('cy King');
  });

  it("is confirmed with a note if one person set up everybody's accounts", () => {
    const everybody = firm(Object.fromEntries(editors.map(({ id }) => [id, ['root']])));
    expect(answer('ben', 'confirm', false, everybody)).toEqual([]);
    expect(answer('ada', 'confirm', false, everybody)).toEqual(['SECOND_PERSON_REQUIRED']);
    expect([setUpNote(false, 'Rut'), setUpNote(true, 'Rut')]).toEqual([
      'Confirmed by an account that Rut set up. Nobody else in the firm could confirm it.',
      'Entered by an account that Rut set up. Nobody else in the firm could confirm it.',
    ]);
  });
});
