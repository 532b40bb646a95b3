import type { CSSProperties } from 'react';
import type { ShellTenant } from './shellTypes.ts';

const hexColor = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/**
 * The tenant's colors for the shell. Text on them is light or dark, whichever is readable (WCAG relative luminance), so that no setting makes the
 * menu unreadable. Invalid hex colors are ignored.
 */
export function tenantColors(tenant: ShellTenant): CSSProperties {
  const bar = validColor(tenant.navigationBarColor);
  const menu = validColor(tenant.navigationBarMenuColor);
  const crumbs = validColor(tenant.breadcrumbsColor);
  return {
    ...(bar ? { '--nav': bar, '--nav-text': textOn(bar), '--nav-muted': textOn(bar), '--nav-name': textOn(bar) } : {}),
    ...(menu ? { '--nav-active': menu, '--nav-active-text': textOn(menu), '--nav-mark': textOn(menu) } : {}),
    ...(crumbs ? { '--crumbs': crumbs, '--crumbs-text': textOn(crumbs) } : {}),
  } as CSSProperties;
}

function validColor(color: string | undefined): string | undefined {
  const text = color?.trim() ?? '';
  return hexColor.test(text) ? text : undefined;
}

/** Light or dark text for a background. */
export function textOn(hex: string): string {
  // Above this luminance dark text has the better contrast.
  return luminance(hex) > 0.179 ? '#10202b' : '#ffffff';
}

function luminance(hex: string): number {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? Array.from(digits, (digit) => digit + digit).join('') : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    linear(Number.parseInt(full.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
