/** Makes the cross that empties a choice one that is read out and reached by the keyboard. The library hides it from both, and makes it too small. */
export const clearButton = (label: string) => ({ 'aria-label': label, 'aria-hidden': false, tabIndex: 0, size: '24px' }) as const
