import { readdir, readFile } from 'node:fs/promises'
import { join, normalize, relative } from 'node:path'

/** What the house tests ask of the imports between the files of a folder, type imports and lazy ones included. */
export interface Arrow {
  /** From the file to the file, both relative to the folder. */
  readonly from: string
  readonly to: string
}

export const inWords = ({ from, to }: Arrow): string => `${from} imports ${to}`

const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+\.tsx?)'/g

/** Tests are left out: they may import whatever they try. */
const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

/** Every import from one file of the folder to another. */
export const readArrows = async (source: string): Promise<Arrow[]> => {
  const arrows: Arrow[] = []
  for (const from of (await readdir(source, { recursive: true })).filter(isSource)) {
    for (const [, specifier] of (await readFile(join(source, from), 'utf8')).matchAll(IMPORTED)) {
      arrows.push({ from, to: relative(source, normalize(join(source, from, '..', specifier as string))) })
    }
  }
  return arrows
}

const topOf = (path: string): string => path.split('/')[0] as string

/** Imports that lead to a higher floor, or from a floor to the roof, which is all that stands on none. */
export const findUpward = (arrows: readonly Arrow[], floors: readonly string[]): Arrow[] =>
  arrows.filter(({ from, to }) => {
    const floor = floors.indexOf(topOf(from))
    const target = floors.indexOf(topOf(to))
    return floor !== -1 && (target === -1 || target > floor)
  })

/** The arrows between what `groupOf` makes of the files, such as their folders, each with one import that is an example of it. */
export const groupArrows = (
  arrows: readonly Arrow[],
  groupOf: (path: string) => string = (path) => path,
): Map<string, Map<string, string>> => {
  const groups = new Map<string, Map<string, string>>()
  for (const { from, to } of arrows) {
    if (groupOf(from) === groupOf(to)) continue
    const targets = groups.get(groupOf(from)) ?? new Map<string, string>()
    groups.set(groupOf(from), targets)
    if (!targets.has(groupOf(to))) targets.set(groupOf(to), inWords({ from, to }))
  }
  return groups
}

/** The imports of one circle, where there is one. */
export const findCircle = (groups: ReturnType<typeof groupArrows>): string[] | undefined => {
  const done = new Set<string>()
  const walk = (group: string, path: readonly string[], steps: readonly string[]): string[] | undefined => {
    if (path.includes(group)) return steps.slice(path.indexOf(group))
    if (done.has(group)) return undefined
    for (const [next, step] of groups.get(group) ?? []) {
      const found = walk(next, [...path, group], [...steps, step])
      if (found) return found
    }
    done.add(group)
    return undefined
  }
  for (const group of groups.keys()) {
    const found = walk(group, [], [])
    if (found) return found
  }
  return undefined
}
