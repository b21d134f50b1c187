import { stringify } from 'yaml'
import { ENDPOINTS, snakeCase } from '../../packages/contract/src/index.ts'
import { DAILY, DIRECTORY, type LoadedDataset } from '../../packages/loader/src/datasets/datasets.ts'
import { fieldsOf } from '../streams.ts'

/** The models that read the tables of the loader, one each, so that a new dataset or column is in the project at once. */
const DATASETS: readonly LoadedDataset[] = [...DIRECTORY, ...DAILY]

const modelOf = ({ table }: LoadedDataset): string => `stg_${table === 'user_booking_attendance' ? 'attendance' : table}`

const sqlOf = ({ table, columns }: LoadedDataset): string =>
  `select\n${columns.map(({ name }) => `  ${name}`).join(',\n')}\nfrom {{ source('rollcall', '${table}') }}\n`

const described = (dataset: LoadedDataset) => {
  const { response, summary } = ENDPOINTS[dataset.operation]
  const columns = Object.entries(fieldsOf(response)).map(([field, { description }]) => ({ name: snakeCase(field), description }))
  return { name: modelOf(dataset), description: `${summary}, as the service has them.`, columns }
}

/** The files of the folder, by path from the project. */
export const stagingFiles = (): Record<string, string> => ({
  ...Object.fromEntries(DATASETS.map((dataset) => [`dbt/models/staging/${modelOf(dataset)}.sql`, sqlOf(dataset)])),
  'dbt/models/staging/staging.yml': `# Made from the contract by connectors/generate.ts: change that, not this.\n${stringify({ version: 2, models: DATASETS.map(described) }, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' })}`,
})
