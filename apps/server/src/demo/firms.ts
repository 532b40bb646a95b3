import { by, type Firm, type Happening } from './firm.ts';

/** Other managers that the firm's people deal with. */
const managers = [
  {
    code: 'ALDER',
    name: 'Alder Ridge Management',
    currency: 'USD',
    place: ['120 Federal Street', 'Boston', '02110', 'US'],
    contacts: [
      {
        name: 'Hannah Weiss',
        title: 'Head of investor relations',
        email: 'hannah.weiss@alder.example',
        telephone: '+1 617 555 0142',
      },
      { name: 'Oliver Brandt', title: 'Fund accounting', email: 'oliver.brandt@alder.example' },
    ],
  },
  {
    code: 'NORTHSEA',
    name: 'North Sea Infrastructure Partners',
    currency: 'EUR',
    place: ['Amstelplein 8', 'Amsterdam', '1096 BC', 'NL'],
    contacts: [
      { name: 'Maartje de Wit', title: 'Partner', email: 'm.dewit@northsea.example', telephone: '+31 20 555 0117' },
    ],
  },
  {
    code: 'LARKHILL',
    name: 'Larkhill Growth Advisers',
    currency: 'GBP',
    place: ['31 King Street', 'London', 'EC2V 8EH', 'GB'],
  },
] as const;

/** Enters all of them on one date. */
export const firms = (firm: Firm, day: string): Happening[] =>
  managers.map(({ code, name, currency, place: [addressLine1, city, postalCode, country], ...more }) =>
    by(firm, day, async (context) => {
      const address = { addressLine1, city, postalCode, country: firm.book.reference('country', country) };
      const contacts = 'contacts' in more ? [...more.contacts] : [];
      const body = { code, name, currency: firm.book.reference('currency', currency), address, contacts };
      const saved = await firm.operations.firm.saveFirm(context, { body });
      return saved.map(({ id }) => firm.book.keep('firm', code, id));
    }),
  );
