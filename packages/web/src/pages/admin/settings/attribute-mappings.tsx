import { Button, Group, Text } from '@mantine/core'
import { WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import type { Column } from '../../../components/table/columns.ts'
import { DataTable } from '../../../components/table/data-table.tsx'
import { type Mapping, MappingModal, RemoveMappingModal } from './mapping-modal.tsx'

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

const COLUMNS: readonly Column<Mapping>[] = [
  { name: 'Attribute', value: ({ attribute }) => attribute },
  { name: 'Makes groups of the kind', value: ({ groupType }) => groupType },
  { name: 'Primary group', value: ({ isPrimaryGroup }) => yesOrNo(isPrimaryGroup) },
  { name: 'Primary location', value: ({ isPrimaryLocation }) => yesOrNo(isPrimaryLocation) },
]

type Open = { readonly what: 'new' } | { readonly what: 'edit' | 'remove'; readonly mapping: Mapping }

/** The meanings of user attributes. */
export const AttributeMappings = () => {
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [open, setOpen] = useState<Open>()
  const mappings = useQuery(apiQuery('listAttributeMappings'))
  const close = () => setOpen(undefined)
  const actions: Column<Mapping> = {
    name: 'Change',
    value: () => null,
    render: (mapping) => (
      <Group gap={4} wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Edit ${mapping.attribute}`}
          onClick={() => setOpen({ what: 'edit', mapping })}
        >
          Edit
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Remove ${mapping.attribute}`}
          onClick={() => setOpen({ what: 'remove', mapping })}
        >
          Remove
        </Button>
      </Group>
    ),
  }
  return (
    <>
      <Group justify="space-between" mb="xs" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 260px" maw={720}>
          The HR system sends attributes of users. Attributes with a meaning create groups, or set the primary group or the
          primary location; all others are only stored.
        </Text>
        {canChange ? <Button onClick={() => setOpen({ what: 'new' })}>Give an attribute a meaning</Button> : null}
      </Group>
      <QueryState query={mappings} height={200}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No attribute has a meaning" height={160}>
              Users keep the groups and locations from administrators and imports.
            </EmptyState>
          ) : (
            <DataTable
              label="User attributes"
              columns={canChange ? [...COLUMNS, actions] : COLUMNS}
              rows={items}
              rowKey={({ attribute }) => attribute}
              minWidth={640}
            />
          )
        }
      </QueryState>
      {open?.what === 'new' ? <MappingModal onClose={close} /> : null}
      {open?.what === 'edit' ? <MappingModal mapping={open.mapping} onClose={close} /> : null}
      {open?.what === 'remove' ? <RemoveMappingModal mapping={open.mapping} onClose={close} /> : null}
    </>
  )
}
