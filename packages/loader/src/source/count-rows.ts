import { rm } from 'node:fs/promises'
import { download } from './download.ts'
import { openRows, type Question, type Source } from './source.ts'

/** The total number of rows of several responses; undefined if their ETags have not changed. */
export const countRows = async (
  source: Source,
  questions: readonly Question[],
  etag: string | null,
): Promise<number | undefined> => {
  const first = questions[0]
  if (questions.length === 1 && first) {
    const answer = await openRows(source, first, { etag: etag ?? undefined, signal: source.signal })
    if (answer.notModified) return undefined
    await answer.leave()
    if (answer.rowCount !== undefined) return answer.rowCount
  }
  const answer = await download(source, { questions, columns: [], etag: questions.length === 1 ? null : etag })
  if (!answer) return undefined
  await rm(answer.rows.path)
  return answer.rows.rowCount
}
