import { readFile, writeFile } from 'node:fs/promises'

const RESULTS = new URL('../../bench/results/connectors.txt', import.meta.url)
const SEPARATOR = ' · '

/** Stores the run of a tool in the place of its last one. */
export const keepResults = async (names: readonly string[], tool: string, text: string): Promise<void> => {
  const before = await readFile(RESULTS, 'utf8').catch(() => '')
  const known = before
    .trim()
    .split('\n\n')
    .map((section) => [section.split(SEPARATOR, 1)[0], section] as const)
  const sections = new Map(known)
  sections.set(tool, `${tool}${SEPARATOR}${text}`)
  await writeFile(RESULTS, `${names.flatMap((name) => sections.get(name) ?? []).join('\n\n')}\n`)
}
