interface Named {
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly userName?: string | null
}

/** First and last name, or the userName of who has none. */
export const personName = ({ firstName, lastName, userName }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || userName || 'Nobody'
