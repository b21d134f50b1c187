/** A log that is read as it is written: faults are what input must not bring about. */
export interface LogWatch {
  /** The stream to which the service writes. */
  readonly destination: { write(line: string): void }
  /** Says what no line may hold from now on. */
  hide(secrets: readonly string[]): void
  /** The errors so far. */
  readonly faults: string[]
  /** Lines so far, and those of them that are warnings, by message. */
  readonly counts: { lines: number; warnings: Record<string, number> }
}

const WARN = 40
const ERROR = 50
const MAX_FAULTS = 20

export const watchLog = (): LogWatch => {
  let secrets: readonly string[] = []
  const faults: string[] = []
  const counts: LogWatch['counts'] = { lines: 0, warnings: {} }
  const fault = (what: string, line: string) => {
    if (faults.length < MAX_FAULTS) faults.push(`${what}: ${line.slice(0, 1_500)}`)
  }
  const write = (line: string): void => {
    counts.lines++
    if (line.indexOf('\n') !== line.length - 1) fault('more than a line', line)
    for (const secret of secrets) if (line.includes(secret)) fault('a secret', line)
    const { level, msg, ...rest } = parse(line)
    if (level === undefined) fault('no JSON', line)
    if (level !== undefined && level >= ERROR) fault('an error', line)
    if (level === WARN) {
      const what = `${msg} ${(rest as { code?: string }).code ?? ''} ${(rest as { err?: { message?: string } }).err?.message ?? ''}`
      counts.warnings[what] = (counts.warnings[what] ?? 0) + 1
    }
  }
  const hide = (those: readonly string[]) => {
    secrets = those
  }
  return { destination: { write }, hide, faults, counts }
}

const parse = (line: string): { level?: number; msg?: string } => {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
