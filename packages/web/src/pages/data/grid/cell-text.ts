/** What a value is in a cell, and as what it is copied; null is for the cell to show. */
export const cellText = (value: unknown): string => {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? 'null' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}
