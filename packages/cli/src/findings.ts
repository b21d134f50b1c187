import type { Finding } from '@rollcall/server'

/** Findings as lines, with what to do below each, and how many there are of each level. */
export const findingsText = (findings: readonly Finding[]): string => {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ level, check, found, remedy }) => [
    `${level.padEnd(4)}  ${check.padEnd(width)}  ${found}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(width + 8)}→ ${remedy}`]),
  ])
  const count = (wanted: Finding['level']) => findings.filter(({ level }) => level === wanted).length
  return [...lines, '', `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed.`].join('\n')
}
