import type { Check } from './findings.ts'
import { withoutNames } from './repository.ts'

const METHOD = '(GET|POST|PUT|PATCH|DELETE)'
/** A path of the API, after its method where one is given. */
const CALL = new RegExp(
  `(?:${METHOD} |-X ${METHOD} \\S*?)?(?<=^|[\\s"'(,…]|https?://[\\w.:-]+|\\$\\{?\\w+\\}?)(/(?:v1|api)(?:/[\\w{}…*.:-]*)*)`,
  'g',
)

/** Paths of the API, in code and in blocks: each is one of the endpoint table, or the beginning of one where it ends in `/` or `…`. */
export const findWrongEndpoints: Check = ({ kind, text }, _page, { endpoints }) =>
  kind === 'text'
    ? []
    : [...text.matchAll(CALL)].flatMap(([, before, option, found = '']) => {
        const method = before ?? option
        const path = found.replace(/[.:]+$/, '').replace(/\/?(…|\*).*$/, '/')
        const isThere = [...endpoints].some((endpoint) => {
          const [itsMethod = '', itsPath = ''] = endpoint.split(' ')
          return (method === undefined || method === itsMethod) && matches(path, itsPath)
        })
        return isThere ? [] : [`the API has no ${method === undefined ? '' : `${method} `}${found}`]
      })

/** Values stand for parameters: `/api/users/me/…` is `/api/users/{}/…`. */
const matches = (path: string, pattern: string): boolean => {
  const given = withoutNames(path).split('/')
  const parts = pattern.split('/')
  const isPrefix = given.at(-1) === '' || given.length <= 2
  if (isPrefix ? given.length > parts.length + 1 : given.length !== parts.length) return false
  return given.every((part, index) => part === parts[index] || parts[index] === '{}' || (isPrefix && part === ''))
}
