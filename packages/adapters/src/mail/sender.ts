export interface Sender {
  readonly name: string;
  readonly address: string;
}

const address = String.raw`[^\s@<>,;"]+@[^\s@<>,;"]+`;
const form = new RegExp(String.raw`^(?:(?:"([^"\r\n]*)"|([^<>@"\r\n]*?))[ \t]*<(${address})>|(${address}))$`);

/**
 * Reads a sender: an address, or `Name <address>`. The name can have commas, as in `Oak, L.P. <mail@oak.example>`, which the header of a mail would
 * read as two senders unless they are quoted. Undefined for anything else.
 */
export function parseSender(text: string): Sender | undefined {
  const found = form.exec(text.trim());
  if (!found) return undefined;
  const [, quoted, plain, ofName, alone] = found;
  return { name: (quoted ?? plain ?? '').trim(), address: ofName ?? alone ?? '' };
}
