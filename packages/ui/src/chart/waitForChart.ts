/** Waits in a story until the library of charts is loaded and has drawn. */
export async function waitForChart(root: HTMLElement): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (root.querySelector('.highcharts-series-group path')) return;
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
  throw new Error('the chart is not drawn yet');
}

/** Returns the texts of a drawn chart that overlap another one of the same kind, such as two names on an axis. */
export function overlappingTexts(root: HTMLElement): readonly string[] {
  const groups = [
    '.highcharts-xaxis-labels',
    '.highcharts-yaxis-labels',
    '.highcharts-legend',
    '.highcharts-data-labels',
  ];
  return groups.flatMap((group) => {
    const texts = [...root.querySelectorAll(`${group} text`)].filter((text) => text.textContent && isVisible(text));
    const boxes = texts.map((text) => ({ name: text.textContent ?? '', box: text.getBoundingClientRect() }));
    return boxes.flatMap(({ name, box }, at) =>
      boxes
        .slice(at + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right - 1 &&
            other.left < box.right - 1 &&
            box.top < other.bottom - 3 &&
            other.top < box.bottom - 3,
        )
        .map((other) => `${name} and ${other.name}`),
    );
  });
}

const isVisible = (element: Element) => {
  for (let parent: Element | null = element; parent; parent = parent.parentElement) {
    const { visibility, opacity, display } = getComputedStyle(parent);
    if (visibility === 'hidden' || opacity === '0' || display === 'none') return false;
  }
  return true;
};
