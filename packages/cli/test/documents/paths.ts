import { dirname, join } from 'node:path'
import type { Check } from './findings.ts'

/** Where else the paths of a page may begin: tests of the server, folders of its districts, of the packages. */
const BASES: readonly (readonly [page: RegExp, bases: readonly string[]])[] = [
  [/^SECURITY\.md$/, ['packages/server/test']],
  [/^ARCHITECTURE\.md$/, ['packages/server/src', 'packages/server/src/*', 'packages/*/src']],
  [/^packages\/server\//, ['packages/server/src']],
]
const PATH = /^\.?[\w@*][\w.@*-]*(\/[\w.@*-]+)*\/?$/
/** A file of Airbyte. */
const FOREIGN = new Set(['declarative_component_schema.yaml'])
/** Ends as a file of this repository does. */
const FILE = /^[\w.-]+\.(ts|tsx|sql|md|json|ya?ml|py|mjs|js|css|sh|service)$/
/** Folders and files that appear only where the service or a tool runs, and files of any feature `x`. */
const MADE = /^(\.rollcall|\.writing|_rollcall|copy)\/|^x-/
const MEDIA_TYPE = /^(application|text|image)\//
/** A container image of a registry. */
const IMAGE = /^ghcr\.io\//

/** Files and folders in inline code, by their path from the root, from `packages/`, or from the folder of the page or its `src`. */
export const findWrongPaths: Check = ({ kind, text }, page, { hasPath, words, packages, endpoints }) => {
  if (kind !== 'code' || MADE.test(text) || MEDIA_TYPE.test(text) || IMAGE.test(text)) return []
  if (FILE.test(text))
    return FOREIGN.has(text) || words.has(text) || hasPath(text) || hasPath(join(dirname(page.path), text))
      ? []
      : [`there is no file ${text}`]
  if (!text.includes('/') || !PATH.test(text)) return []
  if (packages.has(text) || [...packages].some((name) => text.endsWith('/*') && name.startsWith(text.slice(0, -1)))) return []
  // Datasets are named by the end of their path.
  if (endpoints.has(`GET /v1/analytics/${text}`)) return []
  const path = text.replace(/\/$/, '')
  const more = BASES.flatMap(([pattern, bases]) => (pattern.test(page.path) ? bases : []))
  const own = dirname(page.path)
  const bases = ['', 'packages', own, join(own, 'src'), ...more]
  const candidates = bases.flatMap((base) => ['', '.test.ts'].map((ending) => join(base, path + ending)))
  return candidates.some(hasPath) ? [] : [`there is no path ${text}`]
}
