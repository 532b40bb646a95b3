type HelpOfCode = (code: string) => string | undefined;

/** A link to a record that a message names. */
export interface MessageLink {
  readonly name: string;
  readonly href: string;
}

/** The failure codes of the server's last messages, by message. */
const codes = new Map<string, string>();
/** The links of the last messages with any, by message. */
const links = new Map<string, readonly MessageLink[]>();
const mostMessages = 100;
let helpOfCode: HelpOfCode | undefined;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/**
 * Stores the code of a message of the server, and links to the records that it names. Wherever the message is displayed, the help page of its code and
 * the links are offered.
 */
export function rememberMessage(message: string, code: string, ownLinks: readonly MessageLink[] = []): void {
  if (message === '') return;
  links.delete(message);
  if (ownLinks.length > 0) links.set(message, ownLinks);
  dropOldest(links);
  if (codes.has(message)) return notify();
  codes.set(message, code);
  dropOldest(codes);
  notify();
}

function dropOldest(messages: Map<string, unknown>): void {
  const [oldest] = messages.keys();
  if (messages.size > mostMessages && oldest !== undefined) messages.delete(oldest);
}

/** Returns the links of a displayed message of the server. */
export const messageLinks = (text: string): readonly MessageLink[] | undefined => links.get(text);

/** Sets how the address of a code's help page is found, or that there is no help. */
export function setMessageHelp(help: HelpOfCode | undefined): void {
  helpOfCode = help;
  notify();
}

export function onMessageHelp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back after the first message of the server; immediately if there was one. */
export function onFirstMessage(listener: () => void): () => void {
  if (codes.size > 0) {
    listener();
    return () => undefined;
  }
  const stop = onMessageHelp(() => {
    if (codes.size === 0) return;
    stop();
    listener();
  });
  return stop;
}

/** Returns the address of the help page for a displayed text, which may have more around the message of the server. */
export function messageHelp(text: string): string | undefined {
  if (!helpOfCode) return undefined;
  const exact = codes.get(text);
  if (exact !== undefined) return helpOfCode(exact);
  for (const [message, code] of codes) {
    const address = text.includes(message) ? helpOfCode(code) : undefined;
    if (address !== undefined) return address;
  }
  return undefined;
}
