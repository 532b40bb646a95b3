type Signs = readonly (readonly [sign: RegExp, name: string])[];

/** The more particular first: most browsers call themselves Safari, and most of those Chrome. */
const browsers: Signs = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: Signs = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const namedBy = (signs: Signs, text: string) => signs.find(([sign]) => sign.test(text))?.[1];

/** What a browser or program called itself, in words. A hint alone: whoever asks may call itself anything. */
export function deviceOf(userAgent: string): string {
  const browser = namedBy(browsers, userAgent);
  const system = namedBy(systems, userAgent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.slice(0, 60) || 'Not told';
}
