import type { Mail } from '@carrara/adapters/mail/smtpMailer';
import type { ClaimedMail } from '@carrara/adapters/postgres/platform/mail/mailQueue';

type Written = Pick<ClaimedMail, 'id' | 'tenantId' | 'address' | 'subject' | 'parts' | 'firm' | 'host'>;

/** Returns the address where a firm's people reach the product, with the firm's host name if it has one. */
function addressOfFirm(publicUrl: string, host: string | null): URL {
  const address = new URL(publicUrl);
  if (host !== null) address.hostname = host;
  return address;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

/** Returns the path of a link. One without a token leads to a page of the firm, which people of several firms would otherwise open in another. */
const pathOf = (link: string, token: string | undefined, tenantId: string): string =>
  link.includes('{token}')
    ? link.replace('{token}', token ?? '')
    : `${link}${link.includes('?') ? '&' : '?'}firm=${tenantId}`;

/** Composes a mail as text and simple HTML. Its links lead to the firm's host, and it loads nothing from anywhere. */
export function composeMail(mail: Written, token: string | undefined, publicUrl: string): Mail {
  const home = addressOfFirm(publicUrl, mail.host);
  const parts = mail.parts.map(({ text, link }) => ({
    text,
    href: link == null ? undefined : new URL(`/#${pathOf(link, token, mail.tenantId)}`, home).href,
  }));
  const foot = `Sent by Carrara for ${mail.firm}, ${home.origin}. Mail never contains figures. Sign in to see them.`;
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;
  return {
    messageId: `<${mail.id}@${home.hostname}>`,
    to: mail.address,
    subject: mail.subject,
    text: [...parts.map(({ text, href }) => (href ? `${text}\n${href}` : text)), `--\n${foot}`]
      .join('\n\n')
      .concat('\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#1c2430">',
      ...parts.map(({ text, href }) =>
        paragraph(href ? `${escaped(text)}<br><a href="${escaped(href)}">${escaped(href)}</a>` : escaped(text)),
      ),
      `<p style="margin:24px 0 0;font-size:13px;color:#5b6675">${escaped(foot)}</p></body></html>`,
    ].join('\n'),
  };
}
