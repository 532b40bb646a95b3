/** Today on this device, as dates travel. */
export function today(): string {
  const now = new Date();
  const part = (number: number) => String(number).padStart(2, '0');
  return `${String(now.getFullYear())}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}
