import { STREAMS, type Stream } from '../streams.ts'

type Config = Record<string, unknown>

/** Placeholders that rollcall.py fills in for each window of days. */
const DAYS = { startDate: 'FIRST_DAY', endDate: 'LAST_DAY' }

const isOfUsers = ({ dataset }: Stream): boolean => dataset.operation === 'readUserChangeLog'

const hasObjects = ({ fields }: Stream): boolean =>
  Object.values(fields).some(({ type }) => [type].flat().some((each) => each === 'object' || each === 'array'))

/** Rows of the days that came replace those of the same days, so that rows that are gone vanish with them. */
const dispositionOf = ({ dataset, key }: Stream): Config =>
  dataset.kind === 'directory'
    ? { write_disposition: 'replace', primary_key: key }
    : { write_disposition: { disposition: 'merge', strategy: 'delete-insert' }, primary_key: key }

const resource = (stream: Stream): Config => {
  const { name, dataset, path } = stream
  return {
    name,
    ...dispositionOf(stream),
    // Of the change log only some users come at once: the days of all others must stay.
    ...(dataset.kind === 'directory' || isOfUsers(stream) ? {} : { merge_key: 'day' }),
    ...(isOfUsers(stream) ? { selected: false } : {}),
    // What was before and after an entry of a log stays one value.
    ...(hasObjects(stream) ? { max_table_nesting: 0 } : {}),
    endpoint: {
      path: `${path}/basic`.slice(1),
      params: {
        ...(dataset.kind === 'directory' ? {} : DAYS),
        ...(isOfUsers(stream) ? { userIds: '{resources.users.userId}' } : {}),
      },
      data_selector: '$',
      paginator: 'single_page',
    },
  }
}

/** Configuration of dlt's rest_api source, made from the contract; address and key come from the environment. */
export const dltConfig = (): Config => ({
  client: { base_url: '', auth: { type: 'http_basic', username: '', password: '' } },
  resources: STREAMS.map(resource),
})
