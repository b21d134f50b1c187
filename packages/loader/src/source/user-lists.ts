import { MAX_LISTED_IDS } from '@rollcall/contract'
import { readUserIds } from './directory.ts'
import { isMissing, isTooLong, openRows, type Source } from './source.ts'

/**
 * Ids of all users, between commas, in lists that are as long as the service takes: many stop at addresses of 8 or 16 KB. The same
 * users make the same lists, so that what was asked before can be asked for changes.
 */
export const readUserLists = async (source: Source, day: string): Promise<string[]> => {
  const ids = await readUserIds(source).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })
  const length = await longestList(source, ids, day)
  const lists: string[] = []
  for (let at = 0; at < ids.length; at += length) lists.push(ids.slice(at, at + length).join(','))
  return lists
}

const longestList = async (source: Source, ids: readonly string[], day: string): Promise<number> => {
  for (let length = Math.min(MAX_LISTED_IDS, ids.length); length > 1; length = Math.ceil(length / 2)) {
    const userIds = ids.slice(0, length).join(',')
    const query = { startDate: day, endDate: day, userIds }
    try {
      const answer = await openRows(source, { operation: 'readUserChangeLog', query }, { signal: source.signal })
      await answer.leave()
      return length
    } catch (error) {
      if (isMissing(error)) return length
      if (!isTooLong(error)) throw error
    }
  }
  return 1
}
