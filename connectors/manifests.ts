import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

type Json = Record<string, unknown>

/** What the tests look at of a stream of the Airbyte manifest. */
export interface AirbyteStream {
  readonly name: string
  readonly primary_key: readonly string[]
  readonly retriever: {
    readonly requester: { readonly url: string; readonly request_parameters: Readonly<Record<string, string>> }
    readonly partition_router?: { readonly group_size: number }
  }
  readonly incremental_sync?: {
    readonly cursor_field: string
    readonly step: string
    readonly cursor_granularity: string
    readonly start_time_option: { readonly field_name: string }
    readonly end_time_option: { readonly field_name: string }
  }
  readonly schema_loader: { readonly schema: { readonly properties: Record<string, { type: unknown; format?: string }> } }
}

export interface AirbyteManifest {
  readonly definitions: { readonly authenticator: Readonly<Record<string, string>> }
  readonly streams: readonly AirbyteStream[]
}

/** What the tests look at of a resource of the dlt source. */
export interface DltResource {
  readonly name: string
  readonly primary_key: readonly string[]
  readonly merge_key?: string
  readonly endpoint: { readonly path: string; readonly params: Readonly<Record<string, unknown>> }
}

export const readFileHere = (file: string): Promise<string> => readFile(new URL(file, import.meta.url), 'utf8')

/** Puts in place what `$ref` points to. */
const resolve = (value: unknown, root: Json): unknown => {
  if (Array.isArray(value)) return value.map((each) => resolve(each, root))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as { $ref?: string }
  if ($ref === undefined) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, root)]))
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], root)
  if (found === undefined) throw new Error(`Nothing at ${$ref}`)
  return resolve(found, root)
}

export const readManifest = async (): Promise<AirbyteManifest> => {
  const manifest = parse(await readFileHere('airbyte/manifest.yaml')) as Json
  return resolve(manifest, manifest) as AirbyteManifest
}

export const readResources = async (): Promise<DltResource[]> =>
  (JSON.parse(await readFileHere('dlt/rest_api.json')) as { resources: DltResource[] }).resources
