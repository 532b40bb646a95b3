import { CommandStop } from '../run/commandStop.ts';

const local = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Normalizes the address of a server, because sessions are stored by address.
 *
 * Fails: a stop, if it isn't the address of a web server, or contains a password.
 */
export function serverAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new CommandStop(
      'misused',
      `'${text.replace(/\/\/[^/@]*@/, '//')}' isn’t a server address. Use one such as https://carrara.example.`,
    );
  }
  if (url.username || url.password) {
    throw new CommandStop(
      'misused',
      'The server address contains a password. Remove it and sign in with carrara login.',
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** True if data sent there can be read by others on the network. */
export const isOpen = (server: string): boolean => {
  const { protocol, hostname } = new URL(server);
  return protocol === 'http:' && !local.test(hostname);
};
