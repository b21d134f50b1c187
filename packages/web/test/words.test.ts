import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type NodePath, parseSync, traverse } from '@babel/core'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '../src')

/** The page without a network has its words with it. */
const OFFLINE = join('offline', 'words.ts')

/** Properties of elements that people read or hear. */
const READ =
  /^(?:alt|aria-label|aria-roledescription|description|error|heading|hint|label|nothingFoundMessage|placeholder|title)$/

/** Elements whose text is the same in every language, or a message of its own. */
const KEPT = new Set(['Code', 'Kbd', 'code', 'kbd', 'pre', 'Trans'])

/** Names of things and formats, and examples of what is typed. */
const NAMES =
  /\b(?:Rollcall|Entra ID|Samsung Internet|CSV|PNG|NDJSON|ETag|HH:MM|null|groups|rollcall-admins|https?:.*|[\w.+-]+@[\w.-]+|example\.\w+)\b/g

/** Two words and more, of which the first has a capital letter. */
const SENTENCE = /^\p{Lu}\p{Ll}+,? [^;]*\p{L}{2}/u

/** Where texts are of the language of the code, or in a message already. */
const IN_CODE = new Set([
  'TaggedTemplateExpression',
  'ImportDeclaration',
  'TSLiteralType',
  'BinaryExpression',
  'NewExpression',
  'JSXAttribute',
])

const MACROS = new Set(['t', 'msg', 'plural', 'select'])

const isInCode = (path: NodePath): boolean =>
  IN_CODE.has(path.parent.type) ||
  path.findParent(
    ({ node }) => node.type === 'CallExpression' && node.callee.type === 'Identifier' && MACROS.has(node.callee.name),
  ) !== null

const nameOf = ({ node }: NodePath): string =>
  node.type === 'JSXElement' && node.openingElement.name.type === 'JSXIdentifier' ? node.openingElement.name.name : ''

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text.replace(NAMES, ''))

/** The words of a file that no catalog has, with their lines. */
const strays = (code: string, filename: string): string[] => {
  const found: string[] = []
  const add = (text: string, line = 0) => found.push(`${filename}:${line} ${text.trim()}`)
  const parserOpts = { plugins: ['typescript' as const, ...(filename.endsWith('x') ? ['jsx' as const] : [])] }
  const tree = parseSync(code, { filename, babelrc: false, configFile: false, parserOpts })
  if (!tree) throw new Error(`${filename} could not be read.`)
  traverse(tree, {
    JSXText(path) {
      const isKept = path.findParent((parent) => KEPT.has(nameOf(parent))) !== null
      if (!isKept && hasWords(path.node.value)) add(path.node.value, path.node.loc?.start.line)
    },
    StringLiteral(path) {
      const { value, loc } = path.node
      if (SENTENCE.test(value) && hasWords(value) && !isInCode(path)) add(value, loc?.start.line)
    },
    TemplateLiteral(path) {
      const { quasis, loc } = path.node
      const text = quasis.map(({ value: { raw } }) => raw).join(' … ')
      if (SENTENCE.test(text) && !isInCode(path)) add(text, loc?.start.line)
    },
    JSXAttribute({ node: { name, value, loc } }) {
      if (!READ.test(String(name.name))) return
      const expression = value?.type === 'JSXExpressionContainer' ? value.expression : value
      if (expression?.type === 'StringLiteral' && hasWords(expression.value)) add(expression.value, loc?.start.line)
      const text = expression?.type === 'TemplateLiteral' ? expression.quasis.map(({ value: { raw } }) => raw).join(' … ') : ''
      if (hasWords(text)) add(text, loc?.start.line)
    },
  })
  return found
}

it('finds words outside of the catalog, in elements and in what they are called', () => {
  const code = '<Box title="Two words" label={`of `} id="x"><Code>GET it</Code> {t`fine`} loose <Trans>Fine too</Trans></Box>'
  expect(strays(`const a = ${code}`, 'a.tsx').map((each) => each.replace(/^a.tsx:1 /, ''))).toEqual(['Two words', 'of', 'loose'])
})

it('none of the words of pages are outside of the catalog', async () => {
  const files = (await readdir(SOURCE, { recursive: true })).filter(
    (path) => path !== OFFLINE && /\.tsx?$/.test(path) && !path.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(200)
  const found = await Promise.all(files.map(async (path) => strays(await readFile(join(SOURCE, path), 'utf8'), path)))
  expect(found.flat()).toEqual([])
})
