import { answerDataset, type DatasetCall } from './answer-dataset.ts'
import { type DatasetOf, type DatasetPools, readLive } from './live-reader.ts'

export type { DatasetPools }

/** Answers with the rows as they are now. */
export const answerLive = async (pools: DatasetPools, call: DatasetCall, of: DatasetOf): Promise<unknown> =>
  answerDataset(call, await readLive(pools, of))
