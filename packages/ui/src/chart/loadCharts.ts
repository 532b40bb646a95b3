/** Loads the library of charts, which is larger than a whole page. Returns the component that draws. */
export const loadCharts = async () => (await import('./ChartCanvas.tsx')).ChartCanvas;
