type Fields = Readonly<Record<string, string>>

const trimmed = (value: string | undefined): string => (value ?? '').trim()

/** Only what is different, so that nobody's change of another field is undone; null for what was emptied. */
export const changed = <V extends Fields>(values: V, before: V): Partial<Record<keyof V, string | null>> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => trimmed(value) !== trimmed(before[name]))
      .map(([name, value]) => [name, trimmed(value) || null]),
  ) as Partial<Record<keyof V, string | null>>

/** What is not empty. */
export const filled = <V extends Fields>(values: V): Partial<Record<keyof V, string>> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, trimmed(value)] as const)
      .filter(([, value]) => value !== ''),
  ) as Partial<Record<keyof V, string>>
