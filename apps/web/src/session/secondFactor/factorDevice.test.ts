import { describe, expect, it } from 'vitest';
import { describeDevice, displayedMethods } from './factorDevice.ts';

describe("a session's device", () => {
  it("is derived from the browser's user agent, by the more specific name first", () => {
    const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
    expect(
      describeDevice(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`),
    ).toBe('Edge on Windows');
    expect(describeDevice(`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/130.0.0.0 Safari/537.36`)).toBe(
      'Chrome on Linux',
    );
    expect(describeDevice(`Mozilla/5.0 (Linux; Android 14) ${webKit} Chrome/130.0.0.0 Mobile Safari/537.36`)).toBe(
      'Chrome on Android',
    );
    expect(
      describeDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'),
    ).toBe('Safari on iOS');
  });

  it("is a program's own name, or missing", () => {
    expect(describeDevice('carrara-cli')).toBe('carrara-cli');
    expect(describeDevice('x'.repeat(400))).toHaveLength(60);
    expect(describeDevice('')).toBe('Unknown');
  });
});

describe("a session's factors", () => {
  it('are described in the order of their use', () => {
    expect(displayedMethods(['password', 'totp'])).toBe('Password, Authenticator');
  });
});
