/**
 * Returns the visible parts of a printed page in colors of the dark theme: nearly black backgrounds and chart lines, and nearly white texts. Runs in
 * the browser, so it uses nothing from outside.
 */
export function darkParts(): readonly string[] {
  const channelsOf = (color: string) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return color.startsWith('rgb') && alpha > 0.5 ? [red, green, blue] : [];
  };
  const isBlack = (color: string) => channelsOf(color).length > 0 && Math.max(...channelsOf(color)) < 100;
  const isWhite = (color: string) => channelsOf(color).length > 0 && Math.min(...channelsOf(color)) > 200;
  return [...document.querySelectorAll('main *')].flatMap((element) => {
    const { backgroundColor, color, stroke, visibility, opacity } = getComputedStyle(element);
    if (element.getClientRects().length === 0 || visibility === 'hidden' || Number(opacity) === 0) return [];
    const name = `${element.tagName} ${element.getAttribute('class') ?? ''} ${(element.textContent ?? '').slice(0, 30)}`;
    if (element.matches('.highcharts-grid-line, .highcharts-axis-line, .highcharts-tick'))
      return isBlack(stroke) ? [`${name}: ${stroke}`] : [];
    if (element instanceof SVGElement) return [];
    const { width, height } = element.getBoundingClientRect();
    const hasText = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
    return [
      ...(width * height > 0 && isBlack(backgroundColor) ? [`${name}: background ${backgroundColor}`] : []),
      ...(width * height > 4 && hasText && isWhite(color) ? [`${name}: text ${color}`] : []),
    ];
  });
}
