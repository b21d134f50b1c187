import { wordsOf } from '../language/words.ts'
import { lazyPage } from './lazy-page.tsx'

/** Pages whose words are not among those that everyone loads at first. */
const pagesWith =
  (group: Parameters<typeof wordsOf>[0]) =>
  <Props extends object = object>(load: () => Promise<unknown>, name: string) =>
    lazyPage<Props>(() => wordsOf(group).then(load), name)

export const mePage = pagesWith('me')
export const accountPage = pagesWith('account')
/** For managers, administrators and integrators. */
export const officePage = pagesWith('office')
