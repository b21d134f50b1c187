/** `fail`: an operator must act; `warn`: look at it soon. */
export type Level = 'ok' | 'warn' | 'fail'

/** What one check has found. */
export interface Finding {
  readonly level: Level
  /** Name of the check, stable, for programs. */
  readonly check: string
  readonly found: string
  /** What to do; absent if all is well. */
  readonly remedy?: string
}

export const ok = (check: string, found: string): Finding => ({ level: 'ok', check, found })
export const warn = (check: string, found: string, remedy: string): Finding => ({ level: 'warn', check, found, remedy })
export const fail = (check: string, found: string, remedy: string): Finding => ({ level: 'fail', check, found, remedy })

/** Runs a check; one that fails itself is a finding, so that the others still run. */
export const attempt = async (check: string, examine: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> => {
  try {
    return await examine()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return [fail(check, `This could not be examined: ${message}`, 'Fix what the other lines name, then run this again.')]
  }
}

/** Formats a count with its noun: `3 keys`, `1 key`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const MAX_NAMES = 5

/** Lists the first few of them, and how many more there are. */
export const named = (names: readonly string[]): string =>
  names.length <= MAX_NAMES ? names.join(', ') : `${names.slice(0, MAX_NAMES).join(', ')} and ${names.length - MAX_NAMES} more`
