import { initialLetterTemplate } from '@carrara/domain/carry/letterTemplate';
import type { DemoPersonKey } from './people.ts';
import { fileOf } from './fileOf.ts';
import { by, type Firm, type Happening } from './firm.ts';
import { drawLogo } from './pictures.ts';

interface Account {
  /** Code of the participant. */
  readonly of: string;
  readonly holderName: string;
  readonly bankName: string;
  readonly bankCode: string;
  readonly accountNumber: string;
}

export interface Correspondence {
  readonly day: string;
  readonly administrator: DemoPersonKey;
  readonly senderAddress: string;
  readonly contact: string;
  readonly logo: number;
  /** Code of the firm whose statements have the same logo. */
  readonly manager: string;
  readonly accounts: readonly Account[];
}

/**
 * Sets up the firm's letters, its logo, and the bank accounts in them, which the accountant enters and an administrator
 * confirms.
 */
export function correspondence(firm: Firm, facts: Correspondence): Happening[] {
  const { operations, book } = firm;
  const { day, administrator, senderAddress, contact, logo, manager, accounts } = facts;
  const ids = new Map<string, string>();
  const picture = () => fileOf('logo.png', 'image/png', drawLogo(logo));
  return [
    {
      day,
      who: administrator,
      act: (context) =>
        operations.letterTemplate.saveLetterTemplate(context, {
          body: { ...initialLetterTemplate, senderAddress, contact, rowVersion: context.tenant.rowVersion },
        }),
    },
    {
      day,
      who: administrator,
      act: (context) =>
        operations.image.uploadContainerImage(context, { params: { id: context.tenant.id }, file: picture() }),
    },
    {
      day,
      who: administrator,
      act: (context) =>
        operations.image.uploadContainerImage(context, { params: { id: book.id('firm', manager) }, file: picture() }),
    },
    ...accounts.map(({ of, ...account }) =>
      by(firm, day, async (context) => {
        const body = { ...account, reason: 'Signed payment instruction of the participant.' };
        const entered = await operations.bankAccount.enterBankAccount(context, {
          params: { id: book.id('participant', of) },
          body,
        });
        return entered.map(({ id }) => ids.set(of, id));
      }),
    ),
    ...accounts.map(
      ({ of }): Happening => ({
        day,
        who: administrator,
        act: (context) => operations.bankAccount.confirmBankAccount(context, { params: { id: ids.get(of) ?? '' } }),
      }),
    ),
  ];
}
