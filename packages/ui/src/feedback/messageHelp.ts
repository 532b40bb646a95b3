type HelpOfCode = (code: string) => string | undefined;

/** The failure codes of the server's last messages, by message. */
const codes = new Map<string, string>();
const mostMessages = 100;
let helpOfCode: HelpOfCode | undefined;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Stores the code of a message of the server. Wherever the message is displayed, the help page of its code is offered. */
export function rememberMessage(message: string, code: string): void {
  if (message === '' || codes.has(message)) return;
  codes.set(message, code);
  const [oldest] = codes.keys();
  if (codes.size > mostMessages && oldest !== undefined) codes.delete(oldest);
  notify();
}

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
