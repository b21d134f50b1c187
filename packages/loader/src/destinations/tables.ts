import { ATTENDANCE, DAILY, DIRECTORY, FUTURE_TABLE, type LoadedDataset } from '../datasets/datasets.ts'

/** A table of a destination, or a folder of files as a table. */
export interface LoadedTable {
  readonly name: string
  readonly dataset: LoadedDataset
}

export const TABLES: readonly LoadedTable[] = [
  ...[...DIRECTORY, ...DAILY].map((dataset) => ({ name: dataset.table, dataset })),
  { name: FUTURE_TABLE, dataset: ATTENDANCE },
]
