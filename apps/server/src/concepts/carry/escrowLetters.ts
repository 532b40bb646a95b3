import type { EscrowLetter } from '@carrara/adapters/pdf';
import { payeeFacts } from '@carrara/adapters/postgres/carry/distribution';
import { loadLedgerLines, loadShownLedgerRun, shownLedgerLines } from '@carrara/adapters/postgres/carry/ledgerRun';
import { loadTenant } from '@carrara/adapters/postgres/platform/tenant';
import { releasedTo } from '@carrara/domain/carry/ledgerRun';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { RequestContext } from '../../operations.ts';
import { letterheadOf } from '../../letters/letterFacts.ts';

/**
 * The letters of a release of escrow: what is paid to each person or trust, of which sources, and what is held after it.
 *
 * Fails: NOT_FOUND, WRONG_STATE (of a run that releases nothing), NOT_PRINTABLE.
 */
export async function escrowLetters({ tx }: RequestContext, id: string, participantId?: string) {
  const run = await loadShownLedgerRun(tx, id);
  if (!run) return err([fail('NOT_FOUND', ['id'], 'Run not found')]);
  if (run.type.code !== 'RELEASE')
    return err([fail('WRONG_STATE', [], `Letters are of a release of escrow; this is: ${run.type.description}.`)]);
  const lines = await loadLedgerLines(tx, id);
  const shown = await shownLedgerLines(tx, lines);
  const payees = releasedTo(lines).filter((one) => participantId === undefined || one.participantId === participantId);
  if (payees.length === 0)
    return err([fail('NOT_FOUND', ['participantId'], 'The run does not know this participant.')]);
  const facts = new Map(
    (
      await payeeFacts(
        tx,
        payees.map((one) => one.participantId),
        run.runDate,
      )
    ).map((one) => [one.participantId, one]),
  );
  const letters = payees.map(({ participantId: payee, released, rows }): EscrowLetter => {
    const about = shown.find(({ participant }) => participant.id === payee)!.participant;
    const { address = [], escrow = [] } = facts.get(payee) ?? {};
    const nothing = { currency: run.currency?.code ?? 'Balance', amount: '0.00' };
    return {
      name: about.name ?? '',
      code: about.code ?? null,
      address,
      released,
      lines: rows.map(({ at, held, escrow: amount, left }) => ({
        source: shown[at]!.source.name ?? '',
        through: shown[at]!.through,
        held,
        released: amount,
        left,
      })),
      balances: escrow.length > 0 ? escrow : [nothing],
    };
  });
  const { escrowLetterPdf, refusalOf } = await import('@carrara/adapters/pdf');
  const unprintable = letters.flatMap(({ name, code, address }) => refusalOf(name, [name, code, ...address]) ?? []);
  if (unprintable.length > 0) return err(unprintable.map((text) => fail('NOT_PRINTABLE', [], text)));
  const job = {
    head: letterheadOf(await loadTenant(tx)),
    run: {
      name: run.name,
      date: run.runDate,
      currency: run.currency?.code ?? null,
      status: run.status.description,
      isPosted: run.postedDate !== null,
      reversalOf: run.reversalOf?.name ?? null,
    },
  };
  return ok({ ...escrowLetterPdf(job, letters), type: 'application/pdf', inline: true });
}
