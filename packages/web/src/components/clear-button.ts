/** Makes the button that clears a choice large enough for a finger, and accessible to screen readers and the keyboard. */
export const clearButton = (label: string) => ({ 'aria-label': label, 'aria-hidden': false, tabIndex: 0, size: '24px' }) as const
