/**
 * Returns what names the field inside: an `aria-label`, or the labels of the element, which cannot
 * point into it; empty when there are none.
 */
export function accessibleName(element: HTMLElement, { labels }: ElementInternals): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  return [...labels].map(({ textContent }) => textContent?.trim() ?? '').join(' ');
}
