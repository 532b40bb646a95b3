type Signs = readonly (readonly [sign: RegExp, name: string])[];

/** The most specific first, because most browsers call themselves Safari, and most of those Chrome. */
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

/** Describes a browser or program by its user agent. This is only a hint, because a client can send any user agent. */
export function describeDevice(userAgent: string): string {
  const browser = namedBy(browsers, userAgent);
  const system = namedBy(systems, userAgent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.slice(0, 60) || 'Unknown';
}
