import { readFile } from 'node:fs/promises'
import { asObject, parseJson, UsageError } from './config.ts'
import type { TapState } from './messages.ts'

/** The text of a file, empty when there is none. */
const readIfThere = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new UsageError(`${path}: ${(error as Error).message}`)
  }
}

/**
 * The state of the last run. A first run has none, so a file that is missing or empty is a state without bookmarks; one that
 * holds something else would silently read everything again, and is refused.
 * @throws UsageError
 */
export const readState = async (path: string | undefined, warn: (text: string) => void): Promise<TapState> => {
  if (path === undefined) return { bookmarks: {} }
  const text = (await readIfThere(path)).trim()
  if (text === '') warn(`${path} has no state: everything from start_date on is read`)
  const state = asObject(text === '' ? {} : parseJson(text, path), 'state')
  if (!('bookmarks' in state) && Object.keys(state).length > 0) {
    throw new UsageError('state: has no bookmarks; of a STATE message give its value alone')
  }
  return { ...state, bookmarks: asObject(state.bookmarks ?? {}, 'state: bookmarks') as TapState['bookmarks'] }
}
