import { err, ok } from '@carrara/domain/kernel';
import type { RequestContext } from '../operations.ts';
import { by, type Firm, type Happening } from './firm.ts';
import type { VehicleHistory } from './vehicleFacts.ts';
import { vehicleStory, type VehicleStory } from './vehicleStory.ts';

type Played<T> = { readonly firm: Firm; readonly code: string; readonly vehicleId: string; readonly story: T };

const vehicleId = ({ book }: Firm, code: string): string =>
  book.knows('fund', code) ? book.id('fund', code) : book.id('coinvestment', code);

const holdingOf = (book: Firm['book'], name: string) => book.id('part', name);

async function commit(context: RequestContext, { firm, code, vehicleId: id, story }: Played<VehicleStory>) {
  const { book, operations } = firm;
  for (const { investor, day, amount, pays } of story.closes) {
    const saved = await operations.vehicleLedger.saveCommitment(context, {
      body: {
        vehicleId: id,
        investorId: book.id('investor', investor),
        kind: 'CLOSE',
        date: day,
        amount,
        paysFee: pays,
        paysCarry: pays,
      },
    });
    if (saved.isErr()) return err(saved.error);
    book.keep('commitment', `${code}/${investor}`, saved.value.commitmentId);
  }
  return ok(undefined);
}

async function hold(context: RequestContext, { firm, vehicleId: id }: Played<unknown>, history: VehicleHistory) {
  const { book, operations } = firm;
  for (const { name, isLoan, buys } of history.holdings) {
    if (buys.length === 0) continue;
    const saved = await operations.vehicleLedger.saveSecurity(context, {
      body: {
        vehicleId: id,
        holdingId: holdingOf(book, name),
        class: isLoan ? 'DEBT' : 'EQUITY',
        name: isLoan ? 'Senior loan' : 'Ordinary shares',
      },
    });
    if (saved.isErr()) return err(saved.error);
    book.keep('security', name, saved.value.id);
  }
  return ok(undefined);
}

async function post(context: RequestContext, { firm, code, vehicleId: id, story }: Played<VehicleStory>) {
  const { book, operations } = firm;
  const notices: string[] = [];
  for (const [i, { kind, issued, due, words }] of story.notices.entries()) {
    const saved = await operations.vehicleLedger.saveNotice(context, {
      body: { vehicleId: id, kind, issueDate: issued, dueDate: due, description: words },
    });
    if (saved.isErr()) return err(saved.error);
    notices[i] = saved.value.id;
  }
  // What carry paid is known to the distributions that paid it.
  const entered = story.entries.filter(({ type }) => type !== 'CARRY-PAID');
  const entries = entered.map(({ type, amount, day, words, holding, notice, costRelieved, isRecallable, shares }) => ({
    type,
    amount,
    effectiveDate: day,
    settledOn: day,
    description: words,
    holdingId: holding === undefined ? null : holdingOf(book, holding),
    securityId: holding !== undefined && (type === 'BUY' || type === 'SELL') ? book.id('security', holding) : null,
    noticeId: notice === undefined ? null : notices[notice]!,
    costRelieved: costRelieved ?? null,
    isRecallable: isRecallable ?? false,
    isOutside: false,
    allocationKey: shares === undefined ? null : ('NOTICE' as const),
    shares: (shares ?? []).map(([investor, share]) => ({
      commitmentId: book.id('commitment', `${code}/${investor}`),
      amount: share,
    })),
  }));
  const valuations = story.valuations.map(({ holding, day, fairValue }) => ({
    securityId: book.id('security', holding),
    date: day,
    fairValue,
  }));
  const paid = await operations.vehicleLedger.postCarryPaid(context, { body: { vehicleId: id } });
  if (paid.isErr()) return err(paid.error);
  const valued = await operations.vehicleLedger.saveValuations(context, { body: { vehicleId: id, valuations } });
  if (valued.isErr()) return err(valued.error);
  return operations.vehicleLedger.saveLedgerEntries(context, { body: { vehicleId: id, entries } });
}

/** The books of a vehicle, entered as its story tells them. */
export function vehicleLedger(firm: Firm, history: VehicleHistory, day: string): Happening {
  return by(firm, day, async (context) => {
    const { code } = history;
    const played = { firm, code, vehicleId: vehicleId(firm, code), story: vehicleStory(history) };
    const committed = await commit(context, played);
    if (committed.isErr()) return err(committed.error);
    const held = await hold(context, played, history);
    if (held.isErr()) return err(held.error);
    return post(context, played);
  });
}
