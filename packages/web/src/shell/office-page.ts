import { officeWords } from '../language/words.ts'
import { lazyPage } from './lazy-page.tsx'

/** A page of managers, administrators or integrators, whose words are not among those that everyone loads. */
export const officePage = <Props extends object = object>(load: () => Promise<unknown>, name: string) =>
  lazyPage<Props>(() => officeWords().then(load), name)
