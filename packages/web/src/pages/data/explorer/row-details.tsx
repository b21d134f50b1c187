import { PATHS } from 'virtual:endpoints'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, CopyButton, Drawer, Group, Stack, Text } from '@mantine/core'
import type { Operation } from '@rollcall/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { showNumber } from '../../../components/format.ts'
import { cellText } from '../grid/cell-text.ts'
import type { RowStore } from '../grid/row-store.ts'
import type { Dataset } from './datasets.ts'
import { RowExplanation } from './row-explanation.tsx'

interface Schema {
  readonly $ref?: string
  readonly items?: Schema
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
}

/** The part of the OpenAPI document that this page reads. */
interface Reference {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get: {
          readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } }
        }
      }
    >
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The descriptions of columns in the API reference; they are loaded when a user opens a row. */
const columnNotes = (operation: Operation) =>
  queryOptions({
    queryKey: ['reference'],
    queryFn: async ({ signal }): Promise<Reference> => {
      const response = await fetch(PATHS.getOpenApi[1], { signal })
      if (!response.ok) throw await ApiError.of(response)
      return (await response.json()) as Reference
    },
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ paths, components }): Readonly<Record<string, string>> => {
      const row = paths[PATHS[operation][1]]?.get.responses[200].content['application/json']?.schema.items?.$ref
      const { properties = {} } = components.schemas[row?.split('/').at(-1) ?? ''] ?? {}
      return Object.fromEntries(Object.entries(properties).map(([name, { description = '' }]) => [name, description]))
    },
  })

interface Props {
  readonly dataset: Dataset
  readonly store: RowStore
  readonly count: number
  /** Number of the row from 0; undefined if none is open. */
  readonly index: number | undefined
  readonly onMove: (index: number | undefined) => void
}

/** All values of one row with their descriptions. */
export const RowDetails = ({ dataset, store, count, index, onMove }: Props) => {
  const number = showNumber((index ?? 0) + 1)
  return (
    <Drawer
      opened={index !== undefined}
      onClose={() => onMove(undefined)}
      position="right"
      size="md"
      title={index === undefined ? '' : t`Row ${number}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {index === undefined ? null : (
        <Stack gap="sm">
          <Group gap="xs">
            <Button size="xs" variant="default" disabled={index === 0} onClick={() => onMove(index - 1)}>
              <Trans>Previous row</Trans>
            </Button>
            <Button size="xs" variant="default" disabled={index + 1 >= count} onClick={() => onMove(index + 1)}>
              <Trans>Next row</Trans>
            </Button>
            <CopyButton value={JSON.stringify(store.row(index), null, 2)}>
              {({ copied, copy }) => (
                <Button size="xs" variant="default" onClick={copy}>
                  {copied ? t`Copied` : t`Copy as JSON`}
                </Button>
              )}
            </CopyButton>
          </Group>
          <RowExplanation key={index} dataset={dataset} row={store.row(index)} />
          <Values dataset={dataset} store={store} index={index} />
        </Stack>
      )}
    </Drawer>
  )
}

const Values = ({ dataset, store, index }: { dataset: Dataset; store: RowStore; index: number }) => {
  const { data: notes } = useQuery(columnNotes(dataset.operation))
  return (
    <Stack component="dl" gap="xs" m={0}>
      {Object.entries(store.row(index)).map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="sm" fw={600}>
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {value === null ? (
              <Text component="em" size="sm" c="dimmed">
                null
              </Text>
            ) : typeof value === 'object' ? (
              JSON.stringify(value, null, 2)
            ) : (
              cellText(value)
            )}
          </Text>
          {notes?.[name] ? (
            <Text component="dd" size="xs" c="dimmed" m={0} lang="en">
              {notes[name]}
            </Text>
          ) : null}
        </div>
      ))}
    </Stack>
  )
}
