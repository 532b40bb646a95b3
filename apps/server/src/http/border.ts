import type { IncomingHttpHeaders } from 'node:http';
import type { Configuration } from '../configuration.ts';

/** What is looked at of a request before anything else; an upgrade to a web socket has the same. */
export interface Arriving {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly localAddress?: string | undefined };
}

/** Which names the product answers to, and whose pages may write. */
export interface Border {
  /** Whether a request is for this installation: a name that somebody else gave to this machine's address is none of ours. */
  readonly isOwnHost: (request: Arriving) => boolean;
  /** Whether a browser sent this from a page of another origin. Programs send neither header. */
  readonly isForeignPage: (request: Pick<Arriving, 'headers'>) => boolean;
}

const hostOf = (text: string): string | undefined =>
  URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : undefined;
const isLoopback = (host: string): boolean => /^(localhost|(.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(host);
const wordsOf = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

/**
 * The own names are loopback, the address that the request came in at, that of PUBLIC_URL, those of ALLOWED_ORIGINS and those of HOSTS, each
 * with any port. An own origin is the address that the request was sent to, PUBLIC_URL and ALLOWED_ORIGINS.
 */
export function borderOf({ HOSTS, ALLOWED_ORIGINS, PUBLIC_URL }: Configuration): Border {
  const origins = [...wordsOf(ALLOWED_ORIGINS), ...(PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).origin])];
  const hosts = new Set([
    ...wordsOf(HOSTS).map(hostOf),
    ...origins.map((origin) => (URL.canParse(origin) ? new URL(origin).hostname : undefined)),
  ]);
  return {
    isOwnHost({ headers, socket }) {
      const host = hostOf(headers.host ?? '');
      if (host === undefined) return false;
      return isLoopback(host) || hosts.has(host) || host === addressAsHost(socket.localAddress);
    },
    isForeignPage({ headers: { origin, host, ...headers } }) {
      if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site';
      if (origins.includes(origin)) return false;
      return !URL.canParse(origin) || new URL(origin).host !== host;
    },
  };
}

/** An address as it stands in a URL: an IPv4 address that came by IPv6 without its prefix, an IPv6 address in brackets. */
function addressAsHost(address = ''): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}
