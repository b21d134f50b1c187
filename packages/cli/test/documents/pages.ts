import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../../..')

/** Pages that a program writes, which takes their facts from the code. */
const GENERATED = [/^docs\/licenses\.md$/, /^docs\/reference\//, /^bench\/results\//]

/** A piece of a page: inline code, a line of a code block, or a line of text without its inline code. */
export interface Piece {
  readonly kind: 'code' | 'block' | 'text'
  readonly line: number
  readonly text: string
  /** Language of the block, as after its backticks. */
  readonly language: string
}

export interface Page {
  readonly path: string
  readonly text: string
  readonly pieces: readonly Piece[]
}

const IGNORED = ['**/node_modules/**', '**/dist/**', '.git/**', '.rollcall/**']

export const listPages = (): Page[] =>
  globSync(['*.md', '.github/**/*.md', '{bench,connectors,deploy,docs,packages}/**/*.md'], { cwd: ROOT, exclude: IGNORED })
    .filter((path) => !GENERATED.some((pattern) => pattern.test(path)))
    .toSorted()
    .map((path) => pageOf(path, readFileSync(join(ROOT, path), 'utf8')))

export const pageOf = (path: string, text: string): Page => {
  const pieces: Piece[] = []
  let language: string | undefined
  for (const [index, content] of currentText(path, text).split('\n').entries()) {
    const fence = /^\s*```(\S*)/.exec(content)
    const at = { line: index + 1, language: language ?? '' }
    if (fence) language = language === undefined ? fence[1] : undefined
    else if (language !== undefined) pieces.push({ ...at, kind: 'block', text: content })
    else {
      for (const [, code = ''] of content.matchAll(/`([^`]+)`/g)) pieces.push({ ...at, kind: 'code', text: code })
      pieces.push({ ...at, kind: 'text', text: content.replaceAll(/`[^`]+`/g, '') })
    }
  }
  return { path, text, pieces }
}

/** Released versions of the changelog describe a past state of the repository. */
const currentText = (path: string, text: string): string =>
  path === 'CHANGELOG.md' ? (text.split(/^## (?=\d)/m, 1)[0] as string) : text
