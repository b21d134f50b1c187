import { ENDPOINTS } from '../../packages/contract/src/index.ts'
import { type FieldSchema, STREAMS, type Stream } from '../streams.ts'

type Component = Record<string, unknown>

/** The first version of the CDK whose components these are: HttpRequester with `url`, JsonlDecoder, GroupingPartitionRouter. */
const CDK_VERSION = '6.60.0'

const DEFAULT_LOOK_BACK_DAYS = 14
/** As many ids as fit into an address that common proxies still take. */
const USERS_AT_ONCE = 200

const ref = (...path: string[]): Component => ({ $ref: `#/${path.join('/')}` })

const authenticator = {
  type: 'OAuthAuthenticator',
  grant_type: 'client_credentials',
  token_refresh_endpoint: `{{ config['base_url'] }}${ENDPOINTS.createToken.path}`,
  client_id: "{{ config['key_id'] }}",
  client_secret: "{{ config['key_secret'] }}",
}

const errorHandler = {
  type: 'DefaultErrorHandler',
  max_retries: 8,
  backoff_strategies: [
    { type: 'WaitTimeFromHeader', header: 'Retry-After' },
    { type: 'ExponentialBackoffStrategy', factor: 2 },
  ],
  response_filters: [
    {
      type: 'HttpResponseFilter',
      http_codes: [400, 401, 403],
      action: 'FAIL',
      failure_type: 'config_error',
      error_message: "{{ response.get('title', '') }}. {{ response.get('detail', '') }}",
    },
  ],
}

const parameter = (name: string): Component => ({ type: 'RequestOption', inject_into: 'request_parameter', field_name: name })

/** Days that are over by UTC; those that are not over everywhere yet are read again within the look-back. */
const byDays = (maxDays: number, isPartitioned: boolean): Component => ({
  type: 'DatetimeBasedCursor',
  cursor_field: 'day',
  cursor_datetime_formats: ['%Y-%m-%d', '%Y-%m-%dT%H:%M:%S.%fZ'],
  datetime_format: '%Y-%m-%d',
  start_datetime: { type: 'MinMaxDatetime', datetime: "{{ config['start_date'] }}", datetime_format: '%Y-%m-%d' },
  end_datetime: { type: 'MinMaxDatetime', datetime: "{{ day_delta(-1, '%Y-%m-%d') }}", datetime_format: '%Y-%m-%d' },
  start_time_option: parameter('startDate'),
  end_time_option: parameter('endDate'),
  step: `P${maxDays}D`,
  cursor_granularity: 'P1D',
  lookback_window: `P{{ config.get('lookback_days', ${DEFAULT_LOOK_BACK_DAYS}) }}D`,
  ...(isPartitioned ? { global_substream_cursor: true } : {}),
})

const PARENT = 'users'

/** The change log is asked for users: all of them, some at a time. */
const byUsers = {
  type: 'GroupingPartitionRouter',
  group_size: USERS_AT_ONCE,
  underlying_partition_router: {
    type: 'SubstreamPartitionRouter',
    parent_stream_configs: [
      {
        type: 'ParentStreamConfig',
        stream: ref('definitions', 'streams', PARENT),
        parent_key: 'userId',
        partition_field: 'user_ids',
      },
    ],
  },
}

const streamComponent = ({ name, dataset, path, key }: Stream): Component => {
  const isPartitioned = dataset.operation === 'readUserChangeLog'
  return {
    type: 'DeclarativeStream',
    name,
    primary_key: key,
    retriever: {
      type: 'SimpleRetriever',
      requester: {
        type: 'HttpRequester',
        url: `{{ config['base_url'] }}${path}`,
        http_method: 'GET',
        authenticator: ref('definitions', 'authenticator'),
        // Lines are read one by one, however long the answer is; an array would be held in memory as a whole.
        request_parameters: {
          format: 'ndjson',
          ...(isPartitioned ? { userIds: "{{ ','.join(stream_partition['user_ids']) }}" } : {}),
        },
        error_handler: ref('definitions', 'error_handler'),
        // Airbyte caches parent streams by default, and then cannot decode their compressed lines.
        ...(name === PARENT ? { use_cache: false } : {}),
      },
      decoder: { type: 'JsonlDecoder' },
      record_selector: { type: 'RecordSelector', extractor: { type: 'DpathExtractor', field_path: [] } },
      paginator: { type: 'NoPagination' },
      ...(isPartitioned ? { partition_router: byUsers } : {}),
    },
    ...(dataset.kind === 'directory' ? {} : { incremental_sync: byDays(dataset.maxDays, isPartitioned) }),
    schema_loader: { type: 'InlineSchemaLoader', schema: ref('schemas', name) },
  }
}

const airbyteField = (field: FieldSchema): Component =>
  field.format === 'date-time' ? { ...field, airbyte_type: 'timestamp_with_timezone' } : { ...field }

const rowSchema = ({ fields }: Stream): Component => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: true,
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, airbyteField(field)])),
})

const connectionSpecification = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['base_url', 'key_id', 'key_secret', 'start_date'],
  additionalProperties: true,
  properties: {
    base_url: {
      ...{ type: 'string', order: 0, title: 'Address', pattern: '^https?://[^\\s]*[^/\\s]$' },
      ...{ description: 'Where the service is, without a slash at the end.', examples: ['https://rollcall.example.com'] },
    },
    key_id: { type: 'string', order: 1, title: 'Key id', description: 'Id of a key of the role data-warehouse.' },
    key_secret: { type: 'string', order: 2, title: 'Key secret', description: 'Its secret.', airbyte_secret: true },
    start_date: {
      ...{ type: 'string', order: 3, title: 'First day', format: 'date', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
      ...{ description: 'First day to read.', examples: ['2026-01-01'] },
    },
    lookback_days: {
      ...{ type: 'integer', order: 4, title: 'Days to read again', minimum: 1, maximum: 365, default: DEFAULT_LOOK_BACK_DAYS },
      ...{ description: 'How many of the last days each sync reads again, for late events and corrections.' },
    },
  },
}

const byName = (make: (stream: Stream) => Component): Component =>
  Object.fromEntries(STREAMS.map((stream) => [stream.name, make(stream)]))

/** The declarative source, made from the contract. */
export const airbyteManifest = (): Component => ({
  version: CDK_VERSION,
  type: 'DeclarativeSource',
  description: 'Attendance, presence and the directory of a Rollcall service.',
  check: { type: 'CheckStream', stream_names: ['locations'] },
  definitions: { authenticator, error_handler: errorHandler, streams: byName(streamComponent) },
  streams: STREAMS.map(({ name }) => ref('definitions', 'streams', name)),
  schemas: byName(rowSchema),
  spec: { type: 'Spec', connection_specification: connectionSpecification },
})
