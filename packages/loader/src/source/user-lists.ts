import { MAX_LISTED_IDS } from '@rollcall/contract'
import { readUserIds } from './directory.ts'
import { isMissing, isTooLong, openRows, type Source } from './source.ts'

/**
 * Comma-separated ids of all users, in lists as long as the service accepts; many servers limit URLs to 8 or 16 KB. The same
 * users give the same lists, so that ETags of earlier requests stay valid.
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
