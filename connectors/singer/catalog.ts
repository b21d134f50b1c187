import { SegmentChange } from '@rollcall/contract'
import { type FieldSchema, fieldsOf, STREAMS, type Stream } from '../streams.ts'
import { asList, asObject } from './config.ts'

/** A stream of the tap: a dataset, or the segments that tell which rows of the published datasets still hold. */
export interface TapStream {
  readonly name: string
  readonly source: Stream | undefined
  readonly key: readonly string[]
  readonly fields: Readonly<Record<string, FieldSchema>>
}

/** Fields that rows of published datasets have besides, to be compared with the stream `segments`. */
const SEGMENT_FIELDS: Record<string, FieldSchema> = {
  segment: { type: ['string', 'null'], description: 'Segment that the row was read with; null where there is no change feed.' },
  segmentRevision: { type: ['integer', 'null'], description: 'Revision of the segment when the row was read; null as before.' },
}

export const SEGMENTS: TapStream = {
  name: 'segments',
  source: undefined,
  key: ['dataset', 'segment'],
  fields: {
    segment: { type: 'string', description: 'Day and location as one text: `2026-01-05/6f1c…`, or `2026-01-05/none`.' },
    ...fieldsOf(SegmentChange),
  },
}

const tapStream = (source: Stream): TapStream => {
  const { name, key, dataset } = source
  return { name, source, key, fields: dataset.kind === 'published' ? { ...source.fields, ...SEGMENT_FIELDS } : source.fields }
}

export const TAP_STREAMS: readonly TapStream[] = [...STREAMS.map(tapStream), SEGMENTS]

const isFullTable = ({ source }: TapStream): boolean => source?.dataset.kind === 'directory'

interface Metadata {
  readonly breadcrumb: readonly string[]
  readonly metadata: Record<string, unknown>
}

const metadataOf = (stream: TapStream): Metadata[] => [
  {
    breadcrumb: [],
    metadata: {
      inclusion: 'available',
      'selected-by-default': true,
      'table-key-properties': stream.key,
      'forced-replication-method': isFullTable(stream) ? 'FULL_TABLE' : 'INCREMENTAL',
    },
  },
  ...Object.keys(stream.fields).map((name) => ({
    breadcrumb: ['properties', name],
    metadata: { inclusion: stream.key.includes(name) ? 'automatic' : 'available', 'selected-by-default': true },
  })),
]

/** JSON Schema of the rows of a stream. */
export const schemaOf = ({ fields }: TapStream): object => ({ type: 'object', properties: fields })

/** What `--discover` prints. */
export const discover = (): object => ({
  streams: TAP_STREAMS.map((stream) => ({
    tap_stream_id: stream.name,
    stream: stream.name,
    key_properties: stream.key,
    schema: schemaOf(stream),
    metadata: metadataOf(stream),
  })),
})

const isSelected = (metadata: Record<string, unknown> | undefined): boolean =>
  metadata?.inclusion === 'automatic' || ((metadata?.selected ?? metadata?.['selected-by-default'] ?? true) as boolean)

const asMetadata = (value: unknown): Metadata => {
  const { breadcrumb, metadata } = asObject(value, 'catalog: metadata')
  return {
    breadcrumb: asList(breadcrumb, 'catalog: breadcrumb').map(String),
    metadata: asObject(metadata ?? {}, 'catalog: metadata'),
  }
}

/** A stream with those of its fields that the catalog selects; keys always are. Undefined when the stream itself is not. */
const selectFrom = (stream: TapStream, entries: readonly Record<string, unknown>[]): TapStream | undefined => {
  const entry = entries.find((each) => (each.tap_stream_id ?? each.stream) === stream.name)
  if (!entry) return undefined
  const metadata = asList(entry.metadata ?? [], `catalog: metadata of ${stream.name}`).map(asMetadata)
  const of = (...path: string[]) => metadata.find(({ breadcrumb }) => breadcrumb.join('/') === path.join('/'))?.metadata
  if (!isSelected({ ...of(), ...(entry.selected === undefined ? {} : { selected: entry.selected }) })) return undefined
  const chosen = Object.entries(stream.fields).filter(([name]) => stream.key.includes(name) || isSelected(of('properties', name)))
  return { ...stream, fields: Object.fromEntries(chosen) }
}

/**
 * The streams to sync: all without a catalog, else those that it selects.
 * @throws UsageError that names what is no catalog
 */
export const selectStreams = (catalog: unknown): TapStream[] => {
  if (catalog === undefined) return [...TAP_STREAMS]
  const entries = asList(asObject(catalog, 'catalog').streams, 'catalog: streams').map((each) =>
    asObject(each, 'catalog: streams'),
  )
  return TAP_STREAMS.flatMap((stream) => selectFrom(stream, entries) ?? [])
}
