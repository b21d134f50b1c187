import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../../..')

/** One step of a walk: a file, and what of it the walk passes. */
export interface Step {
  readonly path: string
  readonly name: string
}

const STEP = /^(\d+)\. \[[^\]]+\]\(([^)]+)\) `([^`]+)`/gm

/** The walks of a document: lists that are numbered from 1. */
export const parseWalks = (text: string): Step[][] => {
  const walks: Step[][] = []
  for (const [, number, path, name] of text.matchAll(STEP)) {
    if (number === '1') walks.push([])
    walks.at(-1)?.push({ path: path as string, name: name as string })
  }
  return walks
}

/** An export of TypeScript, an entry of the table of endpoints, or something that SQL creates. */
const definitionOf = (name: string): RegExp =>
  new RegExp(
    `^export (const|function|async function|interface|type|class) ${name}\\b|^ {2}${name},$|^create (or replace )?(table|function|view) ${name}\\b`,
    'm',
  )

const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/')

/** Whether the text of one step's file uses another: by its name, and where both are TypeScript of one package by an import. */
const uses = (text: string, user: Step, used: Step): boolean => {
  if (!new RegExp(`\\b${used.name}\\b`).test(text)) return false
  if (extname(used.path) === '.sql' || packageOf(user.path) !== packageOf(used.path)) return true
  const imported = Array.from(text.matchAll(/from '(\.[^']+)'/g), ([, specifier]) =>
    join(dirname(user.path), specifier as string),
  )
  return imported.includes(used.path)
}

/** What is wrong with a walk: a file that is gone, a name that it does not define, a step that no earlier one is connected with. */
export const findBrokenSteps = async (walk: readonly Step[]): Promise<string[]> => {
  const missing = walk.filter(({ path }) => !existsSync(join(ROOT, path)))
  if (missing.length > 0) return missing.map(({ path }) => `${path} does not exist`)
  const texts = await Promise.all(walk.map(({ path }) => readFile(join(ROOT, path), 'utf8')))
  return walk.flatMap((step, index) => {
    const text = texts[index] as string
    if (!definitionOf(step.name).test(text)) return [`${step.path} does not define ${step.name}`]
    const isConnected = walk
      .slice(0, index)
      .some(
        (earlier, at) =>
          uses(texts[at] as string, earlier, step) || (extname(earlier.path) !== '.sql' && uses(text, step, earlier)),
      )
    return index === 0 || isConnected ? [] : [`no earlier step uses ${step.name} of ${step.path}`]
  })
}
