import type { Firm, Happening } from './firm.ts';
import { demoPeople, type DemoPerson, type DemoPersonKey } from './people.ts';

export interface PortalFacts {
  readonly day: string;
  readonly administrator: DemoPersonKey;
  readonly users: readonly DemoPersonKey[];
  /** A distribution whose letters are released. */
  readonly letters: string;
}

/** Users read as the participants that they are, and the letters of a distribution are released to everybody. */
export const portal = (firm: Firm, { day, administrator, users, letters }: PortalFacts): Happening[] => [
  ...users.map((key): Happening => {
    const { readsAs }: DemoPerson = demoPeople[key];
    if (!readsAs) throw new Error(`demo: ${key} is no participant`);
    return {
      day,
      who: administrator,
      act: (context) =>
        firm.operations.portalUser.linkPortalUser(context, {
          params: { id: firm.book.id('participant', readsAs) },
          body: { user: { id: firm.cast.persons[key] } },
        }),
    };
  }),
  {
    day,
    who: administrator,
    act: (context) =>
      firm.operations.letterRelease.releaseLetters(context, {
        params: { id: firm.book.id('distribution', letters) },
        body: { asksAcknowledgement: true, wording: 'I have received this letter and taken note of it.' },
      }),
  },
];
