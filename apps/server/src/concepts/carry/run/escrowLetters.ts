import { safeFileName } from '@carrara/adapters/files/fileName';
import type { EscrowLetter } from '@carrara/adapters/pdf/escrowLetter';
import { payeeFacts } from '@carrara/adapters/postgres/carry/distribution/payeeFacts';
import { loadLedgerLines } from '@carrara/adapters/postgres/carry/ledgerRun/lines';
import { loadDisplayedLedgerRun } from '@carrara/adapters/postgres/carry/ledgerRun/head';
import { displayedLedgerLines } from '@carrara/adapters/postgres/carry/ledgerRun/assemble';
import { loadTenant } from '@carrara/adapters/postgres/platform/tenant';
import type { ledgerRunEndpoints } from '@carrara/contract/carry/run/ledgerRun';
import { releasedTo } from '@carrara/domain/carry/ledgerRun';
import { err, fail, ok, zip, required } from '@carrara/domain/kernel';
import { payeeFor, payeeVisibility } from '../../../letters/letterFacts.ts';
import { loadLetterhead } from '../../../letters/letterhead.ts';
import { storedLetterTemplate } from '../../../usecases/carry/letterTemplate.ts';
import { lettersStream } from '../../../letters/lettersStream.ts';
import { refusedLetters } from '../../../letters/refusedLetters.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import type { LetterPorts } from './distributionFiles.ts';

/**
 * Creates the letters of an escrow release: the amount paid to each person or trust, by source, and the remaining
 * escrow.
 *
 * Fails: NOT_FOUND, WRONG_STATE (a run that releases nothing), NOT_PRINTABLE.
 */
async function escrowLetters(
  ports: Pick<LetterPorts, 'letters'>,
  { tx, grants, today }: RequestContext,
  id: string,
  participantId?: string,
) {
  const run = await loadDisplayedLedgerRun(tx, id);
  if (!run) return err([fail('NOT_FOUND', ['id'], 'Run not found')]);
  if (run.type.code !== 'RELEASE')
    return err([fail('WRONG_STATE', [], `Only releases of escrow have letters. This is: ${run.type.description}.`)]);
  const lines = await loadLedgerLines(tx, id);
  const displayedLines = await displayedLedgerLines(tx, lines);
  const payees = releasedTo(lines).filter(
    (released) => participantId === undefined || released.participantId === participantId,
  );
  if (payees.length === 0)
    return err([fail('NOT_FOUND', ['participantId'], 'This run releases nothing to the participant.')]);
  const facts = new Map(
    (
      await payeeFacts(
        tx,
        payees.map((payee) => payee.participantId),
        { on: run.runDate, paidAt: run.postedDate },
      )
    )
      .map(payeeFor(payeeVisibility(grants)))
      .map((person) => [person.participantId, person]),
  );
  const letters = payees.map(({ participantId: payee, released, rows }): EscrowLetter => {
    const about = required(
      displayedLines.find(({ participant }) => participant.id === payee),
      `line of participant ${payee}`,
    ).participant;
    const { firstName = null, address = [], account = null, escrow = [] } = facts.get(payee) ?? {};
    return {
      name: about.name ?? '',
      firstName,
      address,
      account,
      released,
      lines: rows.map(({ at, escrowBefore, escrow: amount, remaining }) => {
        const { source, through } = required(displayedLines[at], `line ${String(at)} of the run`);
        return { source: source.name ?? '', through, escrowBefore, released: amount, remaining };
      }),
      balances: escrow,
    };
  });
  const people = zip(letters, payees).map(([letter, payee]) => ({
    ...letter,
    participantId: payee.participantId,
  }));
  const refused = await refusedLetters(people);
  if (refused.size > 0) return err([...refused.values()].map((text) => fail('NOT_PRINTABLE', [], text)));
  const tenant = await loadTenant(tx);
  const job = {
    head: await loadLetterhead(tx, tenant),
    template: storedLetterTemplate(tenant),
    today,
    run: {
      name: run.name,
      date: run.runDate,
      currency: run.currency?.code ?? null,
      isPosted: run.postedDate !== null,
      reversalOf: run.reversalOf?.name ?? null,
      reversedOn: run.status.code === 'REVERSED' ? run.reversedBy?.runDate : undefined,
    },
  };
  return ok({
    name: safeFileName(
      `${run.name} - ${participantId === undefined ? 'letters' : required(letters[0], 'the letter').name}`,
      'pdf',
    ),
    content: lettersStream(ports.letters, { job, letters }),
    type: 'application/pdf',
    inline: true,
  });
}

export type LedgerRunFiles = Pick<
  Operations<typeof ledgerRunEndpoints>,
  'downloadEscrowLetters' | 'downloadEscrowLetter'
>;

/** Returns the operations for the files of a ledger run. */
export const ledgerRunFiles = (ports: Pick<LetterPorts, 'letters'>): LedgerRunFiles => ({
  downloadEscrowLetters: (context, { params }) => escrowLetters(ports, context, params.id),
  downloadEscrowLetter: (context, { params }) => escrowLetters(ports, context, params.id, params.participantId),
});
