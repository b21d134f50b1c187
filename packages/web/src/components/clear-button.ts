/** Makes the cross that empties a choice large enough for a finger, and known to screen readers and the keyboard; the library's own is neither. */
export const clearButton = (label: string) => ({ 'aria-label': label, 'aria-hidden': false, tabIndex: 0, size: '24px' }) as const
