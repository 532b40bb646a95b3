import type { Firm, Happening } from './firm.ts';
import { demoPeople, type DemoPerson, type DemoPersonKey } from './people.ts';

export interface PortalFacts {
  readonly day: string;
  readonly administrator: DemoPersonKey;
  /** Person who sees everybody's pay, and therefore may link users to the employees that they are. */
  readonly head: DemoPersonKey;
  readonly users: readonly DemoPersonKey[];
  /** Distribution whose letters are released. */
  readonly letters: string;
}

/** Links users to the participants that they are, and releases the letters of a distribution to everybody. */
export const portal = (firm: Firm, { day, administrator, head, users, letters }: PortalFacts): Happening[] => [
  ...users.map((key): Happening => {
    const { readsAs }: DemoPerson = demoPeople[key];
    if (!readsAs) throw new Error(`demo: ${key} is no participant`);
    return {
      day,
      who: head,
      act: async (context) => {
        const { getCompEmployee, saveCompEmployee } = firm.operations.compEmployee;
        const found = await getCompEmployee(context, { params: { id: firm.book.id('participant', readsAs) } });
        if (found.isErr()) return found;
        return saveCompEmployee(context, { body: { ...found.value, user: { id: firm.cast.persons[key] } } });
      },
    };
  }),
  {
    day,
    who: administrator,
    act: (context) =>
      firm.operations.letterRelease.releaseLetters(context, {
        params: { id: firm.book.id('distribution', letters) },
        body: { asksAcknowledgment: true, wording: 'I have received this letter and taken note of it.' },
      }),
  },
];
