import { decimal, err, moneyText } from '@carrara/domain/kernel';
import type { Firm, Happening } from './firm.ts';
import { type PastRun, sourcesOf } from './runs.ts';

/** Part of a realization that the run pays. Firms retain the rest. */
const partPaid = '0.8';

/**
 * Plays the realizations on the date of a run, posted before it pays: one per fund or coinvestment. The accountant
 * enters them, the administrator posts them.
 */
export function realize({ cast, book, operations }: Firm, run: PastRun, isPosted = true): Happening[] {
  const holders = [...new Set(run.sources.map(({ code }) => code.split('/')[0] ?? code))];
  return holders.flatMap((holder): Happening[] => {
    const name = `${run.name}, ${holder}`;
    let rowVersion = 0;
    const save: Happening = {
      day: run.date,
      who: cast.accountant,
      act: async (context) => {
        const sources = await sourcesOf(context, run);
        const saved = await operations.realization.saveRealization(context, {
          body: {
            name,
            realizationDate: run.date,
            unallocatedAcknowledged: true,
            sources: sources.flatMap((source, i) =>
              source.holder === holder
                ? [
                    {
                      containerId: source.id,
                      containerType: source.type,
                      ...(source.profile ? { allocationProfile: source.profile } : {}),
                      totalCarryForAll: moneyText(
                        decimal(run.sources[i]?.amount ?? '0')
                          .div(partPaid)
                          .toDecimalPlaces(2),
                      ),
                      details: [],
                    },
                  ]
                : [],
            ),
          },
        });
        if (saved.isErr()) return err(saved.error);
        book.keep('realization', name, saved.value.id);
        ({ rowVersion } = saved.value);
        return saved;
      },
    };
    const post: Happening = {
      day: run.date,
      who: 'administrator',
      act: (context) =>
        operations.realization.postRealization(context, {
          params: { id: book.id('realization', name) },
          body: { rowVersion },
        }),
    };
    return isPosted ? [save, post] : [save];
  });
}
