import { describe, expect, it } from 'vitest';
import { composeMail } from './composeMail.ts';

const mail = {
  id: '0190a000-0000-7000-8000-000000000001',
  tenantId: '0190a000-0000-7000-8000-000000000002',
  address: 'ada@example.test',
  subject: 'You are invited',
  parts: [
    { text: 'Smith & Sons <b>ask</b> you in.', link: '/invitation/{token}' },
    { text: 'It is good for seven days.' },
  ],
  firm: 'Smith & Sons',
  host: null,
};

describe('a mail', () => {
  it('has its link in text and HTML, with its token, and never a name as HTML', () => {
    const { text, html, to, messageId } = composeMail(mail, 'abc-DEF_1', 'https://carry.example.test/somewhere');
    expect(text).toContain('\nhttps://carry.example.test/#/invitation/abc-DEF_1\n');
    expect(html).toContain('<a href="https://carry.example.test/#/invitation/abc-DEF_1">');
    expect(html).toContain('Smith &amp; Sons &lt;b&gt;ask&lt;/b&gt; you in.');
    expect([to, messageId]).toEqual(['ada@example.test', `<${mail.id}@carry.example.test>`]);
  });

  it('names the firm in links to its pages, for people of several firms', () => {
    const links = ['/carry/distribution/d1/approvals', '/carry/ledger?status=SUB'].map((link) => ({
      text: 'Open',
      link,
    }));
    const { text } = composeMail({ ...mail, parts: links }, undefined, 'https://carry.example.test');
    expect(text).toContain(`/#/carry/distribution/d1/approvals?firm=${mail.tenantId}\n`);
    expect(text).toContain(`/#/carry/ledger?status=SUB&firm=${mail.tenantId}\n`);
  });

  it("links to the firm's own host, with the protocol and port of the product", () => {
    const { text } = composeMail({ ...mail, host: 'smith.example.test' }, 'abc', 'https://carry.example.test:8443');
    expect(text).toContain('https://smith.example.test:8443/#/invitation/abc');
  });
});
