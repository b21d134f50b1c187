import { wordsOf } from '../language/words.ts'
import { lazyPage } from './lazy-page.tsx'

type Group = Parameters<typeof wordsOf>[0]
type Pages = Readonly<Record<string, () => Promise<unknown>>>

const pageWords = (group: Group) => Promise.all([wordsOf('parts'), wordsOf(group)])

/**
 * Pages whose words are not among those that everyone loads at first. A module of its own lists where they are: what the browser has
 * to know of their files is too much for a first load.
 */
const pagesWith =
  (group: Group) =>
  <Listed extends Pages>(loadList: () => Promise<{ readonly PAGES: Listed }>) =>
  (name: keyof Listed & string) =>
    lazyPage(async () => {
      const [{ PAGES }] = await Promise.all([loadList(), pageWords(group)])
      return PAGES[name]?.()
    }, name)

export const mePages = pagesWith('me')
export const accountPages = pagesWith('account')
/** For managers, administrators and integrators. */
export const officePages = pagesWith('office')

/** The page to sign in, which many visits begin with, needs no list. */
export const signInPage = (load: () => Promise<unknown>, name: string) => lazyPage(() => pageWords('account').then(load), name)
